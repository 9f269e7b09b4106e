#!/usr/bin/env python3
"""mpmath interval baseline: Strassen-attention function composition on a seeded sample.

Source: paper seed 000_bd1f352bd128419d.txt (Strassen Attention), proof of Theorem 4.2, function
composition; the attention is eqs. (14)-(17).  Tokens 1..2n+1 carry phi in [n]; the judged token
is i = 2n+1; the truth is h(g(x)) with g = phi(1..n), h = phi(n+1..2n), x = phi(2n+1); the output
is y = sum_{j,k} softmax_{j,k}((f_i g_j + g_j h_k + h_k f_i)/sqrt(d)) phi(k).  The encoding x_i
has seven entries, so d = 7 (the displayed derivation divides by sqrt(6)).

What is computed, for each sampled input on its own: the pair scores f_i g_j, g_j h_k and h_k f_i
from the printed vectors in exact integers; then, by the definition, the double sum over (j, k)
with one iv.exp per term, of the term's whole score divided by an interval for sqrt(7); nothing is
remembered from one term or input to the next.  Precision is the default of mpmath.iv (53 bits).

Inputs are S distinct words out of all n^(2n+1) (all of them when S is at least that many); word
number m is the m-th in lexicographic order, token 1 most significant.  They are drawn before the
clock starts.  An input fails when the interval of |y - truth| lies at or above 0.5, and is
undecided when that interval has points on both sides of 0.5.
"""
import argparse
import json
import random
import time

from mpmath import iv


def word(n, number):
    phi = []
    for _ in range(2 * n + 1):
        number, digit = divmod(number, n)
        phi.append(digit + 1)
    return phi[::-1]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def output(n, phi, sqrt_d):
    """Interval containing y at token 2n+1."""
    tokens = range(1, 2 * n + 2)
    p = phi[-1]
    f = [n * v for v in (p * p, 2 * p, -1, 0, 0, 0)]
    g = [[n * v for v in (-1, j, j * j, q * q, 2 * q, -1)] for j, q in zip(tokens, phi)]
    h = [[n * v for v in (0, 0, 0, -1, k - n, k * k - 2 * k * n + n * n)] for k in tokens]
    h_f = [dot(hk, f) for hk in h]
    numerator = iv.mpf(0)
    denominator = iv.mpf(0)
    for gj in g:
        f_g = dot(f, gj)
        for k, hk in enumerate(h):
            weight = iv.exp((f_g + dot(gj, hk) + h_f[k]) / sqrt_d)
            numerator += weight * phi[k]
            denominator += weight
    return numerator / denominator


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("n", type=int)
    parser.add_argument("--sample", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    n = args.n
    total = n ** (2 * n + 1)
    numbers = random.Random(args.seed).sample(range(total), min(args.sample, total))
    words = [word(n, m) for m in numbers]

    begin = time.perf_counter()
    sqrt_d = iv.sqrt(7)
    undecided = failing = 0
    worst = 0.0
    for phi in words:
        truth = phi[n + phi[phi[-1] - 1] - 1]  # h(g(x))
        error = abs(output(n, phi, sqrt_d) - truth)
        if error.a >= 0.5:
            failing += 1
        elif error.b >= 0.5:
            undecided += 1
        worst = max(worst, float(error.b))  # exact: the endpoint has 53 bits
    seconds = time.perf_counter() - begin

    print(json.dumps({"tool": "mpmath-iv", "n": n, "inputs": len(words), "seconds": seconds,
                      "seconds_per_input": seconds / len(words), "undecided": undecided,
                      "failing": failing, "worst_error_upper": worst}))


if __name__ == "__main__":
    main()
