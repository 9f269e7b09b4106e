"""Several layers of exact-match heads: what each layer makes of the states of all tokens.

Queries, keys and values are functions of one token's state; a head gives a token the mean of the values of the tokens
whose key equals its query."""

from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Macro, condition_at, evaluate, number_at
from .expressions import free_names
from .layer import ALWAYS
from .match_state import State, length, zeros_in
from .vectors import entries, is_vector, vector
from .written_out import is_vector_form, numbers


def has_several_layers(setting):
    """Whether a text speaks of more than one layer, be it of a family that has one member at these sizes."""
    layers = setting.all("layer")
    return len(layers) > 1 or any(one.get("family") for one in layers)


class MatchHead:
    """A query, a key, a value, where its entries land, and the tokens that are looked at."""

    def __init__(self, statement, state, scope):
        self.statement, self.state, self.scope = statement, state, scope
        if statement.get("kernel") != "exact-match" or statement.get("polynomial") not in (None, "standard"):
            raise Refused(f"line {statement.line}: of several layers only exact-match heads are evaluated")
        if statement.get("scale") is not None or statement.get("leftmost") or statement.all("displayed"):
            raise Refused(f"line {statement.line}: a scale, 'leftmost' or a display of a head of several layers")
        for one in statement.all("let"):
            scope.values[one.get("name")] = Macro(one.get("parameters"), one.get("value"))
        if any(row.get("family") for row in statement.all("row")):
            raise Refused("a family of rows of an exact-match head")
        if any(row.get("receiver") for row in statement.all("row")):
            raise Refused(f"line {statement.line}: a value of receiver and sender of a head of several layers")
        self.rows = {"query": self.row("row", 1), "key": self.row("row", 2), "value": self.row("value", 2)}
        self.over = statement.one("over")
        if self.over is not None and "pairs" in self.over.says:
            raise Refused("pairs of another head than a triangular one")
        self.lengths = {role: self.length(row) for role, row in self.rows.items()}
        if self.lengths["query"] != self.lengths["key"]:
            raise IllFormed(f"line {statement.line}: a query and a key of unequal lengths")
        for row in self.rows.values():
            for node in entries(row.get("value")):
                state.check_names(node, row.get("indices") or [], scope, row.line)
        self.check_mask()
        self.landings = self.labelled()
        self.seen, self.tuples = {}, {}

    def row(self, role, number):
        said = [(row, number_at(row.get("number"), self.scope) if row.get("number") is not None else 2)
                for row in self.statement.all("row") if row.get("role") == role]
        found = [row for row, which in said if which == number]
        if len(found) != 1:
            raise Refused(f"line {self.statement.line}: {len(found)} rows '{role} {number}' of a head")
        return found[0]

    def length(self, row):
        try:
            return length(row.get("value"), self.scope)
        except NoValue as problem:
            raise IllFormed(f"line {row.line}: {problem}") from problem

    def check_mask(self):
        """A mask speaks of indices alone."""
        setting, over = self.state.setting, self.over
        nodes = [over.get(part) for part in ("range", "where") if over.get(part) is not None] if over is not None else []
        own = {*sum(self.state.indices, []), *(self.rows["query"].get("indices") or []), *setting.lines}
        for node in nodes:
            for text, _, _, _ in free_names(node):
                if text in own or text == over.get("name") or text in ALWAYS or self.scope.find(text) is not None:
                    continue
                if text in setting.feature_names or text.rpartition("_")[0] in setting.feature_names:
                    raise Refused(f"line {over.line}: a mask that reads {text!r}")
                self.state.unknown(text, over.line)

    def labelled(self):
        """(entry of the value, factor, place in the state), as the labels of the value say."""
        found = []
        for entry, label in enumerate(labels_of(self.rows["value"].get("value"), self.scope)):
            if label is not None:
                found.append((entry, Fraction(1), self.state.place(label, self.scope)))
        return found

    def at(self, role, numbers):
        """A query, key or value at a state."""
        key = (role, id(numbers))
        if key not in self.seen:
            row = self.rows[role]
            scope = Environment(self.state.values(numbers, row.get("indices") or []), self.scope)
            try:
                self.seen[key] = self.state.only(tuple(vector(row.get("value"), scope)[0]))
            except NoValue as problem:
                raise NoValue(f"line {row.line}: {problem}") from problem
        return self.seen[key]

    def tokens(self, token):
        """The tokens that a head looks at from a token."""
        if token.number not in self.tuples:
            try:
                self.tuples[token.number] = [other for other in self.state.setting.tokens if self.looks(token, other)]
            except NoValue as problem:
                raise IllFormed(f"the tokens that a head looks at: {problem}") from problem
        return self.tuples[token.number]

    def looks(self, token, other):
        if self.over is None:
            return True
        if len(other.index) != 1:
            raise Refused("a mask of tokens with two indices")
        names = dict(zip(token.names, token.index))
        names.update(zip(self.rows["query"].get("indices") or [], token.index))
        scope, spread = Environment(names, self.scope), self.over.get("range")
        if spread is not None and spread[0] == "name" and spread[1] in self.state.setting.lines:
            if other.kind != spread[1]:
                return False
        elif spread is not None and other.index[0] not in evaluate(spread, scope):
            return False
        inside = Environment({self.over.get("name"): other.index[0]}, scope)
        return self.over.get("where") is None or condition_at(self.over.get("where"), inside)

    def matched(self, token, states):
        """The tokens whose key is the token's query."""
        query = self.at("query", states[token.number])
        return [other for other in self.tokens(token) if self.at("key", states[other.number]) is query]

    def mean(self, token, states):
        found = [self.at("value", states[other.number]) for other in self.matched(token, states)]
        if not found:
            return [Fraction(0)] * self.lengths["value"]
        return [sum(column) / len(found) for column in zip(*found)]


def labels_of(node, scope):
    """The label of every number of a vector, None where there is none."""
    if node[0] == "tuple":
        for part, label in zip(node[1], node[2]):
            blank = part[0] == "call" and part[1] == "zeros"
            if blank and label is not None:
                raise Refused("a label of several zeros")
            yield from [label] * (length(part, scope) if blank else 1)
    elif node[0] in ("*", "+", "-") and is_vector(node):
        yield from labels_of(node[2] if node[0] == "*" else node[1], scope)
    else:
        yield from [None] * length(node, scope)


class MatchLayer:
    """One layer: its heads, and whether the state before is added."""

    def __init__(self, statement, state, scope):
        self.statement, self.state, self.scope = statement, state, scope
        self.residual, self.heads, called = statement.get("residual"), [], {}
        for one in statement.all("head"):
            family = one.get("family")
            spread = evaluate(family[1], scope) if family else [None]
            for member, value in enumerate(spread if isinstance(spread, (tuple, list)) else (spread,), 1):
                bound = {family[0]: value} if family else {}
                head = MatchHead(one, state, Environment(bound, scope, index=True))
                called[f"head{len(self.heads) + 1}"] = head
                if one.get("name"):
                    called[one.get("name") + (str(member) if family else "")] = head
                self.heads.append(head)
        if len(self.heads) == 1:
            called["head"] = self.heads[0]
        self.read_arrivals(called)
        if not any(head.landings for head in self.heads):
            raise Refused(f"line {statement.line}: nothing says where the heads' outputs land")

    def read_arrivals(self, called):
        for source, target in [arrival for out in self.statement.all("out") for arrival in out.get("arrivals")]:
            factor = Fraction(1)
            if source[0] == "*":
                factor, source = number_at(source[1], self.scope), source[2]
            if source[0] != "member" or source[1] not in called or not source[2].isdigit():
                raise Refused("an 'out' of another form")
            head, entry = called[source[1]], int(source[2])
            if not 1 <= entry <= head.lengths["value"]:
                raise IllFormed(f"coordinate {entry} of a head of {head.lengths['value']}")
            head.landings.append((entry - 1, factor, self.target(target)))

    def target(self, target):
        if target[0] != "member" or target[1] != "stream":
            raise Refused("an 'out' of another form")
        if not target[2].isdigit():
            return self.state.place(target[2], self.scope)
        if not 1 <= int(target[2]) <= self.state.width:
            raise IllFormed(f"the state has {self.state.width} coordinates")
        return int(target[2]) - 1

    def behind(self, states):
        """The states of all tokens behind this layer."""
        result = []
        for token in self.state.setting.tokens:
            before = states[token.number]
            numbers = list(before) if self.residual else [Fraction(0)] * len(before)
            for head in self.heads:
                mean = head.mean(token, states)
                for entry, factor, place in head.landings:
                    numbers[place] += factor * mean[entry]
            result.append(self.state.only(tuple(numbers)))
        return result


class MatchLayers:
    """The layers of a theorem at given sizes, a family's members one by one, and the readout of the last state."""

    def __init__(self, setting):
        self.setting, self.scope = setting, Environment({}, setting.scope)
        statements = setting.all("layer")
        if any(one.get("d") is not None for one in statements):
            raise Refused("several layers with d")
        if any(inner.word in ("encode", "embed") for one in statements[1:] for inner in one.below):
            raise Refused("an encoding of a layer behind the first")
        if statements[0].get("family") and len(self.members(statements[0])) != 1:
            raise Refused("a family of layers that begins with the first")
        self.state = State(setting, statements[0])
        self.layers = []
        for one in statements:
            for bound in self.members(one):
                self.layers.append(MatchLayer(one, self.state, Environment(bound, self.scope, index=True)))
        self.readout = setting.one("readout", required=True)
        if "maps" in self.readout.says:
            raise Refused("a readout by matrices behind several layers")
        whole = self.readout.get("value")
        self.parts = [entry for entry, _ in numbers(whole, self.scope)] if is_vector_form(whole) else [whole]
        for part in self.parts:
            self.state.check_names(part, [], self.scope, self.readout.line)
        self.seen = {}

    def members(self, one):
        if not one.get("family"):
            return [{}]
        name, spread = one.get("family")
        try:
            return [{name: value} for value in evaluate(spread, self.scope)]
        except NoValue as problem:
            raise IllFormed(f"line {one.line}: {problem}") from problem

    @property
    def head_count(self):
        """Of the layer that has most."""
        return max(len(layer.heads) for layer in self.layers)

    @property
    def embedding_dimension(self):
        """The entries of the longest query, key or value."""
        return max(size for layer in self.layers for head in layer.heads for size in head.lengths.values())

    def cost(self):
        """About how many pairs of tokens one input is looked at."""
        return len(self.setting.tokens) ** 2 * sum(len(layer.heads) for layer in self.layers)

    def counting_nodes(self):
        """What the number of heads and their dimension hang on: families of heads and zeros in rows."""
        for layer in self.setting.all("layer"):
            for head in layer.all("head"):
                if head.get("family") and head.get("family")[1][0] not in ("tuple", "set"):
                    yield head.get("family")[1]
                for row in head.all("row"):
                    yield from zeros_in(row.get("value"))
                    yield from row.get("lengths") or []

    def check_form(self, values):
        """Every function of the first layer has a value at every token with every content."""
        for numbers in self.encoded(values):
            for head in self.layers[0].heads:
                try:
                    for role in head.rows:
                        head.at(role, numbers)
                except NoValue as problem:
                    raise IllFormed(str(problem)) from problem

    def encoded(self, values):
        return [self.state.encode(token, features)
                for token, features in zip(self.setting.tokens, self.setting.features(values))]

    def states(self, encoded):
        """The states before every layer and behind the last one, as a list by layer of lists by token."""
        found = [encoded]
        try:
            for layer in self.layers:
                found.append(layer.behind(found[-1]))
        except NoValue as problem:
            raise Refused(f"a function of the layers has no value: {problem}") from problem
        return found

    def read_out(self, state):
        if id(state) not in self.seen:
            try:
                scope = Environment(self.state.values(state, []), self.scope)
                self.seen[id(state)] = [Fraction(number_at(part, scope)) for part in self.parts]
            except NoValue as problem:
                raise Refused(f"the readout has no value: {problem}") from problem
        return self.seen[id(state)]
