"""Input types: how many there are, the one of a rank, and how it is spelled.

Ranks are 0-based; inputs are ordered lexicographically, the first symbol most significant, symbols ascending."""

import itertools
import math
from fractions import Fraction

from .errors import NoValue, Refused
from .evaluation import Table, as_integer, evaluate


def elements(node, scope):
    """The elements of a set; a number alone is no set."""
    value = evaluate(node, scope)
    if not isinstance(value, list):
        raise Refused("an input runs through a set")
    return value


class Choice:
    """One element of a set."""

    def __init__(self, values):
        self.values, self.count = values, len(values)

    def symbols(self, rank):
        return (self.values[rank],)


class Functions:
    """Tuples of a given length over a set."""

    def __init__(self, length, values):
        self.length, self.values, self.count = length, values, len(values) ** length

    def symbols(self, rank):
        digits = []
        for _ in range(self.length):
            rank, digit = divmod(rank, len(self.values))
            digits.append(self.values[digit])
        return tuple(reversed(digits))


class Injections:
    """Tuples without repetition."""

    def __init__(self, length, values):
        self.length, self.values = length, values
        self.count = math.perm(len(values), length)

    def symbols(self, rank):
        left, result = list(self.values), []
        for place in range(self.length):
            block = math.perm(len(left) - 1, self.length - place - 1)
            digit, rank = divmod(rank, block)
            result.append(left.pop(digit))
        return tuple(result)


def whole(value):
    return int(value) if value.denominator == 1 else str(value)


class Input:
    """A named input at given sizes: its space, and the value and the spelling that a tuple of symbols stands for. A subset is
    spelled and ranked as the 0s and 1s of its elements."""

    def __init__(self, name, kind, scope):
        self.name, self.kind = name, kind[0]
        self.domains = ()
        if kind[0] == "number":
            self.space = Choice(elements(kind[1], scope))
        elif kind[0] == "word":
            length = as_integer(evaluate(kind[1], scope), "the length of a word")
            self.domains = ([Fraction(k) for k in range(1, length + 1)],)
            self.space = Functions(length, elements(kind[2], scope))
        elif kind[0] == "permutation":
            self.domains = (elements(kind[1], scope),)
            self.space = Injections(len(self.domains[0]), self.domains[0])
        elif kind[0] == "subset":
            self.domains = (elements(kind[1], scope),)
            self.space = Functions(len(self.domains[0]), [Fraction(0), Fraction(1)])
        else:
            self.domains = tuple(elements(domain, scope) for domain in kind[1])
            values = elements(kind[2], scope)
            length = math.prod(len(domain) for domain in self.domains)
            if kind[0] == "function function":
                self.space = Functions(length, values)
            else:
                if kind[0] == "permutation function" and length != len(values):
                    raise NoValue("a permutation between sets of unequal sizes")
                self.space = Injections(length, values)

    def value(self, symbols):
        if self.kind == "number":
            return symbols[0]
        if self.kind == "subset":
            return [element for element, symbol in zip(self.domains[0], symbols) if symbol]
        keys = itertools.product(*self.domains)
        relation = set(getattr(self.space, "values", ())) <= {Fraction(0), Fraction(1)}
        return Table(self.name, dict(zip(keys, symbols)), self.domains, relation)

    def spelling(self, symbols):
        if self.kind == "number":
            return whole(symbols[0])
        return nested([len(domain) for domain in self.domains], iter(symbols))


def nested(lengths, symbols):
    if not lengths:
        return whole(next(symbols))
    return [nested(lengths[1:], symbols) for _ in range(lengths[0])]


def letters(numbers):
    """A word over 1..26 as a string, "aab"."""
    if not isinstance(numbers, list) or any(number not in range(1, 27) for number in numbers):
        raise Refused("letters of what is no word over 1..26")
    return "".join(chr(ord("a") + number - 1) for number in numbers)


class Space:
    """All inputs of a theorem at given sizes."""

    def __init__(self, declared, spelled, scope):
        self.inputs = [Input(name, kind, scope) for name, kind in declared]
        self.spelled = spelled
        self.count = math.prod(one.space.count for one in self.inputs)

    def symbols(self, rank):
        digits = []
        for one in reversed(self.inputs):
            rank, digit = divmod(rank, one.space.count)
            digits.append(one.space.symbols(digit))
        return list(reversed(digits))

    def values(self, rank):
        return {one.name: one.value(symbols) for one, symbols in zip(self.inputs, self.symbols(rank))}

    def spelling(self, rank):
        parts = {one.name: one.spelling(symbols) for one, symbols in zip(self.inputs, self.symbols(rank))}
        return self.spell(self.spelled, parts) if self.spelled is not None else parts

    def spell(self, pattern, parts):
        if isinstance(pattern, str):
            return parts[pattern]
        if isinstance(pattern, tuple):
            return letters(parts[pattern[1]])
        if isinstance(pattern, list):
            return [self.spell(inner, parts) for inner in pattern]
        return {key: self.spell(inner, parts) for key, inner in pattern.items()}
