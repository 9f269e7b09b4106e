"""Displayed scores against the rows, at random points.

Two polynomials that differ agree at a random point of 10^12 possible values a coordinate with a probability of at most
degree/10^12; several points are taken. Sizes are drawn, too, where both sides are polynomials in them: a size that
counts something (a block of zeros, the end of a sum, an exponent, a row) or divides stays what it is."""

import random
from fractions import Fraction

from .attention import dot
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Index, Macro, as_integer, as_number, evaluate
from .expressions import free_names, parts_of
from .input_displays import InputDisplay, speaks_of_inputs
from .setting import Token
from .layer import is_written_out
from .vectors import entries, vector

POINTS = 4
PIECES = {"if", "chain", "div", "mod", "and", "or", "not", "implies", "iterate", "set", "++"}


class Display:
    """One displayed formula of one head; `inner` displays of a family are one for each member."""

    check = "identity"

    def __init__(self, judge, head, statement):
        self.judge, self.setting, self.layer = judge, judge.setting, judge.layer
        self.head, self.statement = head, statement
        if head.score is not None:
            raise Refused(f"line {statement.line}: a display of a head that gives its score")
        self.numeric = set()
        self.find_counting_sizes()

    def names(self, variable):
        return self.layer.row_names(self.head.rows[variable][0], self.head.kind_of(variable))

    # Which sizes count something.

    def find_counting_sizes(self):
        nodes = [self.statement.get("value")]
        if self.statement.get("family"):
            self.count_with(self.statement.get("family")[1])
        for row, _ in self.head.rows.values():
            if row.get("family"):
                self.count_with(row.get("family")[1])
            if row.get("number") is not None:
                self.count_with(row.get("number"))
            nodes += list(entries(row.get("value")))
            self.look_into(row.get("value"))
        if self.head.statement.get("poly"):
            self.count_with(self.head.statement.get("poly")[1])
        for one in self.layer.encodings.values():
            for node in [value for _, value in one.get("coordinates") or []]:
                nodes.append(node)
        for node in nodes:
            self.look_into(node)
        for one in self.setting.all("param"):
            if one.get("default") is not None and one.get("name") not in self.setting.given:
                self.look_into(one.get("default"))

    def look_into(self, node, seen=frozenset()):
        kind = node[0]
        if kind == "quantifier":
            for _, spread in node[2]:
                self.count_with(spread)
        elif kind in ("^", "/"):
            self.count_with(node[2])  # a quotient by a size is no polynomial in it
        elif kind == "call" and node[1] in ("zeros", "floor", "ceil", "abs", "relu", "max", "min", "ind"):
            self.count_with(node)
        elif kind in PIECES:
            self.count_with(node)
        elif kind in ("name", "call"):
            macro = self.head.scope.find(node[1])
            if isinstance(macro, Macro) and node[1] not in seen:
                self.look_into(macro.body, seen | {node[1]})
        for part in parts_of(node):
            self.look_into(part, seen)

    def count_with(self, node, seen=frozenset()):
        for text, _, _, _ in free_names(node):
            if text in self.setting.sizes:
                self.numeric.add(text)
            macro = self.head.scope.find(text)
            if isinstance(macro, Macro) and text not in seen:
                self.count_with(macro.body, seen | {text})
            for one in self.setting.all("param"):
                if one.get("name") == text and one.get("default") is not None and text not in seen:
                    self.count_with(one.get("default"), seen | {text})

    # What is no polynomial in indices and features.

    def check_polynomial(self, node, varying):
        if node[0] == "quantifier" and node[1] in ("sum", "product") and node[3] is None:
            varying = varying - {name for name, _ in node[2]}
            for _, spread in node[2]:
                if self.varies(spread, varying):
                    raise Refused("a display or row that is no polynomial")
            self.check_polynomial(node[4], varying)
            return
        if not self.varies(node, varying):
            return
        kind = node[0]
        if kind == "name":
            macro = self.head.scope.find(node[1])
            if isinstance(macro, Macro):
                self.check_polynomial(macro.body, varying)
        elif kind == "call":
            macro = self.head.scope.find(node[1])
            if isinstance(macro, Macro):
                self.check_polynomial(macro.body, varying | set(macro.parameters))
            elif node[1] not in varying:
                raise Refused("a display or row that is no polynomial")
        elif kind == "^":
            self.check_polynomial(node[1], varying)
            if self.varies(node[2], varying):
                raise Refused("a display or row that is no polynomial")
        elif kind == "/":
            self.check_polynomial(node[1], varying)
            if self.varies(node[2], varying):
                raise Refused("a display or row that is no polynomial")
        elif kind in ("+", "-", "*", "negative", "tuple", "let"):
            for part in parts_of(node):
                self.check_polynomial(part, varying)
        elif kind != "member":
            raise Refused("a display or row that is no polynomial")

    def varies(self, node, varying):
        for text, _, _, _ in free_names(node):
            parts = {text, text.split(".")[0], text.rsplit("_", 1)[0]}
            if parts & varying:
                return True
            macro = self.head.scope.find(text)
            if isinstance(macro, Macro) and self.varies(macro.body, varying | set(macro.parameters)):
                return True
        return False

    def check_form(self):
        varying = self.setting.feature_names | set(self.layer.coordinates) | {"stream"}
        for line in self.setting.lines.values():
            varying |= set(line.get("indices"))
        for variable in self.head.rows:
            varying |= set(self.names(variable))
        if any(text == "d" for text, _, _, _ in free_names(self.statement.get("value"))) and "d" not in varying:
            raise Refused("'d' in a display")
        self.check_polynomial(self.statement.get("value"), varying)
        for row, _ in self.head.rows.values():
            for node in entries(row.get("value")):
                self.check_polynomial(node, varying)
        used = {text.split(".")[-1] for row, _ in self.head.rows.values() for node in entries(row.get("value"))
                for name, _, _, _ in free_names(node) for text in (name, name.rsplit("_", 1)[0])}
        for one in self.layer.encodings.values():
            for place, (name, node) in enumerate(one.get("coordinates") or [], 1):
                if name in used or str(place) in used:
                    self.check_polynomial(node, varying)

    # A point.

    def members(self):
        """The values of the display's own index, [None] without one."""
        if not self.statement.get("family"):
            return [None]
        return evaluate(self.statement.get("family")[1], self.head.scope)

    def holds(self, member, seed):
        self.check_form()
        generator = random.Random(seed)
        return all(self.agrees_at(generator, member) for _ in range(POINTS))

    def agrees_at(self, generator, member):
        def drawn():
            return Fraction(generator.randint(-10**12, 10**12), generator.randint(1, 9))

        scope = self.setting.scope_at({name: abs(drawn()) + 1 for name in self.setting.sizes
                                       if name not in self.numeric})
        scope.values["d"] = Fraction(self.layer.width)
        bound = self.head.rebound(scope)
        inner = Environment({**bound, **{name: value for name, value in self.head.scope.values.items()
                                         if isinstance(value, Macro)}}, scope)
        tokens, features = {}, {}
        shared = {}
        for variable in self.head.rows:
            kind = self.head.kind_of(variable)
            kind = kind if kind in self.setting.lines else next(iter(self.setting.lines))
            line = self.setting.lines[kind]
            names = self.names(variable)
            place_names = self.head.pair_names(variable) if self.head.triangular else [(variable, k) for k in
                                                                                        range(len(names))]
            index = tuple(shared.setdefault(name, drawn()) for name in place_names)
            tokens[variable] = Token(variable, kind, line.get("indices"), index)
            features[variable] = tuple((feature["name"], drawn()) for feature in line.get("features"))
        try:
            rows = {}
            for variable, (row, around) in self.head.rows.items():
                local = Environment(around.values, inner) if row.get("family") else inner
                rows[variable] = self.row(tokens[variable], features[variable], row, local, scope)
            if self.statement.get("name") == "score":
                actual = sum((dot([rows[variable] for variable in monomial]) for monomial in self.head.monomials),
                             Fraction(0))
            else:
                first = as_integer(member, "a row")
                actual = dot([rows[first], rows[first + 1]])
            return actual == as_number(evaluate(self.statement.get("value"),
                                                self.display_scope(tokens, features, inner, member)))
        except NoValue as problem:
            raise IllFormed(f"a display: {problem}") from problem

    def row(self, token, features, row, around, scope):
        one = self.layer.encodings[token.kind]
        own = self.layer.token_scope(token, features, token.names, scope)
        values = {}
        if one.word == "embed":
            numbers, whole = [], True
            for name, node in one.get("coordinates"):
                try:
                    found = vector(node, own)[0] if is_written_out(node) else [as_number(evaluate(node, own))]
                except NoValue:
                    if not is_written_out(node):
                        raise
                    # unit(i, k) at a point that is no place: a row that reads the block says that it is not known.
                    numbers += [Fraction(0)] * len(self.layer.names_of(name, node))
                    whole = False
                    continue
                for inner, number in zip(self.layer.names_of(name, node), found):
                    numbers.append(number)
                    values[inner] = values[f"stream.{inner}"] = values[f"stream.{len(numbers)}"] = number
                    values[("at", inner)] = self.layer.reader(token, number)
            if whole:
                values.update(self.layer.blocks(numbers))
        inner = self.layer.token_scope(token, features, self.layer.row_names(row), Environment(values, around))
        numbers, _ = vector(row.get("value"), inner)
        return numbers

    def display_scope(self, tokens, features, around, member):
        values = {}
        if member is not None:
            values[self.statement.get("family")[0]] = member
        if self.head.triangular:
            for variable in tokens:
                values.update(zip(self.head.pair_names(variable), tokens[variable].index))
        else:
            owners = {}
            for variable, token in tokens.items():
                for place, name in enumerate(self.names(variable)):
                    owners.setdefault(name, []).append((variable, token.index[place]))
            for name, found in owners.items():
                if len(found) == 1:
                    values[name] = Index(found[0][1], (found[0][0], 0))
                else:
                    by_variable = dict(found)
                    values[name] = self.index_of_variable(name, by_variable)
        for feature in self.setting.feature_names:
            values[("at", feature)] = self.reader(feature, tokens, features)
        return Environment(values, around)

    @staticmethod
    def index_of_variable(name, by_variable):
        def read(arguments):
            number = as_integer(arguments[0], "a variable")
            if number not in by_variable:
                raise NoValue(f"{name}({number}) is no index")
            return by_variable[number]

        return read

    @staticmethod
    def reader(feature, tokens, features):
        def read(indices):
            for variable, token in tokens.items():
                if token.index == tuple(indices):
                    return dict(features[variable])[feature]
            raise Refused("a display of a token that no variable has")

        return read


def displays_of(judge):
    """(name as attest calls the check, Display or InputDisplay, member) for every displayed formula, head by head."""
    taken = set()
    for number, head in enumerate(judge.layer.heads, 1):
        for statement in head.statement.all("displayed"):
            if statement.get("name") == "weight" or speaks_of_inputs(head, statement.get("value")):
                display = InputDisplay(judge, number - 1, statement)
            else:
                display = Display(judge, head, statement)
            for member in display.members():
                name = display.check if member is None else f"{display.check}-{int(member)}"
                if name in taken:
                    name += "-" + called(judge, head, number)
                taken.add(name)
                yield name, display, member


def called(judge, head, number):
    """head2, or the head's own name; a named family's members are numbered."""
    own = head.statement.get("name")
    if not own:
        return f"head{number}"
    members = [other for other in judge.layer.heads if other.statement is head.statement]
    return own + (str(members.index(head) + 1) if head.statement.get("family") else "")
