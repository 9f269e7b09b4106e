"""A layer at given sizes: its stream, its heads' rows at every token, and whether they are linear in the encoding."""

from fractions import Fraction

from . import scales
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Macro, as_integer, as_number, evaluate, number_at
from .expressions import free_names
from .pair_values import PairValue
from .scores import StatedScore
from .setting import own_index
from .vectors import entries, said, vector

ALWAYS = {"max", "min", "abs", "relu", "floor", "ceil", "ind", "zeros", "unit", "sqrt", "log", "exp"}
FORMS = {"standard": ((1, 2),), "strassen": ((1, 2), (2, 3), (1, 3)), "third-order": ((1, 2, 3),), "triangular": ((1, 2),)}


class Cell:
    """A token with one content: its encoding, and each head's rows and values."""

    def __init__(self, token, features, encoding):
        self.token, self.features, self.encoding, self.rows, self.values = token, features, encoding, {}, {}


class Head:
    """One head; a family's members are heads of their own."""

    def __init__(self, layer, statement, setting, bound, member):
        self.layer, self.statement, self.setting, self.bound, self.member = layer, statement, setting, bound, member
        self.kernel = statement.get("kernel") or "softmax"
        self.leftmost = statement.get("leftmost")
        if self.leftmost and self.kernel != "hard-maximum":
            raise Refused("leftmost belongs to a hard maximum")
        self.scope = Environment(dict(bound), layer.scope)
        for one in statement.all("let"):
            self.scope.values[one.get("name")] = Macro(one.get("parameters"), one.get("value"))
        form = statement.get("polynomial") or "standard"
        self.triangular = form == "triangular"
        self.monomials = FORMS[form] if form != "poly" else self.polynomial(statement.get("poly"))
        self.variables = max(max(monomial) for monomial in self.monomials)
        if self.kernel in ("exact-match",) and form != "standard":
            raise Refused("exact match of another polynomial")
        self.scale = self.read_scale(statement.get("scale"))
        self.score_line = statement.one("score")
        self.rows = self.by_number("row")
        self.value_lines = self.by_number("value")
        self.value_rows = {number: entry for number, entry in self.value_lines.items() if not entry[0].get("receiver")}
        pairs = [entry for entry in self.value_lines.values() if entry[0].get("receiver")]
        self.pair_value = PairValue(self, *pairs[0]) if pairs else None
        self.read_overs()
        self.score = StatedScore(self, self.score_line) if self.score_line is not None else None

    def kind_of(self, number):
        """The kind of tokens that a variable runs over, where an `over` names one, and that which asks, where there are
        several; its rows are those of that kind alone."""
        if number == 1 and not self.triangular and len(self.setting.lines) > 1:
            asking = [task.get("kind") for task in self.setting.all("task")]
            return asking[0] if len(asking) == 1 else None
        over = self.overs.get(number)
        spread = over.get("range") if over is not None else None
        return spread[1] if spread and spread[0] == "name" and spread[1] in self.setting.lines else None

    def takes(self, number, kind):
        """Whether tokens of this kind stand at a variable."""
        only = self.kind_of(number)
        if only is not None:
            return only == kind
        return number > 1 or self.triangular or kind in [task.get("kind") for task in self.setting.all("task")]

    def rebound(self, scope):
        """The family's index, its values taken again with other sizes around."""
        family = self.statement.get("family")
        if not family:
            return {}
        values = evaluate(family[1], scope)
        values = values if isinstance(values, (tuple, list)) else (values,)
        return {family[0]: values[self.member]}

    def polynomial(self, poly):
        kind, node = poly
        if kind == "path":
            length = as_integer(number_at(node, self.scope), "the length of a path")
            return tuple((k, k + 1) for k in range(1, length + 1))
        monomials = []

        def collect(part):
            if part[0] == "+":
                collect(part[1])
                collect(part[2])
            else:
                monomials.append(tuple(sorted(variables(part))))

        def variables(part):
            if part[0] == "*":
                return variables(part[1]) + variables(part[2])
            if part[0] == "name" and part[1][0] == "x" and part[1][1:].isdigit():
                return [int(part[1][1:])]
            raise Refused("an attention polynomial of another form")

        collect(node)
        return tuple(monomials)

    def read_scale(self, node):
        if node is not None:
            self.layer.check_names(node, {"d"} | set(self.scope.values), set(), "the scale")
        try:
            scale = scales.read(node, self.scope) if node is not None else scales.Scale()
        except NoValue as problem:
            raise IllFormed(f"the scale: {problem}") from problem
        if self.kernel == "expressive" and (scale.argument is not None or scale.root != 1):
            raise Refused("an expressive head with an irrational scale")
        return scale

    def by_number(self, role):
        """(row, environment) by the number of the variable."""
        found = {}

        def put(number, row, scope):
            if number in found:
                raise Refused(f"line {row.line}: {role} {number} is said twice")
            found[number] = (row, scope)

        for row in self.statement.below:
            if row.word != "row" or row.get("role") != role:
                continue
            try:
                if row.get("family"):
                    name, spread = row.get("family")
                    for element in evaluate(spread, self.scope):
                        put(as_integer(element, "a row"), row, Environment({name: element}, self.scope))
                elif row.get("number") is None:
                    put(2, row, self.scope)
                else:
                    put(as_integer(number_at(row.get("number"), self.scope), "a row"), row, self.scope)
            except NoValue as problem:
                raise IllFormed(f"line {row.line}: {problem}") from problem
        wanted = range(1, self.variables + 1)
        if role == "row" and self.score_line is not None:
            if found:
                raise Refused("a head with rows and a score")
            return found
        if role == "row" and set(found) != set(wanted):
            raise Refused(f"rows {sorted(found)} of a product of {self.variables}")
        if role == "value" and not set(found) <= set(wanted if self.triangular else wanted[1:]):
            raise Refused("a value of a variable that is not summed")
        if role == "value" and not found:
            raise Refused("a head without a value")
        return found

    def pair_names(self, variable):
        """What a triangular head calls the two indices of one of its tokens."""
        parts = self.pairs.get("pairs")[variable - 1][1]
        if any(part[0] != "name" for part in parts):
            raise Refused("a display of pairs that are not named")
        return [part[1] for part in parts]

    def read_overs(self):
        self.pairs, self.overs = None, {}
        overs = self.statement.all("over")
        if self.triangular:
            if len(overs) != 1 or "pairs" not in overs[0].says:
                raise Refused("a triangular head says its pairs")
            self.pairs = overs[0]
            return
        lines = self.rows if self.score_line is None else self.value_lines
        named = {names[0]: number for number in range(2, self.variables + 1) if number in lines
                 for names in [lines[number][0].get("indices")] if names and len(names) == 1}
        free = [number for number in range(2, self.variables + 1)]
        for place, over in enumerate(overs):
            if "pairs" in over.says:
                raise Refused("pairs of another head than a triangular one")
            number = named.get(over.get("name"), free[place] if place < len(free) else None)
            if number is None or number in self.overs:
                raise Refused("an 'over' that names no summed index")
            self.overs[number] = over


def is_written_out(node):
    """Whether a coordinate is a block: what `each`, `unit` and `zeros` become (written_out.py)."""
    return node[0] == "tuple" and node[1][-1][0] == "call" and node[1][-1][1] == "zeros"


def block_of(name, numbers):
    def at(indices):
        if len(indices) != 1 or indices[0] not in range(1, len(numbers) + 1):
            raise IllFormed(f"there is no such number of {name}")
        return numbers[int(indices[0]) - 1]

    return at


class Layer:
    def __init__(self, setting):
        self.setting = setting
        layers = setting.all("layer")
        if len(layers) != 1:
            raise Refused(f"{len(layers)} layers")
        self.statement = layers[0]
        self.residual = self.statement.get("residual")
        self.scope = Environment({}, setting.scope)
        self.encodings = {one.get("kind"): one for one in self.statement.below if one.word in ("encode", "embed")}
        if set(self.encodings) != set(setting.lines):
            raise Refused("every kind of tokens has one encoding")
        self.read_coordinates()
        self.known = setting.known_names()
        self.static_checks_of_encoding()
        self.width = self.read_width()
        self.scope.values["d"] = Fraction(self.width)
        self.heads, self.head_names = [], {}
        for one in self.statement.all("head"):
            self.add_heads(one)
        self.cells = {}

    def read_coordinates(self):
        """Names of coordinates, and the numbers that they stand for."""
        names = None
        for one in self.encodings.values():
            if one.word == "embed":
                own = [inner for name, node in one.get("coordinates") for inner in self.names_of(name, node)]
                if names is not None and names != own:
                    raise Refused("kinds of tokens with different coordinates")
                names = own
        self.coordinates = {name: place + 1 for place, name in enumerate(names or [])}
        if len(self.coordinates) != len(names or []):
            raise Refused("a coordinate is said twice")

    @staticmethod
    def names_of(name, node):
        """NAME, or NAME(1), NAME(2), .. of a block that was written out."""
        if not is_written_out(node):
            return [name]
        return [f"{name}({place})" for place in range(1, len(node[1]))]

    def blocks(self, numbers):
        """The blocks of coordinates, as what `NAME(2)` calls."""
        found = {}
        for name, place in self.coordinates.items():
            if name.endswith(")"):
                found.setdefault(name.partition("(")[0], []).append(numbers[place - 1])
        return {name: block_of(name, inner) for name, inner in found.items()}

    def read_width(self):
        lengths = set()
        for token in self.setting.tokens[:1] if self.statement.get("d") is None else []:
            one = self.encodings[token.kind]
            if one.word == "embed":
                lengths.add(len(self.coordinates))
            else:
                lengths.add(len(self.vector_shape(one.get("vector"))))
        if self.statement.get("d") is None:
            return max(lengths) if lengths else 0
        try:
            return as_integer(number_at(self.statement.get("d"), self.setting.scope), "d")
        except NoValue as problem:
            raise IllFormed(f"d: {problem}") from problem

    def vector_shape(self, node):
        """A vector of as many zeros, its blocks counted at these sizes."""
        flat = []
        for part in node[1]:
            if part[0] == "call" and part[1] == "zeros":
                count = as_integer(number_at(part[2][0], self.setting.scope), "a block of zeros")
                if count < 0:
                    raise IllFormed(f"a block of {count} zeros")
                flat += [0] * count
            else:
                flat.append(0)
        return flat

    def add_heads(self, statement):
        family = statement.get("family")
        members = [{}]
        if family:
            values = evaluate(family[1], self.setting.scope)
            if isinstance(values, Fraction):
                values = (values,)
            members = [{family[0]: value} for value in values]
        for place, bound in enumerate(members):
            head = Head(self, statement, self.setting, bound, place)
            self.heads.append(head)
            number = len(self.heads)
            self.head_names[f"head{number}"] = number - 1
            if statement.get("name"):
                name = statement.get("name") + (str(place + 1) if family else "")
                self.head_names[name] = number - 1
        if len(self.heads) == 1:
            self.head_names["head"] = 0

    # Names that a row does not have are found before anything is run.

    def static_checks_of_encoding(self):
        for kind, one in self.encodings.items():
            line = self.setting.lines[kind]
            own = set(line.get("indices")) | {feature.get("vector") or feature["name"] for feature in line.get("features")}
            nodes = [value for _, value in one.get("coordinates")] if one.word == "embed" else \
                list(entries(one.get("vector")))
            for node in nodes:
                self.check_names(node, own, own, f"line {one.line}")

    def check_names(self, node, names, features, place):
        around = self.setting.scope
        for text, kind, line, bound in free_names(node):
            if text == "d" and "d" not in names:
                raise IllFormed(f"{place}: 'd' has no meaning here")
            if kind == "member":
                coordinate = text.split(".")[1]
                known = coordinate in self.coordinates or coordinate.isdigit() and 1 <= int(coordinate) <= self.width
                if text.split(".")[0] != "stream" or not known:
                    raise IllFormed(f"line {line}: {text!r} has no meaning here")
                continue
            if kind == "call" and (text in ALWAYS or text in features):
                continue
            if text in names or text in features or around.find(text) is not None:
                continue
            if kind == "name" and "_" in text:
                feature, index = text.rsplit("_", 1)
                if feature in features and (index in names or index in bound):
                    continue
                if feature in features and index.isdigit():
                    raise IllFormed(f"line {line}: {text!r} has no meaning here")
                known = feature in self.known and index in self.known
            else:
                known = text in self.known
            if known:
                raise IllFormed(f"{place}: {text!r} has no meaning here")
            raise Refused(f"{place}: {text!r} is not known")

    def static_checks_of_rows(self):
        for head in self.heads:
            locals_ = set(head.scope.values)
            for role in (head.rows, head.value_rows):
                for number, (row, _) in role.items():
                    line_names = self.row_names(row, head.kind_of(number))
                    names = set(line_names) | set(self.coordinates) | locals_ | set(head.bound)
                    names |= {row.get("family")[0]} if row.get("family") else set()
                    features = self.setting.feature_names | set(self.coordinates)
                    features |= {name.partition("(")[0] for name in features if name.endswith(")")}
                    for node in entries(row.get("value")):
                        for text, kind, _, _ in free_names(node):
                            macro = head.scope.values.get(text)
                            if isinstance(macro, Macro):
                                self.check_names(macro.body, names | set(macro.parameters), features,
                                                 f"line {row.line}")
                        self.check_names(node, names, features, f"line {row.line}")
            if head.pair_value is not None:
                head.pair_value.check_names()

    def row_names(self, row, kind=None):
        """The names of a row's indices: its own, else those of the kind of tokens that it is said of."""
        if row.get("indices"):
            return row.get("indices")
        lines = self.setting.lines
        return lines[kind if kind in lines else next(iter(lines))].get("indices")

    # Contents.

    def cell(self, token, features):
        key = (token.number, features)
        found = self.cells.get(key)
        if found is None:
            found = self.cells[key] = self.new_cell(token, features)
        return found

    def new_cell(self, token, features):
        one = self.encodings[token.kind]
        names = token.names
        scope = self.token_scope(token, features, names, self.setting.scope)
        try:
            if one.word == "embed":
                encoding = [number for _, value in one.get("coordinates")
                            for number in (vector(value, scope)[0] if is_written_out(value)
                                           else [as_number(evaluate(value, scope))])]
            else:
                encoding, _ = vector(one.get("vector"), scope)
        except NoValue as problem:
            raise IllFormed(f"the encoding of token {token.position}: {problem}") from problem
        if len(encoding) > self.width:
            raise IllFormed(f"an encoding of {len(encoding)} coordinates, d = {self.width}")
        encoding = [Fraction(number) for number in encoding] + [Fraction(0)] * (self.width - len(encoding))
        cell = Cell(token, features, tuple(encoding))
        for place, head in enumerate(self.heads):
            cell.rows[place] = {number: self.row_at(cell, entry) for number, entry in head.rows.items()
                                if head.takes(number, token.kind)}
            cell.values[place] = {number: self.row_at(cell, entry) for number, entry in head.value_rows.items()
                                  if head.takes(number, token.kind)}
        return cell

    def token_scope(self, token, features, names, around):
        own = own_index(token, names)
        values = dict(features)
        vectors = {}
        for name, number in features:
            values[("at", name)] = self.reader(token, number)
            if name.endswith(")"):
                vectors.setdefault(name.partition("(")[0], []).append(number)
        values.update({name: block_of(name, numbers) for name, numbers in vectors.items()})
        values.update(own)
        return Environment(values, around)

    @staticmethod
    def reader(token, number):
        """Reads a feature at an index, which has to be the token's own: no matrix reads another token."""

        def read(indices):
            owners = [getattr(index, "owner", None) for index in indices]
            if owners != [(token.number, place) for place in range(len(token.index))]:
                raise IllFormed("an index that the row does not have")
            return number

        return read

    def row_at(self, cell, entry):
        row, around = entry
        token = cell.token
        names = self.row_names(row, token.kind)
        if len(names) != len(token.index):
            raise IllFormed(f"line {row.line}: {len(names)} indices, the token has {len(token.index)}")
        values = {f"stream.{place + 1}": number for place, number in enumerate(cell.encoding)}
        for name, place in self.coordinates.items():
            values[name] = cell.encoding[place - 1]
            values[f"stream.{name}"] = cell.encoding[place - 1]
            values[("at", name)] = self.reader(token, cell.encoding[place - 1])
        values.update(self.blocks(cell.encoding))
        inner = self.token_scope(token, cell.features, names, Environment(values, around))
        try:
            numbers, labels = vector(row.get("value"), inner)
            return numbers, [said(label) for label in labels]
        except NoValue as problem:
            raise IllFormed(f"line {row.line}: {problem}") from problem

    def check_lengths(self, cells):
        """Rows of one product are of one length, and so are values; IllFormed where they are not."""
        for place, head in enumerate(self.heads):
            rows, values = {}, set()
            for cell in cells:
                for number, (numbers, _) in cell.rows[place].items():
                    rows.setdefault(number, set()).add(len(numbers))
                values |= {len(numbers) for numbers, _ in cell.values[place].values()}
            if len(values) > 1 or any(len(set().union(*(rows.get(number, set()) for number in monomial))) > 1
                                      for monomial in head.monomials):
                raise IllFormed("rows or values of unequal lengths")

    def check_linear(self, cells):
        """One matrix takes every cell's encoding to a row or value; IllFormed where there is none."""
        for place, head in enumerate(self.heads):
            if head.pair_value is not None:
                head.pair_value.check_form(cells)
            if head.kernel == "exact-match":
                continue
            if head.score is not None:
                head.score.check_form(cells, reduce_columns)
            for part in ("rows", "values"):
                for number in (head.rows if part == "rows" else head.value_rows):
                    found = [(cell.encoding, getattr(cell, part)[place][number][0]) for cell in cells
                             if number in getattr(cell, part)[place]]
                    matrix = [list(encoding) + numbers for encoding, numbers in found]
                    if len({len(line) for line in matrix}) > 1:
                        raise IllFormed("a row whose length depends on the token")
                    reduce_columns(matrix, self.width)
                    if any(any(line[self.width:]) and not any(line[:self.width]) for line in matrix):
                        raise IllFormed(f"row or value {number} is not linear in the encoding")


def reduce_columns(matrix, width):
    """Gaussian elimination on the first columns of a matrix, in place."""
    top = 0
    for column in range(width):
        pivot = next((place for place in range(top, len(matrix)) if matrix[place][column]), None)
        if pivot is None:
            continue
        matrix[top], matrix[pivot] = matrix[pivot], matrix[top]
        head = matrix[top]
        for place in range(top + 1, len(matrix)):
            factor = matrix[place][column]
            if factor:
                factor /= head[column]
                matrix[place] = [a - factor * b if b else a for a, b in zip(matrix[place], head)]
        top += 1
