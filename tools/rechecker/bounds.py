"""Bounds of checks: expressions with sqrt, log and exp, as enclosures (rational ones exactly)."""

from fractions import Fraction

from . import enclosures
from .enclosures import Enclosure
from .errors import Refused
from .evaluation import Macro, condition_at, evaluate
from .expressions import free_names


class Bound:
    """The value of a bound, with as many bits behind the point as asked for."""

    def __init__(self, node, scope):
        self.node, self.scope = node, scope

    def value(self, bits):
        """(low, high) as Fractions."""
        result = _Evaluation(self.scope, bits).value(self.node)
        return (result, result) if isinstance(result, Fraction) else result.bounds()


def _transcendental(node, scope):
    return any(kind == "call" and text in ("sqrt", "log", "exp")
               or kind == "name" and isinstance(scope.find(text), Macro) and _transcendental(scope.find(text).body, scope)
               for text, kind, _, _ in free_names(node))


def holds(node, scope):
    """A condition on such numbers: True, False, or None where enclosures do not tell."""
    if not _transcendental(node, scope):
        return condition_at(node, scope)
    kind = node[0]
    if kind == "tuple" and len(node[1]) == 1:
        return holds(node[1][0], scope)
    if kind == "not":
        inner = holds(node[1], scope)
        return None if inner is None else not inner
    if kind in ("and", "or", "implies"):
        left = holds(node[1], scope)
        if kind == "implies" and left is not None:
            left = not left
        settling = kind != "and"
        if left is settling or (right := holds(node[2], scope)) is settling:
            return settling
        return None if left is None or right is None else not settling
    if kind != "chain" or len(node) != 4:
        raise Refused("a condition of another form")
    answer, bits = None, 128
    while answer is None and bits <= 4096:
        answer = compare(node[2], *(Bound(side, scope).value(bits) for side in (node[1], node[3])))
        bits *= 2
    return answer


class _Evaluation:
    def __init__(self, scope, bits):
        self.scope, self.bits = scope, bits

    def value(self, node):
        kind = node[0]
        if kind == "^":
            return self.power(self.value(node[1]), self.value(node[2]))
        if kind == "tuple" and len(node[1]) == 1:
            return self.value(node[1][0])
        if kind in ("+", "-", "*", "/"):
            left, right = self.value(node[1]), self.value(node[2])
            if kind == "/":
                return left * (1 / right)
            return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[kind]()
        if kind == "negative":
            return -self.value(node[1])
        if not _transcendental(node, self.scope):
            return Fraction(evaluate(node, self.scope))
        if kind == "name":
            return self.value(self.scope.find(node[1]).body)
        if kind == "call" and len(node[2]) == 1:
            argument = self.value(node[2][0])
            if node[1] == "exp":
                return _exp(argument if isinstance(argument, Enclosure) else Enclosure.of(argument, self.bits))
            if isinstance(argument, Fraction):
                if node[1] == "log" and argument > 0:
                    return enclosures.log(argument, self.bits)
                if node[1] == "sqrt" and argument >= 0:
                    return enclosures.sqrt(argument, self.bits)
        raise Refused("a bound of another form")

    def power(self, base, exponent):
        if not isinstance(exponent, Fraction):
            raise Refused("a power of another form")
        if exponent.denominator == 1 and isinstance(base, Fraction):
            return base ** int(exponent)
        if exponent.denominator == 1 and 0 <= exponent <= 1000:
            result = Fraction(1)
            for _ in range(int(exponent)):
                result = base * result
            return result
        if isinstance(base, Fraction) and base > 0:
            return _exp(enclosures.log(base, self.bits) * Enclosure.of(exponent, self.bits))
        raise Refused("a power of another form")


def _exp(argument):
    if argument.high <= 0:
        return enclosures.exp(argument)
    if argument.low >= 0:
        return 1 / enclosures.exp(-argument)
    low = enclosures.exp(Enclosure(argument.low, 0, argument.bits)).low
    high = (1 / enclosures.exp(Enclosure(-argument.high, 0, argument.bits))).high
    return Enclosure(low, high, argument.bits)


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
