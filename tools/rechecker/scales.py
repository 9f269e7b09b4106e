"""Scales p/q*sqrt(r)*log(k), and what exp(score*scale) is made of."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from . import enclosures
from .errors import NoValue, Refused
from .evaluation import evaluate, number_at


@lru_cache(maxsize=None)
def factors(number):
    """The prime factors of an integer from 1 on, as a sorted tuple of (prime, exponent)."""
    found, prime = [], 2
    while prime * prime <= number:
        count = 0
        while number % prime == 0:
            number, count = number // prime, count + 1
        if count:
            found.append((prime, count))
        prime += 1
    return tuple(found + ([(number, 1)] if number > 1 else []))


@dataclass(frozen=True)
class Scale:
    """factor*sqrt(root)*log(argument); argument None: no logarithm. root is square-free."""

    factor: Fraction = Fraction(1)
    root: int = 1
    argument: Fraction = None

    def times(self, other):
        if self.argument is not None and other.argument is not None:
            raise Refused("a scale with two logarithms")
        outside, inside = 1, 1
        for prime, count in factors(self.root * other.root):
            outside *= prime ** (count // 2)
            inside *= prime ** (count % 2)
        return Scale(self.factor * other.factor * outside, inside, self.argument or other.argument)

    def over(self, other):
        if other.argument is not None:
            raise Refused("a scale that divides by a logarithm")
        if other.factor == 0:
            raise NoValue("a division by zero")
        return self.times(Scale(1 / (other.factor * other.root), other.root))

    def normal(self):
        return Scale(Fraction(0)) if self.argument == 1 or self.factor == 0 else self

    def exponent(self, score):
        """score*scale as a sum of rational multiples of symbols: a sorted tuple of (symbol, Fraction)."""
        amount = score * self.factor
        if amount == 0:
            return ()
        if self.argument is None:
            return ((("root", self.root), amount),)
        kind = ("prime",) if self.root == 1 else ("mixed", self.root)
        powers = {}
        for sign, number in ((1, self.argument.numerator), (-1, self.argument.denominator)):
            for prime, count in factors(number):
                powers[kind + (prime,)] = amount * sign * count
        return tuple(sorted(powers.items()))

    def enclosure(self, bits):
        result = enclosures.Enclosure.of(self.factor, bits)
        if self.root != 1:
            result = result * enclosures.sqrt(Fraction(self.root), bits)
        if self.argument is not None:
            result = result * enclosures.log(self.argument, bits)
        return result

    def sign(self):
        """A scale multiplies scores: with a negative one the least score is the best."""
        below_one = self.argument is not None and self.argument < 1
        sign = (self.factor > 0) - (self.factor < 0)
        return -sign if below_one else sign


@lru_cache(maxsize=4096)
def symbol_enclosure(symbol, bits):
    if symbol[0] == "root":
        return enclosures.sqrt(Fraction(symbol[1]), bits)
    if symbol[0] == "prime":
        return enclosures.log(Fraction(symbol[1]), bits)
    return enclosures.sqrt(Fraction(symbol[1]), bits) * enclosures.log(Fraction(symbol[2]), bits)


def square_root(number):
    """sqrt of a Fraction as a scale."""
    if number < 0:
        raise NoValue("the root of a negative number")
    if number == 0:
        return Scale(Fraction(0))
    return Scale(Fraction(1, number.denominator)).times(Scale(root=1)).times(_root(number.numerator * number.denominator))


def _root(number):
    outside, inside = 1, 1
    for prime, count in factors(number):
        outside *= prime ** (count // 2)
        inside *= prime ** (count % 2)
    return Scale(Fraction(outside), inside)


def read(node, scope):
    return _read(node, scope).normal()


def _read(node, scope):
    kind = node[0]
    if kind == "call" and node[1] in ("sqrt", "log"):
        if len(node[2]) != 1:
            raise Refused(f"'{node[1]}' takes one argument")
        number = number_at(node[2][0], scope)
        if node[1] == "sqrt":
            return square_root(number)
        if number <= 0:
            raise NoValue("the logarithm of a number that is not positive")
        return Scale(argument=number)
    if kind == "*":
        return _read(node[1], scope).times(_read(node[2], scope))
    if kind == "/":
        return _read(node[1], scope).over(_read(node[2], scope))
    if kind == "negative":
        return _read(node[1], scope).times(Scale(Fraction(-1)))
    if kind == "tuple" and len(node[1]) == 1:
        return _read(node[1][0], scope)
    value = evaluate(node, scope)
    if not isinstance(value, Fraction):
        raise Refused("a scale is a number")
    return Scale(Fraction(value))
