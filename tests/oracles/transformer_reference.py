#!/usr/bin/python3
"""Reference outputs for the complete transformers of seed 000, with mpmath at 400 bits.

Written from the DISPLAYED SCORES of the paper (eq. 25 and its neighbours), not from the vectors f, g, h that
attest transcribes, and from the tasks' definitions. Shares no code with attest.

    /usr/bin/python3 tests/oracles/transformer_reference.py      (rewrites transformer_reference.json beside it)
"""
import itertools
import json
import pathlib
import random
from fractions import Fraction

from mpmath import mp, mpf

mp.prec = 400


def text(x):
    return "0" if x == 0 else mp.nstr(x, 40)


def averaged(entries, root):
    """entries: (score, values); the softmax of score/sqrt(root), averaged values, the gap of the two best."""
    ranked = sorted((s for s, _ in entries), reverse=True)
    gap = None if len(ranked) == 1 else ranked[0] - ranked[1]
    weights = [mp.exp(mpf((s - ranked[0]).numerator) / (s - ranked[0]).denominator / mp.sqrt(root)) for s, _ in entries]
    total = mp.fsum(weights)
    columns = zip(*(v for _, v in entries))
    return [mp.fsum(w * x for w, x in zip(weights, column)) / total for column in columns], gap


def relation_token(m, A, B, i, j, col=None):
    entries = []
    r = range(1, m + 1)
    for c, d, k, l in itertools.product(r, r, r, r):
        if col is None:
            score = (-(i - c) ** 2 - (d - k) ** 2 - (l - j) ** 2 + A[c, d] + B[k, l]
                     + Fraction(c * m ** 3 + d * m ** 2 + k * m + l, m ** 5)) * m ** 8
            values = (c, d, k, l, A[c, d], B[k, l])
        else:
            score = (-(i - c) ** 2 - (col[d] - col[k]) ** 2 - (l - j) ** 2 + A[c, d] + B[k, l]
                     + Fraction((d - k) ** 2, m ** 3)
                     + Fraction(c * m ** 3 + d * m ** 2 + k * m + l, m ** 8)) * m ** 12
            values = (c, d, k, l, A[c, d], B[k, l], col[d], col[k])
        entries.append((Fraction(score), values))
    a, gap = averaged(entries, 15 if col is None else 19)
    y = mpf(1) / 2 - abs(a[0] - i) - abs(a[3] - j) - max(0, 1 - a[4]) - max(0, 1 - a[5])
    y -= abs(a[1] - a[2]) if col is None else abs(a[6] - a[7]) + max(0, 1 - abs(a[1] - a[2]))
    return y, gap


def relation_row(m, quotient, generator):
    r = range(1, m + 1)
    A = {(i, j): generator.randint(0, 1) for i in r for j in r}
    B = {(i, j): generator.randint(0, 1) for i in r for j in r}
    col = {k: generator.randint(1, m) for k in r} if quotient else None
    document = {"A": [[A[i, j] for j in r] for i in r], "B": [[B[i, j] for j in r] for i in r]}
    if quotient:
        document["col"] = [col[k] for k in r]
        truth = [int(any(A[i, k] and B[q, j] and col[k] == col[q] and k != q for k in r for q in r)) for i in r for j in r]
    else:
        truth = [int(any(A[i, k] and B[k, j] for k in r)) for i in r for j in r]
    outputs = [relation_token(m, A, B, i, j, col) for i in r for j in r]
    return {"m": m, "input": document, "truth": truth, "y": [text(y) for y, _ in outputs]}


def triangular_row(m, generator):
    r = range(1, m + 1)
    A = {(i, j): generator.randint(0, 1) for i in r for j in r}
    B = {(i, j): generator.randint(0, 1) for i in r for j in r}
    document = {"A": [[A[i, j] for j in r] for i in r], "B": [[B[i, j] for j in r] for i in r]}
    y = []
    for i, j in itertools.product(r, r):
        both = sum(A[i, l] * B[l, j] for l in r)
        e = mp.exp(mpf(m) / 2)
        y.append(both * e / (both * e + m - both) - mpf(1) / 2)
    truth = [int(any(A[i, k] and B[k, j] for k in r)) for i in r for j in r]
    return {"m": m, "input": document, "truth": truth, "y": [text(x) for x in y]}


def match3_row(n, m, p, third_order, tau):
    y, truth = [], []
    for i in range(n):
        distances = []
        for total in (m, 2 * m):
            entries = []
            for j, k in itertools.product(range(n), repeat=2):
                s = p[i] + p[j] + p[k]
                if third_order:
                    score = -24 * n * m * (Fraction(s - total) + Fraction(1, 4)) ** 2
                else:
                    score = n ** 4 * (-Fraction(s - total) ** 2 + Fraction((j + 1) * n + k + 1, n ** 3))
                entries.append((Fraction(score), (p[j] + p[k],)))
            a, _ = averaged(entries, 6 if third_order else 8)
            distances.append(abs(p[i] + a[0] - total))
        y.append(mpf(tau.numerator) / tau.denominator - min(distances))
        truth.append(int(any((p[i] + p[j] + p[k]) % m == 0 for j in range(n) for k in range(n))))
    return {"n": n, "m": m, "input": {"p": list(p)}, "truth": truth, "y": [text(x) for x in y]}


def main():
    generator = random.Random(20261120)
    relation = [relation_row(m, False, generator) for m in (1, 2, 2, 2, 3, 3, 4)]
    quotient = [relation_row(m, True, generator) for m in (1, 2, 2, 2, 3, 3)]
    triangular = [triangular_row(m, generator) for m in (1, 2, 3, 4)]
    sizes = [(1, 4), (2, 4), (2, 7), (3, 4), (3, 7), (4, 6), (5, 9)]
    words = {(n, m): [[generator.randint(1, m - 1) for _ in range(n)] for _ in range(3)] for n, m in sizes}
    words[2, 4].append([1, 3])
    match3 = [match3_row(n, m, p, False, Fraction(1, 8)) for n, m in sizes for p in words[n, m]]
    third = [match3_row(n, m, p, True, Fraction(1, 2)) for n, m in sizes for p in words[n, m]]
    document = {"relation-composition": relation, "quotient-composition": quotient,
                "triangular-relation-composition": triangular, "match3": match3,
                "third-order-match3": third}
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
