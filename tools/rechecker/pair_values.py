"""A value of receiver and sender: a function of the token that asks and the one that is looked at, which need not be linear."""

from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Index, Macro, as_integer, number_at
from .expressions import free_names
from .vectors import entries, is_vector, said, vector

MOST_PAIRS = 200000


def shape(node, scope):
    """The labels of a vector's numbers, None where there is none, without the numbers themselves."""
    if node[0] == "call" and node[1] == "zeros":
        return [None] * as_integer(number_at(node[2][0], scope), "a block of zeros")
    if node[0] == "tuple":
        return [inner for part, label in zip(node[1], node[2])
                for inner in (shape(part, scope) if part[0] == "call" and part[1] == "zeros" else [said(label)])]
    if is_vector(node):
        return shape(node[2] if node[0] == "*" else node[1], scope)
    return [None]


class PairValue:
    """The value of one head, where it names both tokens; `around`: what a family of heads binds."""

    def __init__(self, head, row, around):
        self.head, self.row, self.around, self.layer = head, row, around, head.layer
        if head.variables != 2 or head.triangular:
            raise Refused(f"line {row.line}: a value of receiver and sender of a head that looks at several tokens")
        self.names = (row.get("receiver"), row.get("indices"))
        if set(self.names[0]) & set(self.names[1]):
            raise Refused(f"line {row.line}: one index of two tokens of a value")

    def check_names(self):
        """Of what the two tokens carry each name says whose it is; coordinates belong to the layer and not to the value."""
        setting, place = self.layer.setting, f"line {self.row.line}"
        own = set(self.names[0]) | set(self.names[1]) | set(self.head.scope.values) | set(self.head.bound)
        vectors = {name.partition("(")[0] for name in setting.feature_names if name.endswith(")")}
        for node, parameters in self.expressions():
            for text, kind, line, _ in free_names(node):
                plain = kind == "member" or kind == "name" and text in setting.feature_names
                if text not in own | parameters and (plain or text.rsplit("_", 1)[0] in vectors):
                    raise IllFormed(f"line {line}: whose {text!r} is it?")
            self.layer.check_names(node, own | parameters, setting.feature_names, place)

    def expressions(self):
        """What stands in the value, and the head's definitions that it names, each with its parameters."""
        for node in entries(self.row.get("value")):
            yield node, set()
            for text, _, _, _ in free_names(node):
                macro = self.head.scope.values.get(text)
                if isinstance(macro, Macro):
                    yield macro.body, set(macro.parameters)

    def labels(self):
        try:
            return shape(self.row.get("value"), self.around)
        except NoValue as problem:
            raise IllFormed(f"line {self.row.line}: {problem}") from problem

    def __call__(self, cells):
        """The numbers for two cells, the asking token's first."""
        scope, carried = {}, {}
        for which, (cell, names) in enumerate(zip(cells, self.names)):
            if len(names) != len(cell.token.index):
                raise IllFormed(f"line {self.row.line}: {len(names)} indices, the token has {len(cell.token.index)}")
            scope.update({name: Index(part, (which, place)) for place, (name, part) in enumerate(zip(names, cell.token.index))})
            carried[which] = dict(cell.features)
        for name in {name for features in carried.values() for name in features}:
            scope[("at", name)] = self.reader(name, carried)
        try:
            return [Fraction(number) for number in vector(self.row.get("value"), Environment(scope, self.around))[0]]
        except NoValue as problem:
            raise IllFormed(f"line {self.row.line}: {problem}") from problem

    def reader(self, name, carried):
        """Reads a feature at all indices of one of the two tokens."""

        def read(indices):
            owners = [getattr(index, "owner", (None, None)) for index in indices]
            which = owners[0][0]
            if which is None or owners != [(which, place) for place in range(len(self.names[which]))]:
                raise IllFormed(f"line {self.row.line}: an index that the value does not have")
            if name not in carried[which]:
                raise IllFormed(f"line {self.row.line}: a token without {name}")
            return carried[which][name]

        return read

    def check_form(self, cells):
        """It has numbers for every two tokens, with every content of each, as a row has; one token has one content at a time."""
        askers, others = ([cell for cell in cells if self.head.takes(variable, cell.token.kind)] for variable in (1, 2))
        if len(askers) * len(others) > MOST_PAIRS:
            raise Refused(f"line {self.row.line}: a value of {len(askers) * len(others)} pairs")
        for asker in askers:
            for other in others:
                if asker is other or asker.token is not other.token:
                    self((asker, other))
