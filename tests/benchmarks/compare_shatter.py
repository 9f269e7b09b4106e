"""Runs `attest shatter` and the Python search of this folder on the same random functions, in one run.

Usage: compare_shatter.py ATTEST [--full]   (tools/benchmark shatter does all of it)

Times are processor times: of all threads of attest, from the start of the program to its end, and of the Python
search without the making of the table. With --full Python searches every partition of the function of 12 bits (hours);
otherwise two of each |A|, the time scaled to all of that size.
"""

import itertools
import json
import math
import os
import random
import resource
import subprocess
import sys
import time

from python_shatter import matrix, random_table, shattered_counts, vc_dimension

SEED = 20261120


def attest(program, *arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    out = subprocess.run([program, "shatter", *arguments, "--format", "json"], check=True, capture_output=True).stdout
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return json.loads(out), cpu, wall


def timed(work, *arguments):
    start = time.process_time()
    result = work(*arguments)
    return result, time.process_time() - start


def python_vc(table, n, rows):
    return vc_dimension(*matrix(table, n, rows))


def all_partitions(program, n, full):
    document, cpu, wall = attest(program, "random", f"n={n}", "--seed", str(SEED), "--every-partition")
    vc = {tuple(entry["partition"]): entry["vc"] for entry in document["per_partition"]}
    assert len(vc) == 2 ** n
    table = random_table(n, SEED)
    choose = random.Random(1)
    seconds = 0.0
    for size in range(n + 1):
        partitions = list(itertools.combinations(range(1, n + 1), size))
        sample = partitions if full else choose.sample(partitions, min(2, len(partitions)))
        for rows in sample:
            value, took = timed(python_vc, table, n, rows)
            assert value == vc[rows], (rows, value, vc[rows])
            seconds += took * math.comb(n, size) / len(sample)
    return f"every partition, {n} bits", seconds, cpu, wall


def counting(program, n, rows):
    partition = ",".join(map(str, rows))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    # csv: the counts alone, without the list
    out = subprocess.run([program, "shatter", "random", f"n={n}", "--seed", str(SEED), "--enumerate", "--partition",
                          partition, "--format", "csv"], check=True, capture_output=True, text=True).stdout
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    table = random_table(n, SEED)
    counts, seconds = timed(lambda: shattered_counts(*matrix(table, n, rows)))
    assert [line.split(",")[1] for line in out.splitlines()[1:]] == [str(c) for c in counts] + [str(sum(counts))]
    return f"counting {sum(counts)} sets, {n} bits, A={{1..{len(rows)}}}", seconds, cpu, wall


def main():
    program = os.path.abspath(sys.argv[1])
    full = "--full" in sys.argv
    print("| what | Python, s | attest, s (all threads) | attest, wall s | Python / attest |\n|---|---|---|---|---|")
    for work in (lambda: all_partitions(program, 10, True), lambda: all_partitions(program, 12, full),
                 lambda: counting(program, 10, (1, 2, 3, 4, 5, 6)),
                 lambda: counting(program, 12, (1, 2, 3, 4, 5, 6)),
                 lambda: counting(program, 12, (1, 2, 3, 4, 5, 6, 7))):
        name, seconds, cpu, wall = work()
        print(f"| {name} | {seconds:.4g} | {cpu:.3g} | {wall:.3g} | {seconds / cpu:.0f} |", flush=True)


if __name__ == "__main__":
    main()
