"""A theorem at given sizes: sizes, parameters, definitions, inputs and tokens."""

import itertools
from fractions import Fraction

from . import written_out
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Index, Joined, Macro, Symbol, Table, as_integer, as_number, condition_at, evaluate, number_at
from .expressions import bound_names, free_names
from .inputs import Space
from .tables import table_of


class Token:
    def __init__(self, number, kind, names, index):
        self.number, self.kind, self.names, self.index = number, kind, names, index
        self.called_with_kind = False

    @property
    def position(self):
        """What the token is called: 3 or [1, 2]; where several kinds are judged, "ITEM 3"."""
        if self.called_with_kind:
            return f"{self.kind} {','.join(str(part) for part in self.index)}"
        return int(self.index[0]) if len(self.index) == 1 else [int(part) for part in self.index]


class Setting:
    """given: sizes and parameters by name, as text ("3", "1/2", a word)."""

    def __init__(self, statements, given, candidate=None):
        self.statements, self.given, self.candidate = statements, dict(given), candidate
        self.scope = Environment({})
        self.read_sizes_and_parameters()
        for one in self.all("let"):
            self.scope.values[one.get("name")] = Macro(one.get("parameters"), one.get("value"))
        declared = [item for one in self.all("input") for item in one.get("inputs")]
        spelled = self.one("spelled")
        self.space = Space(declared, spelled.get("spelling") if spelled else None, self.scope)
        self.input_names = [name for name, _ in declared]
        self.promises = [one.get("value") for one in self.all("where")]
        self.conditions = [one.get("value") for one in [self.one("judged")] if one]
        try:
            self.statements = [written_out.statement(one, self.scope) for one in self.statements]
        except NoValue as problem:
            raise Refused(f"the length of a vector: {problem}") from problem
        self.read_tokens()

    def all(self, word):
        return [one for one in self.statements if one.word == word]

    def one(self, word, required=False):
        found = self.all(word)
        if len(found) > 1:
            raise Refused(f"line {found[1].line}: several '{word}'")
        if required and not found:
            raise Refused(f"no '{word}'")
        return found[0] if found else None

    def read_sizes_and_parameters(self):
        parameters = {one.get("name"): one for one in self.all("param")}
        conditions = [condition for one in self.all("sizes") for condition in one.get("conditions")]
        self.sizes = []
        for condition in conditions:
            for name, kind, _, _ in free_names(condition):
                if kind == "name" and name not in parameters and name not in self.sizes:
                    self.sizes.append(name)
        for name in self.sizes:
            if name not in self.given:
                raise Refused(f"the size {name} is missing")
            self.scope.values[name] = Fraction(self.given[name])
        for name, one in parameters.items():
            self.scope.values[name] = self.parameter(name, one)
        for condition in conditions:
            if not condition_at(condition, self.scope):
                raise Refused("sizes outside of the theorem")

    def parameter(self, name, one):
        words = self.words_of(one)
        for word in words:
            self.scope.values[word] = Symbol(word)
        text = self.given.get(name)
        if one.get("table") is not None:
            return table_of(one, text, self.scope)
        if text is not None:
            value = Symbol(text) if words else Fraction(text)
        elif one.get("auto") is not None:
            self.auto = one
            if self.candidate is None:
                raise Refused("an auto parameter without a candidate")
            value = self.candidate
        elif one.get("default") is not None:
            value = evaluate(one.get("default"), self.scope)
        else:
            raise Refused(f"the parameter {name} is missing")
        if one.get("domain") is not None and not words and not self.belongs(value, one.get("domain")):
            raise Refused(f"{name} is outside of its set")
        if one.get("condition") is not None:
            self.scope.values[name] = value
            if not condition_at(one.get("condition"), self.scope):
                raise Refused(f"{name} does not meet its condition")
        return value

    def belongs(self, value, domain):
        """Whether a number is in a set; the million numbers of 1..1000000 are not listed for it."""
        if domain[0] != "range":
            return value in evaluate(domain, self.scope)
        first, last = (as_integer(evaluate(end, self.scope), "an end of a range") for end in domain[1:])
        return value.denominator == 1 and first <= value <= last

    def scope_at(self, drawn):
        """Sizes and parameters with other numbers in the place of some sizes."""
        scope = Environment(dict(self.scope.values))
        scope.values.update(drawn)
        for one in self.all("param"):
            if one.get("name") not in self.given and one.get("default") is not None and not self.words_of(one):
                scope.values[one.get("name")] = evaluate(one.get("default"), scope)
        return scope

    def words_of(self, one):
        domain = one.get("domain")
        if domain is None or domain[0] != "set":
            return []
        known = [part[1] for part in domain[1] if part[0] == "name" and isinstance(self.scope.find(part[1]), Fraction)]
        if all(part[0] == "name" for part in domain[1]) and not known:
            return [part[1] for part in domain[1]]
        return []

    def read_tokens(self):
        self.tokens, self.lines = [], {}
        for line in self.all("tokens"):
            kind = line.get("kind")
            self.lines[kind] = line
            ranges = [evaluate(spread, self.scope) for spread in line.get("ranges")]
            if len(ranges) != len(line.get("indices")):
                raise Refused("indices and ranges of unequal numbers")
            for index in itertools.product(*ranges):
                self.tokens.append(Token(len(self.tokens), kind, line.get("indices"), index))
        self.places = {(token.kind, token.index): token for token in self.tokens}
        self.feature_names = {feature["name"] for line in self.lines.values() for feature in line.get("features")}

    def input_scope(self, values):
        return Environment(values, self.scope)

    # Which words are inputs, and which of those are judged.

    def meets(self, conditions, rank):
        scope = self.input_scope(self.space.values(rank)) if conditions else None
        try:
            return all(condition_at(condition, scope) for condition in conditions)
        except NoValue as problem:
            raise IllFormed(f"'where' or 'judged if' has no value: {problem}") from problem

    def is_input(self, rank):
        return self.meets(self.promises, rank)

    def is_judged(self, rank):
        """Of an input."""
        return self.meets(self.conditions, rank)

    def judged_ranks(self, ranks):
        return (rank for rank in ranks if self.is_input(rank) and self.is_judged(rank))

    def features(self, values):
        """The features of every token, as a list of tuples of (name, number)."""
        scope = self.input_scope(values)
        shared = {}
        result = []
        for token in self.tokens:
            own = []
            inner = Environment(dict(zip(token.names, token.index)), scope)
            for feature in self.lines[token.kind].get("features"):
                own.append((feature["name"], self.feature(token, feature, inner, scope, shared)))
            result.append(tuple(own))
        return result

    def feature(self, token, feature, inner, scope, shared):
        try:
            if "by" in feature:
                key = (token.kind, feature["name"])
                if key not in shared:
                    shared[key] = self.places_said(token.kind, feature, scope)
                return shared[key][token.index]
            value = evaluate(feature["value"], inner)
            if isinstance(value, (Joined, Table)):
                value = self.read_by_index(token, feature["name"], value)
            return Fraction(as_number(value))
        except NoValue as problem:
            raise IllFormed(f"{feature['name']} of token {token.position}: {problem}") from problem

    def read_by_index(self, token, name, value):
        if isinstance(value, Table):
            return value(token.index)
        place = token.index[0]
        if len(token.index) > 1 or not 1 <= place <= len(value.values):
            raise IllFormed(f"{name} is not said of token {token.position}")
        return value.values[int(place) - 1]

    def places_said(self, kind, feature, scope):
        name, said = feature["name"], {}
        for target, value, binders in feature["by"]:
            if target[0] != "call" or target[1] != name:
                raise Refused(f"expected {name}(..)")
            for bound in self.bindings(binders, scope):
                index = tuple(number_at(part, bound) for part in target[2])
                if (kind, index) not in self.places:
                    raise IllFormed(f"{name} is said of {index}, which is no token")
                if index in said:
                    raise IllFormed(f"{name} is said twice of token {index}")
                said[index] = number_at(value, bound)
        for token in self.tokens:
            if token.kind == kind and token.index not in said:
                raise IllFormed(f"{name} is not said of token {token.position}")
        return said

    def bindings(self, binders, scope):
        if not binders:
            yield scope
            return
        name, spread = binders[0]
        for element in evaluate(spread, scope):
            yield from self.bindings(binders[1:], Environment({name: element}, scope))

    def known_names(self):
        """Everything that has a meaning somewhere in the file."""
        names = set(self.scope.values) | set(self.input_names) | self.feature_names | {"d", "stream"}
        for line in self.lines.values():
            names |= set(line.get("indices"))
        for layer in self.all("layer"):
            if layer.get("family"):
                names.add(layer.get("family")[0])
            for embed in layer.all("embed"):
                names |= {name for name, _ in embed.get("coordinates")}
            for head in layer.all("head"):
                if head.get("name"):
                    names.add(head.get("name"))
                if head.get("family"):
                    names.add(head.get("family")[0])
                for inner in head.below:
                    names |= set(inner.get("indices") or []) | set(inner.get("receiver") or [])
                    if inner.get("family"):
                        names.add(inner.get("family")[0])
                    if inner.word in ("over", "let"):
                        names.add(inner.get("name"))
                    names |= set(inner.get("parameters") or [])
                    if isinstance(inner.get("value"), tuple):
                        names |= bound_names(inner.get("value"))
        for one in self.all("task"):
            names |= set(one.get("every") or [])
        for one in self.statements:
            for node in (one.get("value"), one.get("at")):
                if isinstance(node, tuple):
                    names |= bound_names(node)
        return {name for name in names if isinstance(name, str)}


def own_index(token, names):
    """A token's indices under their names; each remembers its token."""
    return {name: Index(value, (token.number, place)) for place, (name, value) in enumerate(zip(names, token.index))}
