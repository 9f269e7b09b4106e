#!/usr/bin/env python3
"""Reference values for the claims of seed 004_9370d393bf99a4b8.txt, written from its equations; shares no code
with attest.

    /usr/bin/python3 tests/oracles/ea_reference.py      (rewrites ea_reference.json beside this file)

cycles    two independent ways: windows as tuples, followed one by one (NT, NT-S, NT-R); and for the linear rules NT and
          NT-S the number of windows fixed by A^L, the product of gcd(s_i, N) over the Smith invariants s_i of A^L - 1,
          for the divisors L of the order of the companion matrix A modulo N.
heads     the dot-product head (two tokens weigh g, the others 1) on every context, in fractions; the expressive head
          (query (1, L-m), key (c, 1), value 2x) with every weight entry raised and lowered by one, one at a time.
"""
import itertools
import json
import math
import pathlib
from collections import Counter
from fractions import Fraction


# ---------------------------------------------------------------- the rules, eqs. (4), (8), (9)
def nt(x, tau, N):                       # x = [..., x(t-2), x(t-1)]
    return (x[-tau] + x[-tau - 1]) % N


def nt_s(x, tau, N):
    return sum(x[-d] for d in range(1, tau + 2)) % N


def nt_r(x, tau, N):
    return (nt_s if x[-tau - 1] == 0 else nt)(x, tau, N)


RULES = {"NT": nt, "NT-S": nt_s, "NT-R": nt_r}


# ---------------------------------------------------------------- cycles, window by window
def followed(task, N, tau):
    rule = RULES[task]
    end = {}                             # window -> number of the cycle it ends on
    cycles = []
    for start in itertools.product(range(N), repeat=tau + 1):
        path, at, w = [], {}, start
        while w not in end and w not in at:
            at[w] = len(path)
            path.append(w)
            w = w[1:] + (rule(w, tau, N),)
        if w in end:
            number = end[w]
        else:
            number = len(cycles)
            cycles.append(path[at[w]:])
        for v in path:
            end[v] = number
    basins = Counter(end.values())
    frequency = sum(Fraction(basins[c] * sum(w[0] == 0 for w in cycle), len(cycle))
                    for c, cycle in enumerate(cycles)) / N ** (tau + 1)
    counts = Counter(len(c) for c in cycles)
    return {"N": N, "tau": tau, "task": task, "cycles": sorted(([n, l] for l, n in counts.items()),
                                                             key=lambda c: -c[1]),
            "recurrent": sum(map(len, cycles)), "zero_frequency": str(frequency)}


# ---------------------------------------------------------------- cycles of a linear rule, by Smith invariants
def smith_invariants(m):
    m, out = [row[:] for row in m], []
    while m and m[0]:
        entries = [(abs(v), r, c) for r, row in enumerate(m) for c, v in enumerate(row) if v]
        if not entries:
            return out + [0] * min(len(m), len(m[0]))
        _, r, c = min(entries)
        m[0], m[r] = m[r], m[0]
        for row in m:
            row[0], row[c] = row[c], row[0]
        p = m[0][0]
        for row in m[1:]:
            q = row[0] // p
            for k in range(len(row)):
                row[k] -= q * m[0][k]
        for k in range(1, len(m[0])):
            q = m[0][k] // p
            for row in m:
                row[k] -= q * row[0]
        if any(row[0] for row in m[1:]) or any(m[0][1:]):
            continue
        bad = next((r for r, row in enumerate(m[1:], 1) if any(v % p for v in row[1:])), None)
        if bad is not None:              # the invariants divide one another
            m[0] = [a + b for a, b in zip(m[0], m[bad])]
            continue
        out.append(abs(p))
        m = [row[1:] for row in m[1:]]
    return out


def times(a, b, N):
    return [[sum(x * y for x, y in zip(row, col)) % N for col in zip(*b)] for row in a]


def linear(task, N, tau):
    d = tau + 1                          # the window's symbols, oldest first
    A = [[int(c == r + 1) for c in range(d)] for r in range(tau)]
    A.append([1] * d if task == "NT-S" else [1, 1] + [0] * (d - 2))
    one = [[int(r == c) for c in range(d)] for r in range(d)]
    order, power = 1, A
    while power != one:
        power, order = times(power, A, N), order + 1
    divisors = [l for l in range(1, order + 1) if order % l == 0]
    exactly, cycles = {}, []
    power, at = one, 0
    for l in divisors:
        while at < l:
            power, at = times(power, A, N), at + 1
        difference = [[power[r][c] - one[r][c] for c in range(d)] for r in range(d)]
        fixed = math.prod(math.gcd(s, N) for s in smith_invariants(difference))
        exactly[l] = fixed - sum(n for k, n in exactly.items() if l % k == 0)
        assert exactly[l] % l == 0
        if exactly[l]:
            cycles.append([exactly[l] // l, l])
    assert sum(n * l for n, l in cycles) == N ** d
    return {"N": N, "tau": tau, "task": task, "order": order, "cycles": cycles[::-1]}


# ---------------------------------------------------------------- the dot-product head, eq. (1)
def modulo(s, N, width):                 # a step of N between N - 1/2 - width and N - 1/2 + width
    ramp = (s - (N - Fraction(1, 2)) + width) / (2 * width)
    return s - N * max(Fraction(0), min(Fraction(1), ramp))


def dot_product(N, tau, L):
    width = Fraction(1, 2) if N == 2 else Fraction(1, 8)
    a, b = L - tau, L - tau - 1          # 0-based: x(L+1-tau), x(L-tau)
    needs = []
    for x in itertools.product(range(N), repeat=L):
        S = x[a] + x[b]
        R = sum(x) - S
        # |2R - (L-2)S| / (2g + L - 2) < 1/2 from here on, 1/2 here
        needs.append(abs(2 * R - (L - 2) * S) - Fraction(L - 2, 2))
    least = max(needs)
    rows = []
    for g in (Fraction(1), least / 2, least * Fraction(99, 100), least, 2 * least):
        wrong = off = 0
        worst = Fraction(0)
        for x in itertools.product(range(N), repeat=L):
            total = 2 * g + L - 2
            y = sum(2 * (g if k in (a, b) else 1) / total * x[k] for k in range(L))
            off += abs(y - x[a] - x[b]) >= Fraction(1, 2)
            error = abs(modulo(y, N, width) - nt(x, tau, N))
            wrong += error >= Fraction(1, 2)
            worst = max(worst, error)
        rows.append({"ratio": str(g), "wrong": wrong, "off": off, "worst_error": str(worst)})
    return {"N": N, "tau": tau, "context": L, "least_ratio": str(least), "attained": needs.count(least), "ratios": rows}


# ---------------------------------------------------------------- the expressive head, eq. (2), with planted errors
def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def effect(head, N, tau, L):
    wrong = unfocused = False
    for x in itertools.product(range(N), repeat=L):
        e = [[x[i - 1], int(i in (L - tau, L + 1 - tau)), L - i, 1] for i in range(1, L + 1)]
        q = [[dot(row, v) for row in head["Q"]] for v in e]
        k = [[dot(row, v) for row in head["K"]] for v in e]
        for m in range(L):
            z = [dot(q[m], k[j]) for j in range(m + 1)]
            terms = [Fraction(s * s, 1 + s * s) for s in z]
            if sum(terms) == 0:
                return "ill-formed"
        weights = [t / sum(terms) for t in terms]
        a = sum(w * dot(head["V"][0], v) for w, v in zip(weights, e))
        read = e[-1][3] + head["W_O"][3][0] * a
        y = max(read - 1, 0) - N * max(read - N, 0) + N * max(read - N - 1, 0)
        wrong |= abs(y - nt(x, tau, N)) >= Fraction(1, 2)
        unfocused |= weights[L - tau] != Fraction(1, 2) or weights[L - tau - 1] != Fraction(1, 2)
    return "wrong" if wrong else "unfocused" if unfocused else "right"


def planted(N, tau, L):
    head = {"Q": [[0, 0, 0, 1], [0, 0, 1, 0]], "K": [[0, 1, 0, 0], [0, 0, 0, 1]], "V": [[2, 0, 0, 0]],
            "W_O": [[0], [0], [0], [1]]}
    assert effect(head, N, tau, L) == "right"
    effects = Counter()
    for matrix in head.values():
        for row in matrix:
            for c in range(len(row)):
                for change in (-1, 2):               # to one less, then to one more
                    row[c] += change
                    effects[effect(head, N, tau, L)] += 1
                row[c] -= 1
    return {"N": N, "tau": tau, "context": L, "effects": effects}


def main():
    small = [(N, tau) for N in range(2, 7) for tau in range(1, 6) if N ** (tau + 1) <= 800] + [(16, 2)]
    document = {
        "followed": [followed(task, N, tau) for task in RULES for N, tau in small],
        "linear": [linear(task, N, tau) for task in ("NT", "NT-S")
                   for N, tau in ((2, 1), (2, 5), (6, 2), (12, 3), (16, 2), (16, 3), (16, 5))],
        "dot_product": [dot_product(*size) for size in ((2, 1, 3), (2, 3, 5), (3, 1, 3), (3, 2, 4), (4, 1, 4), (5, 2, 4))],
        "planted": [planted(3, 2, 5), planted(2, 1, 4), planted(4, 1, 3)],
    }
    path = pathlib.Path(__file__).with_name("ea_reference.json")
    lines = [f' "{key}": [\n' + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]"
             for key, rows in document.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
