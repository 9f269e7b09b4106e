#!/usr/bin/env python3
"""Random expressions of theorem files with their values: what binds to what, what is lazy and what things are
worth are left to Python, which shares no line with attest.

Every expression is made twice at once: in the language of theorem files and in Python, whose operators bind in the
same way (^ is **, div is //, mod is %, a < b < c is a chain), with parentheses only where chance puts them.
Quantifiers become generator expressions, numbers exact fractions.

    /usr/bin/python3 tests/oracles/expressions.py      (rewrites expressions.json beside this file)
"""
import json
import pathlib
import random
import re
from fractions import Fraction

N = 3
DOMAIN = range(1, N + 1)
LONGEST = 16384  # bits of a number


class NoValue(Exception):
    pass


class Number:
    """An exact fraction with the rules of the language: floors, positive divisors, whole exponents."""

    def __init__(self, value):
        self.value = Fraction(value)
        if max(abs(self.value.numerator).bit_length(), self.value.denominator.bit_length()) > LONGEST:
            raise NoValue

    def __add__(self, other):
        return Number(self.value + other.value)

    def __sub__(self, other):
        return Number(self.value - other.value)

    def __mul__(self, other):
        return Number(self.value * other.value)

    def __truediv__(self, other):
        if other.value == 0:
            raise NoValue
        return Number(self.value / other.value)

    def __floordiv__(self, other):
        if other.value <= 0:
            raise NoValue
        return Number(self.value // other.value)

    def __mod__(self, other):
        if other.value <= 0:
            raise NoValue
        return Number(self.value % other.value)

    def __pow__(self, other):
        if other.value < 0 or other.value.denominator != 1:
            raise NoValue
        if abs(self.value) in (0, 1):
            even = other.value % 2 == 0
            return Number(1 if other.value == 0 else self.value if not even else abs(self.value))
        if other.value > LONGEST:
            raise NoValue
        return Number(self.value ** int(other.value))

    def __neg__(self):
        return Number(-self.value)

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return self.value != other.value

    def __lt__(self, other):
        return self.value < other.value

    def __le__(self, other):
        return self.value <= other.value

    def __gt__(self, other):
        return self.value > other.value

    def __ge__(self, other):
        return self.value >= other.value

    def __hash__(self):
        return hash(self.value)

    def whole(self):
        if self.value.denominator != 1:
            raise NoValue
        return self.value.numerator


def number_range(first, last):
    low, high = first.whole(), last.whole()
    return [Number(k) for k in range(low, high + 1)]


def number_set(*elements):
    return sorted(set(elements))


def number_difference(whole, taken):
    return sorted(set(whole) - set(taken))


def look_up(table, *arguments):
    places = tuple(a.whole() for a in arguments)
    if any(p not in DOMAIN for p in places):
        raise NoValue
    return Number(table[places])


def total(values):
    result = Number(0)
    for value in values:
        result = result + value
    return result


def product(values):
    result = Number(1)
    for value in values:
        result = result * value
    return result


def largest(values, otherwise, sign):
    listed = list(values)
    if not listed:
        return otherwise()
    return max(listed) if sign > 0 else min(listed)


def best(pairs, otherwise, sign, tie):
    listed = list(pairs)
    if not listed:
        return otherwise()
    top = max(v for _, v in listed) if sign > 0 else min(v for _, v in listed)
    winners = [j for j, v in listed if v == top]
    if tie == "any":
        return sorted(set(winners))
    if tie == "first":
        return winners[0]
    if tie == "last":
        return winners[-1]
    if len(winners) > 1:
        if tie == "unique":
            return otherwise()
        raise NoValue
    return winners[0]


def least(values, otherwise):
    for value in values:
        return value
    return otherwise()


def iterate(step, start, times):
    count = times.whole()
    if count < 0:
        raise NoValue
    for _ in range(count):
        start = step(start)
    return start


def no_value():
    raise NoValue


MEANINGS = {
    "Number": Number, "number_range": number_range, "number_set": number_set, "number_difference": number_difference, "look_up": look_up,
    "total": total, "product": product, "largest": largest, "best": best, "least": least, "iterate": iterate,
    "no_value": no_value, "ABS": lambda a: Number(abs(a.value)), "FLOOR": lambda a: Number(a.value // 1),
    "CEIL": lambda a: Number(-(-a.value // 1)), "RELU": lambda a: Number(max(a.value, 0)),
    "IND": lambda p: Number(1 if p else 0), "MAX": lambda *a: max(a), "MIN": lambda *a: min(a),
    "COUNT": lambda values: Number(sum(1 for v in values if v)),
}


class Maker:
    """Pairs (in the language, in Python). `tail`: nothing follows before the next closing bracket, so that a
    quantifier may stand there without parentheses."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def chance(self, p):
        return self.random.random() < p

    def fresh(self):
        self.names += 1
        return f"{self.random.choice('jkuv')}{self.names}"

    def parenthesised(self, pair):
        return (f"({pair[0]})", f"({pair[1]})")

    def condition(self, depth, scope, tail=True):
        if depth > 0 and self.chance(0.12):
            a = self.disjunction(depth - 1, scope, False)
            b = self.condition(depth - 1, scope, tail)
            return (f"{a[0]} implies {b[0]}", f"((not ({a[1]})) or ({b[1]}))")
        return self.disjunction(depth, scope, tail)

    def disjunction(self, depth, scope, tail):
        return self.infix(depth, scope, tail, "or", self.conjunction, 0.25)

    def conjunction(self, depth, scope, tail):
        return self.infix(depth, scope, tail, "and", self.negation, 0.3)

    def infix(self, depth, scope, tail, word, part, p):
        count = 2 + self.chance(0.2) if depth > 0 and self.chance(p) else 1
        parts = [part(depth - (count > 1), scope, tail and k == count - 1) for k in range(count)]
        return tuple(f" {word} ".join(texts) for texts in zip(*parts))

    def negation(self, depth, scope, tail):
        if depth > 0 and self.chance(0.15):
            a = self.negation(depth - 1, scope, tail)
            return (f"not {a[0]}", f"not {a[1]}")
        choice = self.random.random()
        if depth > 0 and choice < 0.1:
            return self.parenthesised(self.condition(depth - 1, scope))
        if depth > 0 and choice < 0.35:
            return self.quantified_condition(depth - 1, scope, tail)
        if choice < 0.5:
            i, j = self.argument(depth - 1, scope), self.argument(depth - 1, scope)
            return (f"A({i[0]}, {j[0]})", f"look_up(A, {i[1]}, {j[1]}).value != 0")
        if choice < 0.6:
            a, s = self.additive(depth - 1, scope, False), self.range(depth - 1, scope)
            return (f"{a[0]} in {s[0]}", f"{a[1]} in {s[1]}")
        count = 3 if self.chance(0.2) else 2
        parts = [self.additive(depth - 1, scope, tail and k == count - 1) for k in range(count)]
        signs = [self.random.choice(["=", "!=", "<", "<=", ">", ">="]) for _ in parts[1:]]
        mine = parts[0][0] + "".join(f" {s} {p[0]}" for s, p in zip(signs, parts[1:]))
        theirs = parts[0][1] + "".join(f" {'==' if s == '=' else s} {p[1]}" for s, p in zip(signs, parts[1:]))
        return (mine, theirs)

    def number(self, depth, scope, tail=True):
        return self.additive(depth, scope, tail)

    def additive(self, depth, scope, tail):
        return self.signs(depth, scope, tail, [(" + ", " + "), (" - ", " - ")], self.product_of, 0.45)

    def product_of(self, depth, scope, tail):
        table = [("*", "*"), ("*", "*"), ("/", "/"), (" div ", " // "), (" mod ", " % ")]
        return self.signs(depth, scope, tail, table, self.unary, 0.35)

    def signs(self, depth, scope, tail, table, part, p):
        count = self.random.choice([2, 2, 3]) if depth > 0 and self.chance(p) else 1
        result = part(depth - (count > 1), scope, tail and count == 1)
        for k in range(1, count):
            sign = self.random.choice(table)
            other = part(depth - 1, scope, tail and k == count - 1)
            result = (result[0] + sign[0] + other[0], result[1] + sign[1] + other[1])
        return result

    def unary(self, depth, scope, tail):
        if self.chance(0.12):
            a = self.unary(depth - 1, scope, tail)
            return (f"-{a[0]}", f"-{a[1]}")
        if depth > 0 and self.chance(0.12):
            a = self.atom(depth - 1, scope, False)
            e = self.parenthesised(self.unary(depth - 2, scope, True)) if self.chance(0.3) else self.literal(3)
            return (f"{a[0]}^{e[0]}", f"{a[1]}**{e[1]}")
        return self.atom(depth, scope, tail)

    def literal(self, most=7):
        value = self.random.randint(0, most)
        if most == 7 and self.chance(0.02):
            value = 2 ** 62 + self.random.randint(0, 2 ** 62)
        return (str(value), f"Number({value})")

    def atom(self, depth, scope, tail):
        if depth <= 0:
            if scope and self.chance(0.5):
                name = self.random.choice(scope)
                return (name, name)
            name = self.random.choice(["n", "x", "i", "c", None, None])
            return (name, name) if name else self.literal()
        choice = self.random.random()
        if choice < 0.2:
            return self.parenthesised(self.number(depth - 1, scope))
        if choice < 0.42:
            a = self.argument(depth - 1, scope)
            name = self.random.choice("GH")
            return (f"{name}({a[0]})", f"look_up({name}, {a[1]})")
        if choice < 0.52:
            name, other = self.random.choice([("abs", "ABS"), ("floor", "FLOOR"), ("ceil", "CEIL"), ("relu", "RELU")])
            a = self.number(depth - 1, scope)
            return (f"{name}({a[0]})", f"{other}({a[1]})")
        if choice < 0.58:
            a = self.condition(depth - 1, scope)
            return (f"ind({a[0]})", f"IND({a[1]})")
        if choice < 0.66:
            parts = [self.number(depth - 1, scope) for _ in range(self.random.randint(1, 3))]
            name = self.random.choice(["max", "min"])
            return (f"{name}({', '.join(p[0] for p in parts)})",
                    f"{name.upper()}({', '.join(p[1] for p in parts)}{',' if len(parts) == 1 else ''})"
                    if len(parts) > 1 else f"({parts[0][1]})")
        if choice < 0.9:
            return self.open_number(depth - 1, scope, tail)
        return self.atom(0, scope, tail)

    def argument(self, depth, scope):
        """Mostly within the domain."""
        a = self.number(depth, scope) if self.chance(0.4) else self.atom(0, scope, False)
        if self.chance(0.08):
            return a
        return (f"floor({a[0]}) mod n + 1", f"FLOOR({a[1]}) % n + Number(1)")

    def bare(self, pair, tail):
        """An open form: bare at the right end, in parentheses elsewhere."""
        return pair if tail and self.chance(0.7) else (f"({pair[0]})", pair[1])

    def open_number(self, depth, scope, tail):
        choice = self.random.random()
        if choice < 0.15:
            p, a = self.condition(depth, scope), self.number(depth, scope, False)
            b = self.number(depth, scope)
            return self.bare((f"if {p[0]} then {a[0]} else {b[0]}", f"(({a[1]}) if ({p[1]}) else ({b[1]}))"), tail)
        if choice < 0.3:
            name, a = self.fresh(), self.parenthesised(self.number(depth, scope))
            b = self.number(depth, scope + [name])
            return self.bare((f"let {name} = {a[0]} in {b[0]}", f"(lambda {name}: {b[1]})({a[1]})"), tail)
        if choice < 0.4:
            name, a, k = self.fresh(), self.number(depth, scope), self.random.choice(["0", "1", "3", "x", "n - i"])
            b = self.number(depth, scope + [name])
            times = {"x": "x", "n - i": "n - i"}.get(k, f"Number({k})")
            return self.bare((f"iterate {name} from {a[0]} for {k} times: {b[0]}",
                              f"iterate(lambda {name}: {b[1]}, {a[1]}, {times})"), tail)
        return self.quantified_number(depth, scope, tail)

    def binders(self, depth, scope, most=2):
        mine, theirs, names = [], [], []
        for _ in range(self.random.randint(1, most)):
            name, over = self.fresh(), self.range(depth - 1, scope + names)
            mine.append(f"{name} in {over[0]}")
            theirs.append(f"for {name} in {over[1]}")
            names.append(name)
        mine, theirs = ", ".join(mine), " ".join(theirs)
        if self.chance(0.25):
            p = self.condition(depth - 1, scope + names)
            mine += f" where {p[0]}"
            theirs += f" if ({p[1]})"
        return mine, theirs, names

    def range(self, depth, scope):
        whole = self.one_range(depth, scope)
        while self.chance(0.15):  # S \ T \ U is (S \ T) \ U
            taken = self.one_range(depth, scope)
            whole = (f"{whole[0]} \\ {taken[0]}", f"number_difference({whole[1]}, {taken[1]})")
        return whole

    def one_range(self, depth, scope):
        choice = self.random.random()
        if choice < 0.5:
            k = self.random.choice([("n", "n"), ("x", "x"), ("2", "Number(2)"), ("i - 1", "i - Number(1)")])
            return (f"[{k[0]}]", f"number_range(Number(1), {k[1]})")
        if choice < 0.8:
            a, b = self.atom(0, scope, False), self.random.choice([("n", "n"), ("x", "x"), ("4", "Number(4)")])
            return (f"{a[0]}..{b[0]}", f"number_range({a[1]}, {b[1]})")
        parts = [self.additive(min(depth, 1), scope, False) for _ in range(self.random.randint(0, 3))]
        return (f"{{{', '.join(p[0] for p in parts)}}}", f"number_set({', '.join(p[1] for p in parts)})")

    def quantified_condition(self, depth, scope, tail):
        word, other = self.random.choice([("exists", "any"), ("forall", "all")])
        mine, theirs, names = self.binders(depth, scope)
        body = self.condition(depth, scope + names)
        return self.bare((f"{word} {mine}: {body[0]}", f"{other}(({body[1]}) {theirs})"), tail)

    def quantified_number(self, depth, scope, tail):
        word = self.random.choice(["sum", "sum", "product", "count", "max", "min", "argmax", "argmin", "least"])
        picks = word in ("argmax", "argmin", "least")
        mine, theirs, names = self.binders(depth, scope, 1 if picks else 2)
        otherwise = self.atom(0, scope, False) if self.chance(0.6) else None
        behind = f" else {otherwise[0]}" if otherwise else ""
        fallback = f"lambda: {otherwise[1]}" if otherwise else "no_value"
        inside = scope + names
        if word == "count":
            body = self.condition(depth, inside)
            return self.bare((f"count {mine}: {body[0]}", f"COUNT(({body[1]}) {theirs})"), tail)
        if word == "least":
            body = self.condition(depth, inside, False)
            theirs = f"{theirs} if ({body[1]})"  # generators take several conditions
            return self.bare((f"least {mine}: {body[0]}{behind}", f"least(({names[0]} {theirs}), {fallback})"), tail)
        if word in ("sum", "product"):
            body = self.number(depth, inside)
            other = "total" if word == "sum" else "product"
            return self.bare((f"{word} {mine}: {body[0]}", f"{other}(({body[1]}) {theirs})"), tail)
        body = self.number(depth, inside, False)
        sign = 1 if word.endswith("max") else -1
        if not picks:
            return self.bare((f"{word} {mine}: {body[0]}{behind}",
                              f"largest((({body[1]}) {theirs}), {fallback}, {sign})"), tail)
        tie = self.random.choice(["", "first", "last", "unique"])
        return self.bare((f"{word} {mine}: {body[0]}{' ' + tie if tie else ''}{behind}",
                          f"best((({names[0]}, ({body[1]})) {theirs}), {fallback}, {sign}, {tie!r})"), tail)

    def winners(self, depth):
        word = self.random.choice(["argmax", "argmin"])
        mine, theirs, names = self.binders(depth, [], 1)
        body = self.number(depth, names, False)
        sign = 1 if word == "argmax" else -1
        return (f"{word} {mine}: {body[0]} any",
                f"best((({names[0]}, ({body[1]})) {theirs}), no_value, {sign}, 'any')")


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{" + ", ".join(text(v) for v in value) + "}"
    return str(value.value)


def inputs(rng):
    table = lambda: {(k,): rng.randint(1, N) for k in DOMAIN}
    return {"G": table(), "H": table(), "x": rng.randint(1, N),
            "A": {(j, k): rng.randint(0, 1) for j in DOMAIN for k in DOMAIN}}


def evaluate(python, tables, index):
    names = dict(MEANINGS, G=tables["G"], H=tables["H"], A=tables["A"], x=Number(tables["x"]), i=Number(index),
                 n=Number(N), c=Number(Fraction(1, 2)))
    try:
        return text(eval(python, names))  # pylint: disable=eval-used
    except NoValue:
        return None


def main():
    rng = random.Random(20240517)
    settings = []
    for index in (1, 2, 3):
        tables = inputs(rng)
        cells = [tables["G"][(k,)] for k in DOMAIN] + [tables["H"][(k,)] for k in DOMAIN] + [tables["x"]]
        cells += [tables["A"][(j, k)] for j in DOMAIN for k in DOMAIN]
        settings.append({"tables": tables, "cells": cells, "index": index})
    expressions, seen, seed = [], set(), 0
    while len(expressions) < 1500:
        seed += 1
        maker = Maker(seed)
        kind = seed % 5
        depth = 1 + seed % 4
        if kind == 0:
            mine, python = maker.winners(depth)
        elif kind <= 2:
            mine, python = maker.condition(depth, [])
        else:
            mine, python = maker.number(depth, [])
        # An exponent that is written as a number is small.
        if mine in seen or re.search(r"\^\(*\d{3}", mine) or len(mine) < 6 or len(mine) > 220:
            continue
        seen.add(mine)
        values = [evaluate(python, s["tables"], s["index"]) for s in settings]
        if any(v and len(v) > 200 for v in values):
            continue
        expressions.append([mine, ("set", "condition", "condition", "number", "number")[kind], values])
    record = {"meta": {"constants": {"n": str(N), "c": "1/2"}, "value": "null: there is none",
                       "cells": "G, H, x, A row by row"},
              "settings": [{"cells": s["cells"], "i": s["index"]} for s in settings],
              "expressions": expressions}
    lines = ",\n".join(json.dumps(e) for e in expressions)
    head = json.dumps({k: record[k] for k in ("meta", "settings")})[:-1]
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(f'{head}, "expressions": [\n{lines}\n]}}\n', encoding="utf-8")
    missing = sum(v is None for *_, values in expressions for v in values)
    print(f"{len(expressions)} expressions, {missing} of {3 * len(expressions)} without a value")


if __name__ == "__main__":
    main()
