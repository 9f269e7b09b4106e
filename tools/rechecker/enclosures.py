"""Enclosures of real numbers: two integers over 2^bits. For all x in the arguments, f(x) is in the result."""

from fractions import Fraction
from functools import lru_cache
from math import isqrt

LIMIT_BITS = 1 << 15


class Enclosure:
    __slots__ = ("low", "high", "bits")

    def __init__(self, low, high, bits):
        self.low, self.high, self.bits = low, high, bits

    @staticmethod
    def of(number, bits):
        if isinstance(number, Enclosure):
            return number
        scaled = number.numerator << bits
        return Enclosure(scaled // number.denominator, -(-scaled // number.denominator), bits)

    def bounds(self):
        return Fraction(self.low, 1 << self.bits), Fraction(self.high, 1 << self.bits)

    def _other(self, other):
        return other if isinstance(other, Enclosure) else Enclosure.of(Fraction(other), self.bits)

    def __add__(self, other):
        other = self._other(other)
        return Enclosure(self.low + other.low, self.high + other.high, self.bits)

    __radd__ = __add__

    def __neg__(self):
        return Enclosure(-self.high, -self.low, self.bits)

    def __sub__(self, other):
        return self + (-self._other(other))

    def __rsub__(self, other):
        return self._other(other) - self

    def __mul__(self, other):
        if isinstance(other, int):
            ends = (self.low * other, self.high * other)
            return Enclosure(min(ends), max(ends), self.bits)
        other = self._other(other)
        ends = (self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high)
        return Enclosure(min(ends) >> self.bits, -(-max(ends) >> self.bits), self.bits)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._other(other)
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError("an enclosure that holds 0 as a divisor")
        ends = [Fraction(a << self.bits, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        low, high = min(ends), max(ends)
        return Enclosure(low.numerator // low.denominator, -(-high.numerator // high.denominator), self.bits)

    def __rtruediv__(self, other):
        return self._other(other) / self

    def sign(self):
        """1, 0 or -1, and None where the enclosure does not tell."""
        if self.low > 0:
            return 1
        if self.high < 0:
            return -1
        return 0 if self.low == self.high == 0 else None

    def __abs__(self):
        if self.low >= 0:
            return self
        if self.high <= 0:
            return -self
        return Enclosure(0, max(-self.low, self.high), self.bits)

    def maximum(self, other):
        other = self._other(other)
        return Enclosure(max(self.low, other.low), max(self.high, other.high), self.bits)

    def minimum(self, other):
        other = self._other(other)
        return Enclosure(min(self.low, other.low), min(self.high, other.high), self.bits)

    def narrowed(self, bits):
        """The same number with fewer bits."""
        down = self.bits - bits
        return Enclosure(self.low >> down, -(-self.high >> down), bits)


def sqrt(number, bits):
    """The square root of a Fraction from 0 on."""
    scaled = (number.numerator << (2 * bits)) // number.denominator
    root = isqrt(scaled)
    return Enclosure(root, root + 1, bits)


def _atanh(number, bits):
    """atanh of a Fraction, |number| <= 1/3: sum of number^(2k+1)/(2k+1), the rest at most 9/8 of its first term."""
    x = Enclosure.of(number, bits)
    square, power = x * x, x
    total, k = x, 1
    while True:
        power = power * square
        term = power / (2 * k + 1)
        total = total + term
        k += 1
        size = max(abs(power.low), abs(power.high))
        if size <= 1:
            break
    rest = 2 * size + 2
    return Enclosure(total.low - rest, total.high + rest, bits)


@lru_cache(maxsize=256)
def log(number, bits):
    """The logarithm of a positive Fraction."""
    inner = bits + 32
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    mantissa = number / Fraction(2) ** exponent  # in (1/2, 2)
    if mantissa > Fraction(4, 3):
        mantissa, exponent = mantissa / 2, exponent + 1
    if mantissa < Fraction(2, 3):
        mantissa, exponent = mantissa * 2, exponent - 1
    result = 2 * _atanh((mantissa - 1) / (mantissa + 1), inner) + (2 * exponent) * _atanh(Fraction(1, 3), inner)
    return result.narrowed(bits)


def exp(x):
    """exp of an enclosure of nonpositive numbers, in as many bits; a positive upper end is of rounding only."""
    bits = x.bits
    if x.high < -(bits + 8) << bits:  # below 2^-bits, as e > 2
        return Enclosure(0, 1, bits)
    halvings = max(0, (max(abs(x.low), abs(x.high)) >> bits).bit_length()) + 8
    inner = bits + 2 * halvings + 32
    low = _exp_point(x.low << (inner - bits), inner, halvings)
    high = _exp_point(x.high << (inner - bits), inner, halvings)
    return Enclosure(low.low, high.high, inner).narrowed(bits)


def _exp_point(scaled, inner, halvings):
    """exp of scaled/2^inner: the series at the number over 2^halvings, squared as often."""
    y = Enclosure(scaled >> halvings, -(-scaled >> halvings), inner)
    total = Enclosure(1 << inner, 1 << inner, inner) + y
    term, k = y, 2
    while True:
        term = term * y / k
        total = total + term
        k += 1
        size = max(abs(term.low), abs(term.high))
        if size <= 1:
            break
    total = Enclosure(total.low - size - 1, total.high + size + 1, inner)  # |y| <= 1/2: the rest is below the last term
    for _ in range(halvings):
        total = total * total
    return total
