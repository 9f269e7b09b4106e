"""Tables as parameters: a function that a seed draws or that stands in a file."""

import itertools
import json
from fractions import Fraction

from .errors import Refused
from .evaluation import Table, evaluate

MASK = (1 << 64) - 1


def splitmix(number):
    """The output of splitmix64 whose state has just been `number`."""
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def table_of(one, given, scope):
    """The table of a `param` statement; `given`: a seed or the path of a file, as text."""
    kind, domains, values = one.get("table")
    if kind != "function":
        raise Refused("a table that is no function")
    domains = [tuple(sorted(evaluate(domain, scope))) for domain in domains]
    values = sorted(evaluate(values, scope))
    places = list(itertools.product(*domains))
    if one.get("from") != "file" and str(given or 0).isdigit():
        start = splitmix(int(given or 0))
        cells = [values[splitmix((start + number) & MASK) % len(values)] for number in range(len(places))]
    else:
        try:
            with open(given, encoding="utf-8") as file:
                cells = list(flat(json.load(file), [len(domain) for domain in domains]))
        except (OSError, ValueError, ZeroDivisionError) as problem:
            raise Refused(f"{one.get('name')}: {problem}") from problem
        if not set(cells) <= set(values):
            raise Refused(f"{one.get('name')}: a value outside of the range")
    relation = set(values) <= {Fraction(0), Fraction(1)}
    return Table(one.get("name"), dict(zip(places, cells)), domains, relation)


def flat(part, lengths):
    if not lengths:
        if isinstance(part, bool) or not isinstance(part, (int, str)):  # a fraction is spelled "1/2", as in inputs
            raise Refused(f"{part!r} in the place of a number of a table")
        yield Fraction(part)
        return
    if not isinstance(part, list) or len(part) != lengths[0]:
        raise Refused("a table of another shape")
    for inner in part:
        yield from flat(inner, lengths[1:])
