"""Bounds of checks: expressions with sqrt, log and exp, as enclosures (rational ones exactly)."""

from fractions import Fraction

from . import enclosures
from .enclosures import Enclosure
from .errors import Refused
from .evaluation import evaluate
from .expressions import free_names

BITS = 128


def value(node, scope):
    """(low, high) as Fractions."""
    result = _value(node, scope)
    return (result, result) if isinstance(result, Fraction) else result.bounds()


def _transcendental(node):
    return any(kind == "call" and text in ("sqrt", "log", "exp") for text, kind, _, _ in free_names(node))


def _enclosed(number):
    return Enclosure.of(number, BITS)


def _value(node, scope):
    kind = node[0]
    if kind == "^":
        return _power(_value(node[1], scope), _value(node[2], scope))
    if kind == "tuple" and len(node[1]) == 1:
        return _value(node[1][0], scope)
    if kind in ("+", "-", "*", "/"):
        left, right = _value(node[1], scope), _value(node[2], scope)
        if kind == "/":
            return left * (1 / right)
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[kind]()
    if kind == "negative":
        return -_value(node[1], scope)
    if not _transcendental(node):
        return Fraction(evaluate(node, scope))
    if kind == "call" and len(node[2]) == 1:
        argument = _value(node[2][0], scope)
        if node[1] == "exp":
            return _exp(argument if isinstance(argument, Enclosure) else _enclosed(argument))
        if isinstance(argument, Fraction):
            if node[1] == "log" and argument > 0:
                return enclosures.log(argument, BITS)
            if node[1] == "sqrt" and argument >= 0:
                return enclosures.sqrt(argument, BITS)
    raise Refused("a bound of another form")


def _exp(argument):
    if argument.high <= 0:
        return enclosures.exp(argument)
    if argument.low >= 0:
        return 1 / enclosures.exp(-argument)
    raise Refused("exp of a number near 0")


def _power(base, exponent):
    if not isinstance(exponent, Fraction):
        raise Refused("a power of another form")
    if exponent.denominator == 1 and isinstance(base, Fraction):
        return base ** int(exponent)
    if isinstance(base, Fraction) and base > 0:
        argument = enclosures.log(base, BITS) * _enclosed(exponent)
        return _exp(argument)
    raise Refused("a power of another form")


def compare(sign, left, right):
    """Whether left sign right for two (low, high); None where the enclosures do not tell."""
    if sign in (">", ">="):
        return compare("<" if sign == ">" else "<=", right, left)
    if sign not in ("<", "<="):
        raise Refused("a bound with another sign")
    if left[1] < right[0]:
        return True
    if left[0] > right[1]:
        return False
    if left[0] == left[1] == right[0] == right[1]:
        return sign == "<="
    if sign == "<=" and left[1] <= right[0]:
        return True
    if sign == "<" and left[0] >= right[1]:
        return False
    return None


def magnitude(number):
    """How many binary places a positive Fraction lies below 1."""
    if number <= 0:
        return 0
    return max(0, number.denominator.bit_length() - number.numerator.bit_length())
