"""Vectors of rows and encodings: a tuple, a factor times one, or a sum of such; zeros(k) stands for k zeros."""

from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import as_integer, as_number, evaluate


def is_vector(node):
    """Whether an expression is a vector by its form; a bracket at the end of a product is one."""
    if node[0] == "tuple":
        return True
    if node[0] == "*":
        return is_vector(node[2])
    if node[0] in ("+", "-"):
        return is_vector(node[1]) and is_vector(node[2]) and (has_comma(node[1]) or has_comma(node[2]))
    return False


def has_comma(node):
    if node[0] == "tuple":
        return len(node[1]) > 1
    return node[0] in ("*", "+", "-") and any(has_comma(part) for part in node[1:])


def vector(node, scope):
    """(numbers, labels); a number alone is a vector of one coordinate, zeros(k) alone one of k."""
    if node[0] == "call" and node[1] == "zeros":
        node = ("tuple", (node,), (None,))
    if node[0] == "tuple":
        numbers, labels = [], []
        for part, label in zip(node[1], node[2]):
            if part[0] == "call" and part[1] == "zeros":
                count = as_integer(evaluate(part[2][0], scope), "a block of zeros")
                if count < 0:
                    raise IllFormed(f"a block of {count} zeros")
                numbers += [Fraction(0)] * count
                labels += [None] * count
                continue
            value = evaluate(part, scope)
            if isinstance(value, tuple):
                raise Refused("a tuple inside of a vector")
            numbers.append(as_number(value))
            labels.append(label)
        return [Fraction(number) for number in numbers], labels
    if node[0] == "*" and is_vector(node):
        numbers, labels = vector(node[2], scope)
        factor = as_number(evaluate(node[1], scope))
        return [factor * number for number in numbers], labels
    if node[0] in ("+", "-") and is_vector(node):
        left, labels = vector(node[1], scope)
        right, _ = vector(node[2], scope)
        if len(left) != len(right):
            raise NoValue("a sum of vectors of unequal lengths")
        sign = 1 if node[0] == "+" else -1
        return [a + sign * b for a, b in zip(left, right)], labels
    return [Fraction(as_number(evaluate(node, scope)))], [None]


def said(label):
    """NAME(2) of a label of a block."""
    return f"{label[1]}({label[2][0][1]})" if isinstance(label, tuple) and label[2][0][0] == "number" else label


def entries(node):
    """The expressions that stand in a vector, and its factors, to look at their names."""
    if node[0] == "tuple":
        for part in node[1]:
            if part[0] == "call" and part[1] == "zeros":
                yield part[2][0]
            else:
                yield part
    elif node[0] == "*" and is_vector(node):
        yield node[1]
        yield from entries(node[2])
    elif node[0] in ("+", "-") and is_vector(node):
        yield from entries(node[1])
        yield from entries(node[2])
    else:
        yield node
