"""Values of expressions: Fractions, conditions, tuples, sets, words; exact, and lazy where docs/language.md says so."""

import itertools
import math
from fractions import Fraction

from .errors import IllFormed, NoValue, Refused


class Symbol(str):
    """A value of a parameter that is one of a few words."""


class Index(Fraction):
    """The index of a token, which remembers whose it is, so that `phi_j` and `A(c, d)` find the token."""

    def __new__(cls, value, owner):
        self = super().__new__(cls, value)
        self.owner = owner
        return self


class Table:
    """An input that is a function."""

    def __init__(self, name, entries, domains, relation):
        self.name, self.entries, self.domains, self.relation = name, entries, domains, relation

    def __call__(self, arguments):
        if len(arguments) != len(self.domains):
            raise Refused(f"{self.name} takes {len(self.domains)} arguments")
        key = tuple(arguments)
        if key not in self.entries:
            raise NoValue(f"{self.name}{tuple(map(str, key))} is outside of the domain")
        return self.entries[key]


class Joined:
    """`G ++ (x)`, read by an index from 1 on."""

    def __init__(self, values):
        self.values = values


class Macro:
    """A definition; its body is evaluated where it is used."""

    def __init__(self, parameters, body):
        self.parameters, self.body = parameters, body


class Environment:
    """Names and their values. `index`: the names are indices, which a definition does not know that is used among them;
    `definition`: the arguments of one."""

    def __init__(self, values, around=None, index=False, definition=False):
        self.values, self.around, self.index, self.definition = values, around, index, definition

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.around
        return None

    def has_meaning(self, name):
        """Whether an index may not be called so; of the indices around a definition none counts inside of it."""
        scope, inside = self, True
        while scope is not None:
            if name in scope.values and (inside or not scope.index):
                return True
            inside = inside and not scope.definition
            scope = scope.around
        return False


def as_number(value):
    if isinstance(value, Fraction):
        return value
    raise Refused(f"expected a number, found {value!r}")


def as_condition(value, node, scope):
    """A condition, or an input of 0 and 1 that stands for one."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Fraction) and value in (0, 1) and is_relation(node, scope):
        return value == 1
    raise Refused(f"expected a condition, found {value!r}")


def is_relation(node, scope):
    if node[0] == "tuple" and len(node[1]) == 1:
        return is_relation(node[1][0], scope)
    if node[0] == "call":
        target = scope.find(node[1])
        return isinstance(target, Table) and target.relation
    return node[0] == "name" and scope.find(("at", node[1])) is None


def as_integer(value, what):
    if as_number(value).denominator != 1:
        raise NoValue(f"{what} is {value}, no integer")
    return int(value)


def number_at(node, scope):
    return as_number(evaluate(node, scope))


def condition_at(node, scope):
    return as_condition(evaluate(node, scope), node, scope)


def evaluate(node, scope):
    return HANDLERS[node[0]](node, scope)


def whole_range(first, last):
    return tuple(Fraction(k) for k in range(first, last + 1))


def arithmetic(sign, left, right):
    if isinstance(left, (list, frozenset)) or isinstance(right, (list, frozenset)):
        return set_arithmetic(sign, left, right)
    if isinstance(left, tuple) or isinstance(right, tuple):
        return tuple_arithmetic(sign, left, right)
    left, right = as_number(left), as_number(right)
    if sign == "+":
        return Fraction(left) + right
    if sign == "-":
        return Fraction(left) - right
    if sign == "*":
        return Fraction(left) * right
    if sign == "/":
        if right == 0:
            raise NoValue("a division by zero")
        return Fraction(left) / right
    if right <= 0:
        raise NoValue(f"the divisor of '{sign}' is {right}; it must be positive")
    quotient = Fraction(math.floor(left / right))
    return quotient if sign == "div" else left - quotient * right


def tuple_arithmetic(sign, left, right):
    if sign in "+-" and isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            raise NoValue("tuples of unequal lengths")
        return tuple(arithmetic(sign, a, b) for a, b in zip(left, right))
    if sign == "*" and isinstance(left, Fraction):
        return tuple(left * part for part in right)
    if sign in "*/" and isinstance(right, Fraction):
        return tuple(arithmetic(sign, part, right) for part in left)
    raise Refused(f"'{sign}' between a tuple and something else")


def set_arithmetic(sign, left, right):
    if isinstance(left, list) and isinstance(right, list):
        raise Refused("arithmetic between two sets")
    if isinstance(left, list):
        return sorted({arithmetic(sign, part, right) for part in left})
    return sorted({arithmetic(sign, left, part) for part in right})


def chain(node, scope):
    left = evaluate(node[1], scope)
    for sign, part in zip(node[2::2], node[3::2]):
        right = evaluate(part, scope)
        if not compare(sign, left, right):
            return False
        left = right
    return True


def compare(sign, left, right):
    if sign == "in":
        if not isinstance(right, list):
            raise Refused("'in' asks for a set")
        return left in right
    if isinstance(left, Symbol) or isinstance(right, Symbol) or isinstance(left, (tuple, list)):
        if sign == "=":
            return left == right
        if sign == "!=":
            return left != right
        raise Refused(f"'{sign}' compares numbers")
    left, right = as_number(left), as_number(right)
    return {"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
            ">=": left >= right}[sign]


def power(node, scope):
    base, exponent = number_at(node[1], scope), number_at(node[2], scope)
    if exponent.denominator != 1 or exponent < 0:
        raise NoValue(f"the exponent is {exponent}; it must be a whole number from 0 on")
    if base not in (0, 1, -1) and exponent > 16384:
        raise Refused("a number of too many bits")
    return Fraction(base) ** int(exponent)


def tuple_value(node, scope):
    if any(node[2]):
        raise Refused("a label outside of a vector")
    parts = tuple(evaluate(part, scope) for part in node[1])
    return parts[0] if len(parts) == 1 else parts


def joined(node, scope):
    def word(part):
        if part[0] == "tuple":
            values = tuple(evaluate(inner, scope) for inner in part[1])
            return values
        value = evaluate(part, scope)
        if isinstance(value, Joined):
            return tuple(value.values)
        if isinstance(value, Table):
            return tuple(value.entries[key] for key in itertools.product(*value.domains))
        if isinstance(value, tuple):
            return value
        raise Refused("'++' joins tuples and words")

    return Joined(word(node[1]) + word(node[2]))


def iterate(node, scope):
    value, times = evaluate(node[2], scope), as_integer(evaluate(node[3], scope), "the number of times")
    if times < 0:
        raise NoValue(f"'iterate' goes on {times} times")
    for _ in range(times):
        value = evaluate(node[4], Environment({node[1]: value}, scope))
    return value


def every_binding(binders, condition, scope):
    if not binders:
        if condition is None or condition_at(condition, scope):
            yield (), scope
        return
    (name, spread), rest = binders[0], binders[1:]
    if scope.has_meaning(name):
        raise Refused(f"{name!r} has a meaning already")
    elements = evaluate(spread, scope)
    if not isinstance(elements, list):
        raise Refused("an index runs through a set")
    for element in elements:
        for others, inner in every_binding(rest, condition, Environment({name: element}, scope, index=True)):
            yield (element,) + others, inner


def plain(indices):
    return indices[0] if len(indices) == 1 else indices


def quantifier(node, scope):
    _, kind, binders, condition, body, tie, otherwise = node
    if kind == "each":
        raise Refused("a vector in the place of a number")
    bindings = every_binding(binders, condition, scope)
    if kind == "sum":
        total = Fraction(0)
        for _, inner in bindings:
            total = arithmetic("+", total, evaluate(body, inner))
        return total
    if kind == "product":
        total = Fraction(1)
        for _, inner in bindings:
            total *= number_at(body, inner)
        return total
    if kind == "count":
        return Fraction(sum(condition_at(body, inner) for _, inner in bindings))
    if kind == "exists":
        return any(condition_at(body, inner) for _, inner in bindings)
    if kind == "forall":
        return all(condition_at(body, inner) for _, inner in bindings)
    if kind == "least":
        for indices, inner in bindings:
            if condition_at(body, inner):
                return plain(indices)
        return default(kind, otherwise, scope)
    values = [(number_at(body, inner), plain(indices)) for indices, inner in bindings]
    if not values:
        return default(kind, otherwise, scope)
    best = (min if kind in ("min", "argmin") else max)(value for value, _ in values)
    if kind in ("min", "max"):
        return best
    where = [indices for value, indices in values if value == best]
    if tie == "first":
        return where[0]
    if tie == "last":
        return where[-1]
    if tie == "any":
        return sorted(where)
    if len(where) > 1:
        if tie == "unique":
            return default(kind, otherwise, scope)
        raise NoValue(f"'{kind}' has several best indices")
    return where[0]


def default(kind, otherwise, scope):
    if otherwise is None:
        raise NoValue(f"'{kind}' has no value here and no 'else'")
    return evaluate(otherwise, scope)


def name_value(node, scope):
    text = node[1]
    value = scope.find(text)
    if value is not None:
        if isinstance(value, Macro):
            if value.parameters:
                raise Refused(f"'{text}' takes arguments")
            return evaluate(value.body, Environment({}, scope, definition=True))
        return value
    if "_" in text:
        feature, index = text.rsplit("_", 1)
        reader = scope.find(("at", feature))
        if reader is not None:
            position = scope.find(index)
            if position is None and index.isdigit() and str(int(index)) == index:
                raise IllFormed(f"'{text}' has no meaning here")
            if position is not None and not isinstance(position, Index):
                raise IllFormed(f"'{text}' has no meaning here")
            if position is not None:
                return reader([position])
    raise Refused(f"'{text}' is not known here")


FUNCTIONS = {
    "max": lambda *numbers: max(numbers), "min": lambda *numbers: min(numbers), "abs": abs,
    "relu": lambda number: max(number, Fraction(0)), "floor": lambda number: Fraction(math.floor(number)),
    "ceil": lambda number: Fraction(math.ceil(number)),
}


def call(node, scope):
    _, name, arguments, _ = node
    if name == "ind" and len(arguments) == 1:
        return Fraction(condition_at(arguments[0], scope))
    values = [evaluate(argument, scope) for argument in arguments]
    reader = scope.find(("at", name))
    if reader is not None:
        return reader(values)
    target = scope.find(name)
    if isinstance(target, Macro):
        if len(target.parameters) != len(values):
            raise Refused(f"'{name}' takes {len(target.parameters)} arguments")
        return evaluate(target.body, Environment(dict(zip(target.parameters, values)), scope, definition=True))
    if isinstance(target, Table):
        return target([as_number(value) for value in values])
    if callable(target):
        return target(values)
    if name in ("abs", "relu", "floor", "ceil") and len(values) != 1:
        raise Refused(f"'{name}' takes one argument")
    if name in FUNCTIONS:
        return FUNCTIONS[name](*map(as_number, values))
    if name == "unit" and len(values) == 3:  # whether the third is the first, a place in a vector of so many numbers
        place, length, here = map(as_number, values)
        if place not in range(1, int(length) + 1):
            raise NoValue(f"entry {place} of a vector of {length} numbers")
        return Fraction(place == here)
    if name == "zeros":
        raise IllFormed("zeros(k) stands inside of a vector")
    raise Refused(f"'{name}' is no function here")


def member(node, scope):
    value = scope.find(f"{node[1]}.{node[2]}")
    if value is None:
        raise Refused(f"'{node[1]}.{node[2]}' is not known here")
    return value


def up_to(node, scope):
    inner = evaluate(node[1], scope)
    return list(whole_range(1, as_integer(inner, "the end of a range")))


def without(node, scope):
    sets = [evaluate(part, scope) for part in node[1:]]
    if not all(isinstance(one, list) for one in sets):
        raise Refused("'\\' stands between two sets")
    return [element for element in sets[0] if element not in sets[1]]


def negative(node, scope):
    value = evaluate(node[1], scope)
    return tuple(-part for part in value) if isinstance(value, tuple) else -as_number(value)


HANDLERS = {
    "number": lambda node, scope: node[1],
    "name": name_value,
    "member": member,
    "call": call,
    "tuple": tuple_value,
    "set": lambda node, scope: sorted({evaluate(part, scope) for part in node[1]}),
    "up-to": up_to,
    "without": without,
    "range": lambda node, scope: list(whole_range(as_integer(evaluate(node[1], scope), "the begin of a range"),
                                                  as_integer(evaluate(node[2], scope), "the end of a range"))),
    "++": joined,
    "^": power,
    "negative": negative,
    "chain": chain,
    "not": lambda node, scope: not condition_at(node[1], scope),
    "and": lambda node, scope: condition_at(node[1], scope) and condition_at(node[2], scope),
    "or": lambda node, scope: condition_at(node[1], scope) or condition_at(node[2], scope),
    "implies": lambda node, scope: not condition_at(node[1], scope) or condition_at(node[2], scope),
    "if": lambda node, scope: evaluate(node[2] if condition_at(node[1], scope) else node[3], scope),
    "let": lambda node, scope: evaluate(node[3], Environment({node[1]: evaluate(node[2], scope)}, scope)),
    "iterate": iterate,
    "quantifier": quantifier,
}
for operation in ("+", "-", "*", "/", "div", "mod"):
    HANDLERS[operation] = lambda node, scope: arithmetic(node[0], evaluate(node[1], scope), evaluate(node[2], scope))
