"""Quotients of sums c*exp(x), x a rational combination of sqrt(r), log(p) and sqrt(r)*log(p): signs, decided.

Whether such a sum vanishes: combine equal exponents, whole powers of primes going into the coefficients. Numbers
e^(sum of q*sqrt(r)) with different exponents are linearly independent over the algebraic numbers (Lindemann and
Weierstrass), and the products of fractional powers of primes with different exponents are over the rationals
(Besicovitch); so without `mixed` symbols the sum vanishes only if all coefficients do. Exponents that are multiples of one
q*sqrt(r)*log(k), r > 1, are powers of one transcendental number (Gelfond and Schneider), with the same conclusion.
Everything else is left to enclosures, which may not end: Undecided."""

import math
from fractions import Fraction

from . import enclosures
from .enclosures import Enclosure
from .errors import Undecided
from .scales import symbol_enclosure

ZERO_BITS = 4096


class ExponentialSum:
    def __init__(self, terms=None):
        self.terms = terms or {}

    @staticmethod
    def of(number):
        return ExponentialSum({(): Fraction(number)} if number else {})

    @staticmethod
    def term(coefficient, exponent):
        result = ExponentialSum()
        result.add_term(coefficient, exponent)
        return result

    def add_term(self, coefficient, exponent):
        if not coefficient:
            return
        kept = []
        for symbol, amount in exponent:
            if symbol[0] == "prime":
                whole = math.floor(amount)
                coefficient *= Fraction(symbol[1]) ** whole
                amount -= whole
            if amount:
                kept.append((symbol, amount))
        key = tuple(kept)
        total = self.terms.get(key, 0) + coefficient
        if total:
            self.terms[key] = total
        else:
            self.terms.pop(key, None)

    def __add__(self, other):
        result = ExponentialSum(dict(self.terms))
        for key, coefficient in other.terms.items():
            result.add_term(coefficient, key)
        return result

    def times(self, number):
        return ExponentialSum({key: coefficient * number for key, coefficient in self.terms.items()} if number else {})

    def __mul__(self, other):
        result = ExponentialSum()
        for left, first in self.terms.items():
            for right, second in other.terms.items():
                powers = dict(left)
                for symbol, amount in right:
                    powers[symbol] = powers.get(symbol, 0) + amount
                result.add_term(first * second, tuple(sorted(item for item in powers.items() if item[1])))
        return result

    def is_rational(self):
        return all(key == () for key in self.terms)

    def rational(self):
        return self.terms.get((), Fraction(0))

    def is_independent(self):
        """Whether the theorems above speak of this sum's terms."""
        mixed = [key for key in self.terms if any(symbol[0] == "mixed" for symbol, _ in key)]
        if not mixed:
            return True
        if any(any(symbol[0] != "mixed" for symbol, _ in key) for key in self.terms):
            return False
        directions = set()
        for key in mixed:
            first = key[0][1]
            directions.add(tuple((symbol, amount / first) for symbol, amount in key))
        return len(directions) == 1

    def largest_exponent(self):
        """An upper bound of the exponents, as a Fraction."""
        return max((_exponent(key, 64).bounds()[1] for key in self.terms), default=Fraction(0))

    def enclosure(self, shift, bits):
        """The sum times e^-shift, shift an upper bound of the exponents."""
        inner = bits + 64
        total = Enclosure(0, 0, inner)
        for key, coefficient in self.terms.items():
            argument = _exponent(key, inner) - Enclosure.of(shift, inner)
            weight = enclosures.exp(Enclosure(argument.low, min(argument.high, 0), inner))
            total = total + weight * Enclosure.of(coefficient, inner)
        return total

    def sign(self):
        if not self.terms:
            return 0
        if self.is_rational():
            return 1 if self.rational() > 0 else -1
        limit = enclosures.LIMIT_BITS if self.is_independent() else ZERO_BITS
        shift, bits = self.largest_exponent(), 64
        while bits <= limit:
            sign = self.enclosure(shift, bits).sign()
            if sign:
                return sign
            bits *= 2
        raise Undecided("the sign of an exponential sum")


def _exponent(key, bits):
    total = Enclosure(0, 0, bits)
    for symbol, amount in key:
        total = total + symbol_enclosure(symbol, bits) * Enclosure.of(amount, bits)
    return total


class Quotient:
    """numerator/denominator, the denominator positive."""

    def __init__(self, numerator, denominator):
        self.numerator, self.denominator = numerator, denominator

    @staticmethod
    def of(number):
        return number if isinstance(number, Quotient) else Quotient(ExponentialSum.of(number), ExponentialSum.of(1))

    def __add__(self, other):
        other = Quotient.of(other)
        if self.denominator.terms == other.denominator.terms:
            return Quotient(self.numerator + other.numerator, self.denominator)
        return Quotient(self.numerator * other.denominator + other.numerator * self.denominator,
                        self.denominator * other.denominator)

    __radd__ = __add__

    def __neg__(self):
        return Quotient(self.numerator.times(-1), self.denominator)

    def __sub__(self, other):
        return self + (-Quotient.of(other))

    def __rsub__(self, other):
        return Quotient.of(other) - self

    def __mul__(self, number):
        if isinstance(number, Quotient):
            return Quotient(self.numerator * number.numerator, self.denominator * number.denominator)
        return Quotient(self.numerator.times(number), self.denominator)

    __rmul__ = __mul__

    def sign(self):
        return self.numerator.sign()

    def __abs__(self):
        return -self if self.sign() < 0 else self

    def maximum(self, other):
        return self if (self - other).sign() >= 0 else Quotient.of(other)

    def minimum(self, other):
        return self if (self - other).sign() <= 0 else Quotient.of(other)

    def enclosure(self, bits):
        shift = max(self.numerator.largest_exponent(), self.denominator.largest_exponent())
        inner = bits
        while inner <= enclosures.LIMIT_BITS:
            below = self.denominator.enclosure(shift, inner)
            if below.sign() == 1:
                return self.numerator.enclosure(shift, inner) / below
            inner *= 2
        raise Undecided("a denominator that is not told from 0")
