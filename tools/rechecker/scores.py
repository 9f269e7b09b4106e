"""A score that a head gives in the place of rows: evaluated as it stands, tuple by tuple, and whether rows can give it."""

from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Index, number_at

MOST_TUPLES = 200000


class StatedScore:
    """The score of one head; cells are what the tokens of a tuple show, the asking token's first."""

    def __init__(self, head, statement):
        self.head, self.statement = head, statement
        if head.kernel == "exact-match" or head.triangular:
            raise Refused(f"line {statement.line}: a score of a head of this kind")
        self.known = {}

    def names(self, variable, token):
        """What the score calls the indices of the token at a variable."""
        for number, (row, _) in self.head.value_lines.items():
            if number == variable and row.get("indices"):
                return row.get("indices")
        over = self.head.overs.get(variable)
        return [over.get("name")] if over is not None else token.names

    def __call__(self, cells):
        key = tuple(map(id, cells))
        if key not in self.known:
            self.known[key] = self.evaluated(cells)
        return self.known[key]

    def evaluated(self, cells):
        scope, features = {}, {}
        for variable, cell in enumerate(cells, 1):
            names = self.names(variable, cell.token)
            if set(names) & set(scope):
                raise Refused(f"line {self.statement.line}: one index of two tokens of a score")
            for place, (name, value) in enumerate(zip(names, cell.token.index)):
                scope[name] = Index(value, (variable, place))
            numbers = dict(cell.features)
            numbers.update({name: cell.encoding[place - 1] for name, place in self.head.layer.coordinates.items()})
            features[variable] = (len(cell.token.index), numbers)
        for name in {name for _, numbers in features.values() for name in numbers}:
            scope[("at", name)] = self.reader(name, features)
        try:
            return Fraction(number_at(self.statement.get("value"), Environment(scope, self.head.scope)))
        except NoValue as problem:
            raise IllFormed(f"line {self.statement.line}: {problem}") from problem

    @staticmethod
    def reader(name, features):
        def read(indices):
            owners = [getattr(index, "owner", None) for index in indices]
            variable = owners[0][0] if owners and owners[0] is not None else None
            if variable not in features or owners != [(variable, place) for place in range(features[variable][0])]:
                raise IllFormed("an index that the score does not have")
            if name not in features[variable][1]:
                raise IllFormed(f"a token without {name}")
            return features[variable][1][name]

        return read

    def check_form(self, cells, reduce_columns):
        """Of a product of all variables: linear in each token's encoding, with any others beside it. Sums of products, as those of
        strassen, are not looked at: what one product cannot give another one may."""
        if len(self.head.monomials) != 1:
            return
        stands = [[cell for cell in cells if self.head.takes(variable, cell.token.kind)]
                  for variable in range(1, self.head.variables + 1)]
        count = 1
        for cells_here in stands:
            count *= max(1, len(cells_here))
        if count > MOST_TUPLES:
            raise Refused(f"line {self.statement.line}: a score of {count} tuples")
        tuples = [()]
        for cells_here in stands:
            tuples = [chosen + (cell,) for chosen in tuples for cell in cells_here]
        for variable in range(self.head.variables):
            lines = {}
            for chosen in tuples:
                lines.setdefault(id(chosen[variable]), (chosen[variable], []))[1].append(self(chosen))
            matrix = [list(cell.encoding) + numbers for cell, numbers in lines.values()]
            width = self.head.layer.width
            reduce_columns(matrix, width)
            if any(any(line[width:]) and not any(line[:width]) for line in matrix):
                raise IllFormed(f"line {self.statement.line}: the score is not linear in the encoding of token {variable + 1}")
