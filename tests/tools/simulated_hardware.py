"""The models tensor-core and flash of docs/precision-models.md, simulated on an exported layer in exact fractions: what
`attest export --to json` wrote is read by hand, every number is a Fraction, every rounding is written out, and nothing is shared with
attest."""

import decimal
import functools
import itertools
import json
import math
import pathlib
from fractions import Fraction

DIGITS = decimal.Context(prec=80, Emin=-10**6, Emax=10**6)
FORMATS = {"fp8-e5m2": (3, -14, Fraction(57344), math.inf), "fp8-e4m3": (4, -6, Fraction(448), math.nan),
           "bfloat16": (8, -126, (2 - Fraction(1, 2**7)) * 2**127, math.inf), "fp16": (11, -14, Fraction(65504), math.inf),
           "tf32": (11, -126, (2 - Fraction(1, 2**10)) * 2**127, math.inf),
           "fp32": (24, -126, (2 - Fraction(1, 2**23)) * 2**127, math.inf)}


def format_of(name):
    """(bits, least exponent, largest number, what overflow gives)"""
    if name not in FORMATS:
        bits = int(name.removeprefix("p"))
        return bits, -126, (2 - Fraction(1, 2**(bits - 1))) * 2**127, math.inf
    return FORMATS[name]


def exponent(x):
    """e of 2^e <= |x| < 2^(e+1)."""
    x = abs(x)
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2)**e <= x else e - 1


def finite(x):
    return isinstance(x, Fraction)


def to_nearest(x, unit):
    """The nearest multiple of unit, ties to an even one: what round() of a Fraction does."""
    return round(x / unit) * unit


def rounded(x, form, saturates=False):
    bits, least, largest, overflow = form
    if not finite(x):
        return x if math.isnan(x) or not saturates else (largest if x > 0 else -largest)
    if x == 0:
        return x
    y = to_nearest(x, Fraction(2)**(max(exponent(x), least) + 1 - bits))
    if abs(y) <= largest:
        return y
    if saturates:
        return largest if y > 0 else -largest
    return overflow if y > 0 else -overflow


def rounded32(x):
    return rounded(x, FORMATS["fp32"])


def number(x):
    """Where a Fraction meets an infinity or NaN: as floats have it."""
    return float(x) if finite(x) else x


def add(x, y):
    return rounded32(x + y) if finite(x) and finite(y) else number(x) + number(y)


def times(x, y):
    if finite(x) and finite(y):
        return x * y
    x, y = ((v > 0) - (v < 0) if finite(v) else v for v in (x, y))
    return float(x) * float(y)


def over(x, y):
    if finite(x) and finite(y) and y != 0:
        return rounded32(x / y)
    if not finite(x) or not finite(y) or x == 0:
        return math.nan if not finite(x) or y == 0 else (math.nan if math.isnan(y) else Fraction(0))
    return math.inf


@functools.lru_cache(None)
def exp32(x):
    if not finite(x):
        return Fraction(0) if x == -math.inf else x
    power = DIGITS.exp(DIGITS.divide(decimal.Decimal(x.numerator), decimal.Decimal(x.denominator)))
    return rounded32(Fraction(power))


def scale_of(text):
    """p/q, p/q*sqrt(r) or p/q*log(r), rounded to fp32."""
    factor, _, function = text.partition("*")
    if not function and "(" in factor:
        factor, function = "1", factor
    value = Fraction(factor)
    if function:
        name, argument = function.rstrip(")").split("(")
        argument = Fraction(argument)
        argument = DIGITS.divide(decimal.Decimal(argument.numerator), decimal.Decimal(argument.denominator))
        value *= Fraction(DIGITS.sqrt(argument) if name == "sqrt" else DIGITS.ln(argument))
    return rounded32(value)


class Model:
    def __init__(self, name, format_name):
        kind, *options = name.split(":")
        given = dict(option.partition("=")[::2] for option in options)
        self.flash = kind == "flash"
        self.form = format_of(format_name)
        self.block, self.cut = int(given.get("block", 1)), int(given["cut"]) if "cut" in given else None
        if "h100" in given and format_name != "fp32":
            fp8 = format_name.startswith("fp8")
            self.block, self.cut = (32, 13) if fp8 else (8 if format_name == "tf32" else 16, 25)
        self.keys, self.scale = int(given.get("keys", 64)), given.get("scale")
        self.descending = "descending" in given
        self.saturates = "saturate" in given or self.scale is not None

    def shift(self, largest):
        if self.scale is None or not finite(largest) or largest == 0:
            return 0
        shift = exponent(self.form[2]) - exponent(largest)
        return shift if largest * Fraction(2)**shift <= self.form[2] else shift - 1

    def cast(self, row, largest=None):
        """(numbers of the format, shift): they stand for numbers / 2^shift."""
        if largest is None:
            largest = max((abs(x) for x in row if finite(x)), default=Fraction(0))
        shift = self.shift(largest)
        return [rounded(times(x, Fraction(2)**shift), self.form, self.saturates) for x in row], shift

    def matrix(self, rows):
        largest = max((abs(x) for row in rows for x in row), default=Fraction(0)) if self.scale == "tensor" else None
        return [self.cast(row, largest) for row in rows]

    def sum(self, a, b, c=Fraction(0)):
        pairs = list(zip(a, b, strict=True))
        if self.descending:
            pairs.reverse()
        for k in range(0, len(pairs), self.block):
            c = self.added(c, pairs[k:k + self.block])
        return c

    def added(self, c, pairs):
        terms = [c] + [times(a, b) for a, b in pairs]
        if not all(map(finite, terms)):
            return sum(map(number, terms))
        if self.cut is None:
            return rounded32(sum(terms))
        exponents = [max(exponent(a), self.form[1]) + max(exponent(b), self.form[1]) for a, b in pairs if a * b != 0]
        exponents += [max(exponent(c), -126)] if c != 0 else []
        if not exponents:
            return Fraction(0)
        unit = Fraction(2)**(max(exponents) - self.cut)
        total = sum(math.trunc(x / unit) for x in terms) * unit
        if total == 0:
            return Fraction(0)
        unit = Fraction(2)**(max(exponent(total), -126) - min(self.cut, 23))
        total = math.trunc(total / unit) * unit
        return total if abs(total) < 2**128 else (math.inf if total > 0 else -math.inf)

    def dot(self, a, b):
        return rounded32(times(self.sum(a[0], b[0]), Fraction(2)**-(a[1] + b[1])))


def plain(row):
    return [times(x, Fraction(2)**-row[1]) for x in row[0]]


class Layer:
    """One layer of softmax or expressive heads; `outputs` of an input's cells."""

    def __init__(self, folder, model):
        folder = pathlib.Path(folder)
        layer = json.loads((folder / "layer.json").read_text(encoding="utf-8"))
        self.arrays, self.model = layer["arrays"], model
        ((record,),) = (layer["layers"],)
        self.residual, self.heads, self.depth = record["residual"], record["heads"], layer["readouts"]
        self.x = model.matrix(self.fractions("X"))
        self.output = model.matrix(self.fractions("W_O"))

    def fractions(self, name):
        values = self.arrays[name]["values"]
        return [[Fraction(x) for x in row] if isinstance(row, list) else Fraction(row) for row in values]

    def amax(self, rows):
        return max((abs(x) for row in rows for x in row if finite(x)), default=Fraction(0))

    @functools.lru_cache(None)  # noqa: B019
    def images(self, name, cast=True):
        """Of every row of X: W x in fp32, and cast."""
        m = self.model
        weights = m.matrix(self.fractions(name))
        rows = [[m.dot(w, x) for w in weights] for x in self.x]
        largest = self.amax(rows) if m.scale == "tensor" else None
        return [m.cast(row, largest) for row in rows] if cast else rows

    def largest_value(self, head):
        return math.prod((self.amax(self.images(f"{head['name']}_V{v}", cast=False)) for v in head["values"]), start=Fraction(1))

    @functools.lru_cache(None)  # noqa: B019
    def score_and_value(self, index, kinds):
        """Of a tuple of tokens that show these rows of X."""
        m, head = self.model, self.heads[index]
        name, largest = head["name"], self.largest_value(head)
        score = None
        for monomial in head["monomials"]:
            product = self.images(f"{name}_W{monomial[0]}")[kinds[monomial[0] - 1]]
            for v in monomial[1:-1]:
                product = m.cast(self.entrywise(product, self.images(f"{name}_W{v}")[kinds[v - 1]]))
            inner = m.dot(product, self.images(f"{name}_W{monomial[-1]}")[kinds[monomial[-1] - 1]])
            score = inner if score is None else add(score, inner)
        first, *more = head["values"]
        value = m.cast(self.images(f"{name}_V{first}", cast=False)[kinds[first - 1]], None if more else largest)
        for v in more:
            value = m.cast(self.entrywise(value, m.cast(self.images(f"{name}_V{v}", cast=False)[kinds[v - 1]])), largest)
        return rounded32(times(score, scale_of(str(self.arrays[f"{name}_scale"]["values"])))), value

    def entrywise(self, a, b):
        return [rounded32(times(x, y)) for x, y in zip(plain(a), plain(b), strict=True)]

    def head(self, index, token, shown):
        head = self.heads[index]
        others = [self.arrays[f"{head['name']}_tokens{v}"]["values"] for v in range(2, head["variables"] + 1)]
        found = [self.score_and_value(index, tuple(shown[t] for t in chosen)) for chosen in itertools.product([token], *others)]
        return self.mean(head["kernel"], [score for score, _ in found], [value for _, value in found]), self.largest_value(head)

    def kernel(self, kind, z, top):
        if kind == "softmax":
            return exp32(add(z, -top))
        square = rounded32(times(z, z))
        return over(square, add(Fraction(1), square))

    def mean(self, kind, scores, values):
        m = self.model
        width, shift = len(values[0][0]), values[0][1] + m.shift(Fraction(1))
        column = lambda c, part: [v[0][c] for v in values[part]]  # noqa: E731
        if not m.flash:
            top = self.top(scores)
            weights = [self.kernel(kind, z, top) for z in scores]
            total = functools.reduce(add, weights)
            weights = m.cast([over(w, total) for w in weights], Fraction(1))[0]
            return [rounded32(times(m.sum(weights, column(c, slice(None))), Fraction(2)**-shift)) for c in range(width)]
        sums, total, top = [Fraction(0)] * width, None, None
        starts = range(0, len(scores), m.keys)
        for k in reversed(starts) if m.descending else starts:
            part = slice(k, k + m.keys)
            before, top = top, self.top(([] if top is None else [top]) + scores[part])
            weights = [self.kernel(kind, z, top) for z in scores[part]]
            block = functools.reduce(add, weights)
            factor = exp32(add(before, -top)) if before is not None and kind == "softmax" else Fraction(1)
            total = block if total is None else add(rounded32(times(factor, total)), block)
            weights = m.cast(weights, Fraction(1))[0]
            sums = [m.sum(weights, column(c, part), rounded32(times(factor, sums[c]))) for c in range(width)]
        return [over(rounded32(times(x, Fraction(2)**-shift)), total) for x in sums]

    def top(self, scores):
        return math.nan if any(not finite(z) and math.isnan(z) for z in scores) else max(scores)

    def outputs(self, cells):
        m = self.model
        first, strides = self.arrays["first"]["values"], self.arrays["strides"]["values"]
        shown = [f + sum(s * c for s, c in zip(row, cells, strict=True)) for f, row in zip(first, strides, strict=True)]
        return [y for token in self.arrays["receivers"]["values"] for y in self.at(m, token, shown)]

    def at(self, m, token, shown):
        found = [self.head(index, token, shown) for index in range(len(self.heads))]
        if m.scale is None:
            together = m.cast([x for a, _ in found for x in a])
            stream = [m.dot(w, together) for w in self.output]
        else:
            stream, place = None, 0
            for a, largest in found:
                row = m.cast(a, largest if m.scale == "tensor" else None)
                part = [m.dot((w[0][place:place + len(a)], w[1]), row) for w in self.output]
                stream = part if stream is None else [add(x, y) for x, y in zip(stream, part, strict=True)]
                place += len(a)
        stream = m.cast(stream)
        if self.residual:
            stream = m.cast([add(x, y) for x, y in zip(plain(self.x[shown[token]]), plain(stream), strict=True)])
        for number_, depth in enumerate(self.depth, 1):
            x, y = stream, None
            for layer in range(1, depth + 1):
                if layer > 1:
                    x = m.cast([z if not finite(z) and math.isnan(z) else max(z, Fraction(0)) for z in y])
                bias = plain(m.cast(self.fractions(f"readout{number_}_b{layer}")))
                y = [add(m.dot(w, x), b) for w, b in zip(m.matrix(self.fractions(f"readout{number_}_W{layer}")), bias, strict=True)]
            yield plain(m.cast(y))[0]


def right(y, truth, decision):
    if not finite(y):
        return False
    return (y > 0) == (truth != 0) if decision == "sign" else abs(y - truth) < Fraction(1, 2)
