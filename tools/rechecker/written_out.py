"""Vectors number by number, at given sizes: `each k in [m]: E`, `unit(i, k)` and what is made of them become tuples; a feature
that is a vector becomes one feature for each of its numbers."""

from dataclasses import replace
from fractions import Fraction

from .errors import NoValue, Refused
from .evaluation import as_integer, evaluate, number_at
from .expressions import parts_of


def is_each(node):
    return node[0] == "quantifier" and node[1] == "each"


def is_unit(node):
    return node[0] == "call" and node[1] == "unit"


def holds_vector(node):
    """Whether there is something to write out."""
    return is_each(node) or is_unit(node) or is_nested(node) or any(holds_vector(part) for part in parts_of(node))


def is_nested(node):
    """A tuple with another one inside."""
    return node[0] == "tuple" and any(part[0] != "call" and is_vector_form(part) for part in node[1])


def is_vector_form(node):
    if is_each(node) or node[0] == "call" and node[1] in ("unit", "zeros"):
        return True
    if node[0] == "tuple":
        return len(node[1]) > 1 or is_vector_form(node[1][0])
    if node[0] == "*":
        return is_vector_form(node[1]) or is_vector_form(node[2])
    if node[0] in ("+", "-"):
        return is_vector_form(node[1]) and is_vector_form(node[2])
    return False


def replaced(node, name, number):
    """An expression with a number in the place of a name; what binds the name itself stays."""
    if not isinstance(node, tuple) or not node:
        return node
    if node[0] == "name" and len(node) == 3:
        return ("number", number) if node[1] == name else node
    if node[0] == "quantifier":
        _, kind, binders, condition, body, tie, otherwise = node
        found, inside = [], True
        for bound, spread in binders:
            found.append((bound, replaced(spread, name, number) if inside else spread))
            inside = inside and bound != name
        here = [replaced(part, name, number) if inside else part for part in (condition, body)]
        return ("quantifier", kind, tuple(found), *here, tie, replaced(otherwise, name, number))
    if node[0] == "let":
        return ("let", node[1], replaced(node[2], name, number),
                node[3] if node[1] == name else replaced(node[3], name, number))
    if node[0] == "iterate":
        return ("iterate", node[1], replaced(node[2], name, number), replaced(node[3], name, number),
                node[4] if node[1] == name else replaced(node[4], name, number))
    return tuple(replaced(part, name, number) if isinstance(part, tuple) else part for part in node)


def numbers(node, scope):
    """The numbers of a vector, as expressions, each with its label or None."""
    if is_each(node):
        (name, spread), rest = node[2][0], node[2][1:]
        body = ("quantifier", "each", rest, None, node[4], None, None) if rest else node[4]
        found = []
        for value in evaluate(spread, scope):
            inner = replaced(body, name, value)
            found += numbers(inner, scope) if is_vector_form(inner) else [(inner, None)]
        return found
    if node[0] == "call":
        count = as_integer(number_at(node[2][-1], scope), "the length of a vector")
        if count < 0:
            raise NoValue(f"a vector of {count} numbers")
        if node[1] == "zeros":
            return [(number(0), None)] * count
        if len(node[2]) != 2:
            raise Refused("unit takes a place and a length")
        return [(("call", "unit", (node[2][0], number(count), number(place)), node[3]), None)
                for place in range(1, count + 1)]
    if node[0] == "tuple":
        found = []
        for part, label in zip(node[1], node[2]):
            if not is_vector_form(part):
                found.append((part, label))
                continue
            inner = [entry for entry, _ in numbers(part, scope)]
            if isinstance(label, tuple) and len(inner) != 1:
                raise NoValue(f"{len(inner)} numbers for one coordinate")
            found += [(entry, ("call", label, (number(place),), 0) if isinstance(label, str) else label)
                      for place, entry in enumerate(inner, 1)]
        return found
    if node[0] == "*":
        factor, vector = (node[1], node[2]) if is_vector_form(node[2]) else (node[2], node[1])
        return [(("*", factor, entry), label) for entry, label in numbers(vector, scope)]
    left, right = numbers(node[1], scope), numbers(node[2], scope)
    if len(left) != len(right):
        raise NoValue("a sum of vectors of unequal lengths")
    return [((node[0], one, other), label) for (one, label), (other, _) in zip(left, right)]


def number(value):
    return ("number", Fraction(value))


def written_out(node, scope, is_block=False):
    """A tuple in the place of a vector in which something has to be written out."""
    if not isinstance(node, tuple) or not holds_vector(node) or not is_vector_form(node):
        return node
    try:
        found = numbers(node, scope)
    except NoValue as problem:
        raise Refused(f"a vector: {problem}") from problem
    if is_block:  # of one number, too
        found.append((("call", "zeros", (number(0),), 0), None))
    return ("tuple", tuple(entry for entry, _ in found), tuple(label for _, label in found))


def blank(node, scope):
    """zeros(k) as a tuple of k zeros."""
    if node[0] != "call" or node[1] != "zeros":
        return node
    entries = [entry for entry, _ in numbers(node, scope)] + [("call", "zeros", (number(0),), 0)]
    return ("tuple", tuple(entries), (None,) * len(entries))


def lengths_in(node):
    """What the lengths of the vectors that are written out hang on."""
    if is_each(node):
        yield from (spread for _, spread in node[2])
    if is_unit(node) and len(node[2]) == 2:
        yield node[2][1]
    for part in parts_of(node):
        yield from lengths_in(part)


def statement(one, scope):
    """A statement and those below it."""
    says = dict(one.says)
    if one.word == "embed":
        says["coordinates"] = [(name, written_out(node, scope, is_block=True)) for name, node in says["coordinates"]]
        if any(is_vector_form(node) for _, node in says["coordinates"]):
            # A block of zeros beside others, too.
            says["coordinates"] = [(name, blank(node, scope)) for name, node in says["coordinates"]]
        says["lengths"] = [length for _, node in one.says["coordinates"] for length in lengths_in(node)]
        says["lengths"] += [node[2][0] for _, node in one.says["coordinates"] if node[0] == "call" and node[1] == "zeros"]
    elif one.word == "encode":
        says["vector"] = written_out(says["vector"], scope)
        says["lengths"] = list(lengths_in(one.says["vector"]))
    elif one.word == "row":
        says["value"] = written_out(says["value"], scope)
        says["lengths"] = list(lengths_in(one.says["value"]))
    elif one.word == "tokens":
        says["features"] = [inner for feature in says["features"] for inner in features(feature, scope)]
    return replace(one, says=says, below=[statement(inner, scope) for inner in one.below])


def features(feature, scope):
    if "by" in feature or not is_vector_form(feature["value"]):
        return [feature]
    return [{"name": f"{feature['name']}({place})", "vector": feature["name"], "value": entry}
            for place, (entry, _) in enumerate(numbers(feature["value"], scope), 1)]
