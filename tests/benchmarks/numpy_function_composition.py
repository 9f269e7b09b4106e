#!/usr/bin/env python3
"""NumPy baseline: Strassen-attention function composition, every input, float64, no certificate.

Source: paper seed 000_bd1f352bd128419d.txt (Strassen Attention), proof of Theorem 4.2, function
composition; the attention is eqs. (14)-(17).  Tokens 1..2n+1 carry phi in [n]; the judged token
is i = 2n+1; the truth is h(g(x)) with g = phi(1..n), h = phi(n+1..2n), x = phi(2n+1); the output
is y = sum_{j,k} softmax_{j,k}((f_i g_j + g_j h_k + h_k f_i)/sqrt(d)) phi(k).  The encoding x_i
has seven entries, so d = 7 (the displayed derivation divides by sqrt(6)).

Inputs: all n^(2n+1) words, lexicographic, token 1 most significant, built before the clock
starts.  The clock covers scores, softmax, truth and comparison, anew for every input; no value is
shared between inputs.  An input fails when |y - truth| >= 0.5.

Scores are taken in the form into which the printed vectors multiply out (checked in exact
integers, outside the clock): f_i g_j = -n^2 (phi(i) - j)^2, g_j h_k = -n^2 (phi(j) - (k - n))^2,
h_k f_i = 0.  None is positive and one (j, k) has 0, so the softmax needs no shift.
"""
import argparse
import json
import random
import time

import numpy as np

CHUNK = 3072  # inputs per batch; the fastest of 512..16384 at n = 4


def all_words(n):  # tokens first, so that every array operation runs along the inputs
    tokens = 2 * n + 1
    words = np.empty((tokens, n**tokens), np.uint8)
    for t in range(tokens):
        words[t].reshape(n**t, n, -1)[:] = np.arange(1, n + 1)[None, :, None]
    return words


def check_printed_vectors(n, words):
    dot = lambda a, b: n * n * sum(p * q for p, q in zip(a, b))
    for column in random.Random(1).sample(range(words.shape[1]), min(50, words.shape[1])):
        phi = [int(v) for v in words[:, column]]
        f = (phi[-1] ** 2, 2 * phi[-1], -1, 0, 0, 0)
        for j, pj in enumerate(phi, 1):
            g = (-1, j, j * j, pj * pj, 2 * pj, -1)
            for k in range(1, 2 * n + 2):
                h = (0, 0, 0, -1, k - n, k * k - 2 * k * n + n * n)
                short = -n * n * ((phi[-1] - j) ** 2 + (pj - (k - n)) ** 2)
                assert dot(f, g) + dot(g, h) + dot(h, f) == short


def evaluate(n, words):
    tokens, total = words.shape
    root = n / 7.0**0.25  # score/sqrt(7) = -(root*phi(i) - root*j)^2 - (root*phi(j) - root*(k-n))^2
    position = root * np.arange(1, tokens + 1)[:, None]
    clip = root**2 * ((2 * n) ** 2 + (2 * n - 1) ** 2) > 700  # lowest score; then exp may underflow
    phi, scaled, x, weight, u = (np.empty((tokens, min(CHUNK, total))) for _ in range(5))
    failing, worst = 0, 0.0
    for start in range(0, total, CHUNK):
        w = words[:, start : start + CHUNK]
        column = np.arange(w.shape[1])
        phi, scaled, x, weight, u = (a[:, : len(column)] for a in (phi, scaled, x, weight, u))
        np.copyto(phi, w)
        np.multiply(phi, root, out=scaled)
        np.subtract(scaled[-1], position, out=x)
        np.square(x, out=x)
        np.negative(x, out=x)  # x[j] = f_i g_j / sqrt(7)
        for k in range(1, tokens + 1):
            np.subtract(scaled, root * (k - n), out=weight)
            np.square(weight, out=weight)
            np.subtract(x, weight, out=weight)  # weight[j] = score(i,j,k) / sqrt(7)
            if clip:  # exp is many times slower where its result is subnormal or zero
                np.maximum(weight, -700.0, out=weight)
            np.exp(weight, out=weight)
            np.add.reduce(weight, 0, out=u[k - 1])  # u[k] = sum over j
        y = np.einsum("kb,kb->b", u, phi) / u.sum(0)
        g_x = w[w[-1] - 1, column]
        error = np.abs(y - w[n + g_x - 1, column])
        failing += int(np.count_nonzero(error >= 0.5))
        worst = max(worst, float(error.max()))
    return failing, worst


parser = argparse.ArgumentParser()
parser.add_argument("n", type=int, choices=range(1, 6))
parser.add_argument("--repeat", type=int, default=3)
args = parser.parse_args()
inputs = all_words(args.n)
check_printed_vectors(args.n, inputs)
seconds = float("inf")
for _ in range(max(1, args.repeat)):
    begin = time.perf_counter()
    failing, worst = evaluate(args.n, inputs)
    seconds = min(seconds, time.perf_counter() - begin)
print(json.dumps({"tool": "numpy", "n": args.n, "inputs": inputs.shape[1], "seconds": seconds,
                  "failing": failing, "worst_error": worst}))
