#!/usr/bin/env python3
"""NumPy baseline: the cycles of NT (seed 004_9370d393bf99a4b8.txt, eq. (4)) over all N^(tau+1) windows.

A window is a number in base N, oldest symbol first. Every window takes the least number on its cycle as its label, by
doubling: after k rounds the label is the least of 2^k successive windows. It uses that NT is a permutation.

    numpy_cycles.py [N] [tau] [--repeat R]      prints JSON with the best time and the counts
"""
import argparse
import json
import time

import numpy as np


def cycles(N, tau):
    window = np.arange(N ** (tau + 1), dtype=np.uint32)
    oldest, rest = np.divmod(window, np.uint32(N**tau))
    jump = rest * np.uint32(N) + (oldest + rest // np.uint32(N ** (tau - 1))) % np.uint32(N)
    label = window
    while True:
        better = np.minimum(label, label[jump])
        if np.array_equal(better, label):
            break
        label, jump = better, jump[jump]
    lengths = np.bincount(np.bincount(label))
    return [[int(lengths[l]), l] for l in range(len(lengths) - 1, 0, -1) if lengths[l]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("N", type=int, nargs="?", default=16)
    parser.add_argument("tau", type=int, nargs="?", default=5)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    best = float("inf")
    for _ in range(arguments.repeat):
        start = time.perf_counter()
        counts = cycles(arguments.N, arguments.tau)
        best = min(best, time.perf_counter() - start)
    print(json.dumps({"N": arguments.N, "tau": arguments.tau, "seconds": best, "cycles": counts}))


if __name__ == "__main__":
    main()
