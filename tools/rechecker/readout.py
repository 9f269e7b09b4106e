"""The stream behind the heads, and the readout: sums, products, relu, |.|, min and max of its coordinates, in enclosures or
exactly."""

from fractions import Fraction

from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Macro, as_number, evaluate, number_at
from .exponential_sums import Quotient
from .expressions import free_names


class Readout:
    def __init__(self, layer, part=None):
        """`part`: of a vector, one number of it."""
        self.layer, self.setting = layer, layer.setting
        self.statement = self.setting.one("readout", required=True)
        self.arrivals = [arrival for out in layer.statement.all("out") for arrival in out.get("arrivals")]
        self.scope = Environment({}, layer.scope)
        self.coordinates = {f"stream.{place}": place for place in range(1, layer.width + 1)}
        self.coordinates.update(layer.coordinates)
        self.coordinates.update({f"stream.{name}": place for name, place in layer.coordinates.items()})
        self.read_arrivals()
        if "maps" in self.statement.says:
            self.read_maps()
        else:
            self.whole = self.unfolded(self.members(part or self.statement.get("value")))
            self.check_form(self.whole)

    def read_arrivals(self):
        """(head, coordinate of its output, factor, coordinate of the stream)."""
        self.landings = []
        for source, target in self.arrivals:
            factor = Fraction(1)
            if source[0] == "*":
                factor, source = number_at(source[1], self.scope), source[2]
            if source[0] != "member" or source[1] not in self.layer.head_names or not source[2].isdigit():
                raise Refused("an 'out' of another form")
            if target[0] == "member" and target[1] == "stream" or target[0] == "name":
                name = f"stream.{target[2]}" if target[0] == "member" else target[1]
            else:
                raise Refused("an 'out' of another form")
            place = self.coordinates.get(name)
            if place is None:
                raise IllFormed(f"{name} is no coordinate, d = {self.layer.width}")
            self.landings.append((self.layer.head_names[source[1]], int(source[2]), factor, place))

    def land(self, number, labels, width):
        """Where a head's output lands: what `out` says and what the labels say."""
        found = [(own, factor, place) for head, own, factor, place in self.landings if head == number]
        for own, _, _ in found:
            if not 1 <= own <= width:
                raise IllFormed(f"coordinate {own} of a head of {width}")
        for own, label in enumerate(labels, 1):
            if label is not None:
                if label not in self.layer.coordinates:
                    raise IllFormed(f"{label!r} is no coordinate")
                found.append((own, Fraction(1), self.layer.coordinates[label]))
        return found  # a head that lands nowhere adds nothing

    def stream(self, cell, attended):
        """The stream at a token as a list of [rational part, [(factor, output), ...]] by coordinate."""
        if not self.landings and not any(label for one in attended for label in one.labels):
            raise Refused("nothing says where the heads' outputs land")
        result = [[number if self.layer.residual else Fraction(0), []] for number in cell.encoding]
        for number, one in enumerate(attended):
            for own, factor, place in self.land(number, one.labels, len(one.outputs)):
                output = one.outputs[own - 1]
                if isinstance(output, Fraction):
                    result[place - 1][0] += factor * output
                elif factor:
                    result[place - 1][1].append((factor, output))
        return result

    # What the text may say.

    def reads_stream(self, node):
        return any(text in self.coordinates for text, _, _, _ in free_names(node))

    def members(self, node):
        """NAME(2) of a block as the name of that coordinate."""
        if node[0] == "call" and len(node[2]) == 1:
            try:
                name = f"{node[1]}({number_at(node[2][0], self.scope)})"
            except (NoValue, Refused, IllFormed):
                name = None
            if name in self.coordinates:
                return ("name", name, node[3])
        return tuple(self.members(part) if isinstance(part, tuple) and part and isinstance(part[0], str) else
                     tuple(self.members(inner) if isinstance(inner, tuple) and inner and isinstance(inner[0], str) else inner
                           for inner in part) if isinstance(part, tuple) else part for part in node)

    def unfolded(self, node):
        """An expression, its definitions that read the stream written out."""
        macro = self.scope.find(node[1]) if node[0] == "name" else None
        if isinstance(macro, Macro) and not macro.parameters:
            body = self.unfolded(macro.body)
            return ("tuple", (body,), (None,)) if self.reads_stream(body) else node
        if node[0] in ("+", "-", "*", "/", "^", "negative", "tuple", "call"):
            return tuple(self.unfolded(part) if isinstance(part, tuple) and part and isinstance(part[0], str) else
                         tuple(map(self.unfolded, part)) if isinstance(part, tuple) and part and isinstance(part[0], tuple)
                         else part for part in node)
        return node

    def check_form(self, node):
        for text, kind, line, bound in free_names(node):
            if kind == "member" and text not in self.coordinates:
                raise IllFormed(f"line {line}: {text} is no coordinate")
            if text == "d":
                raise IllFormed(f"line {line}: 'd' has no meaning here")
            if kind == "name" and text not in self.coordinates and self.scope.find(text) is None:
                if text in self.layer.known:
                    raise IllFormed(f"line {line}: {text!r} has no meaning here")
                raise Refused(f"line {line}: {text!r} is not known")
        self.check_operations(node)

    def check_operations(self, node):
        if not self.reads_stream(node):
            return
        kind = node[0]
        if kind in ("name", "member"):
            return
        if kind in ("+", "-", "*"):
            parts = node[1:]
        elif kind == "^":
            if self.reads_stream(node[2]):
                raise Refused("an exponent that reads the stream")
            self.exponent(node[2])
            parts = node[1:2]
        elif kind == "/":
            if self.reads_stream(node[2]):
                raise Refused("a division by a coordinate")
            parts = node[1:]
        elif kind == "negative":
            parts = node[1:]
        elif kind == "tuple" and len(node[1]) == 1:
            parts = node[1]
        elif kind == "call" and (node[1] in ("min", "max") or node[1] in ("relu", "abs") and len(node[2]) == 1):
            parts = node[2]
        else:
            raise Refused("a readout that is no sum, product, relu, |.|, min or max of coordinates")
        for part in parts:
            self.check_operations(part)

    def exponent(self, node):
        number = number_at(node, self.scope)
        if number < 0 or number.denominator != 1:
            raise Refused(f"{number} as an exponent of a coordinate")
        return int(number)

    def read_maps(self):
        self.maps = []
        width = self.layer.width
        for matrix, bias in self.statement.get("maps"):
            rows = self.matrix(evaluate(matrix, self.scope))
            offsets = evaluate(bias, self.scope) if bias is not None else tuple(Fraction(0) for _ in rows)
            offsets = offsets if isinstance(offsets, tuple) else (offsets,)
            if any(len(row) != width for row in rows) or len(offsets) != len(rows):
                raise IllFormed("matrices of the readout that do not fit")
            self.maps.append((rows, offsets))
            width = len(rows)
        if width != 1:
            raise IllFormed("a readout of several numbers")

    @staticmethod
    def matrix(value):
        if not isinstance(value, tuple):
            return ((value,),)
        return value if isinstance(value[0], tuple) else (value,)

    # Values.

    def value(self, stream, number_of):
        """number_of makes a number of [rational part, outputs]: an enclosure, a quotient of exponential sums."""
        if "maps" not in self.statement.says:
            try:
                return self.at(self.whole, stream, number_of)
            except NoValue as problem:
                raise IllFormed(f"the readout: {problem}") from problem
        numbers = [number_of(part) for part in stream]
        for place, (rows, offsets) in enumerate(self.maps):
            if place:
                numbers = [relu(number) for number in numbers]
            numbers = [combined(row, numbers, offset) for row, offset in zip(rows, offsets)]
        return numbers[0]

    def at(self, node, stream, number_of):
        if not self.reads_stream(node):
            return Fraction(as_number(evaluate(node, self.scope)))
        kind = node[0]
        if kind in ("name", "member"):
            name = node[1] if kind == "name" else f"{node[1]}.{node[2]}"
            return number_of(stream[self.coordinates[name] - 1])
        if kind == "tuple":
            return self.at(node[1][0], stream, number_of)
        if kind == "call":
            parts = [self.at(part, stream, number_of) for part in node[2]]
            return apply(node[1], parts)
        if kind == "^":
            base = self.at(node[1], stream, number_of)
            result = Fraction(1)
            for _ in range(self.exponent(node[2])):
                result = base * result
            return result
        parts = [self.at(part, stream, number_of) for part in node[1:]]
        if kind == "negative":
            return -parts[0]
        if kind == "/":
            if parts[1] == 0:
                raise NoValue("a division by zero")
            return parts[0] * (1 / parts[1])
        left, right = parts
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[kind]()


def relu(number):
    return max(number, Fraction(0)) if isinstance(number, Fraction) else number.maximum(Fraction(0))


def combined(row, numbers, offset):
    total = offset
    for factor, number in zip(row, numbers):
        if factor:
            total = number * factor + total
    return total


def apply(name, parts):
    if name == "abs":
        return abs(parts[0])
    if name == "relu":
        return relu(parts[0])
    result = parts[0]
    for other in parts[1:]:
        if isinstance(result, Fraction) and isinstance(other, Fraction):
            result = max(result, other) if name == "max" else min(result, other)
        else:
            if isinstance(result, Fraction):
                result, other = other, result
            result = result.maximum(other) if name == "max" else result.minimum(other)
    return result


def enclosed(bits):
    """number_of for enclosures; rational parts stay rational."""

    def number_of(part):
        rational, outputs = part
        total = rational
        for factor, output in outputs:
            total = output.enclosure(bits) * Enclosure.of(factor, bits) + total
        return total

    return number_of


def exact(part):
    """number_of for exact signs."""
    rational, outputs = part
    total = rational
    for factor, output in outputs:
        total = Quotient.of(output.exact() * factor) + Quotient.of(total)
    return total
