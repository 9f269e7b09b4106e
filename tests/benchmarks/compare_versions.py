#!/usr/bin/python3
"""Compares the program with the one of another commit, command by command.

    tools/benchmark --against COMMIT [ROUNDS]

Both programs run each command in turns, with one thread, ROUNDS (5) times; a figure is the least of the processor's seconds (user and
system) of all rounds, and the ratio is that of this program to the other. Answers are compared as well: exit status,
and of verdicts what they say and how many inputs were checked and failed.
"""

import atexit
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

# What both versions 0.1 and 0.2 understand. A length of a few tenths of a second is above what a start costs.
COMMANDS = (
    "verify strassen/function-composition n=4",
    "verify strassen/function-composition n=5 --variant repaired",
    "verify strassen/relation-composition m=3 --variant repaired",
    "verify strassen/match3 n=6 m=7 --variant repaired",
    "verify strassen/third-order-match3 n=6 m=7",
    "verify strassen/quotient-composition m=2",
    "verify strassen/triangular-relation-composition m=3",
    "verify poly/function-composition t=2 n=5 A2=14 --variant repaired",
    "verify poly/root-finding p=x1^2-x2 n=5 r=3 --variant repaired",
    "verify anna/ema-match2 N=6 M=6 --variant repaired",
    "verify anna/sum N=7 M=6",
    "verify anna/induction-heads N=8 sigma=3 --variant constructed",
    "verify anna/k-hop N=8 sigma=3 k=2 --variant constructed",
    "verify anna/initialization n=10 s=3 --variant repaired",
    "verify anna/final-output n=12 s=3 --variant repaired",
    "verify dat/select-and-relate X=3 Y=4 n=7 beta=9 utility=utility.json relation=relation.json --variant constructed",
    "verify dat/symbol-retrieval n=5 n_s=3 Delta=4 beta=7 --variant printed",
    "verify ea/next-token N=4 tau=2 context=8 --variant constructed",
    "verify ea/cycles N=16 tau=5 task=NT",
    "shatter disjointness m=3 --enumerate",
    "precision strassen/function-composition n=3 --formats fp16,bf16",
    "precision strassen/relation-composition m=2 --formats fp16",
)


# Of dat/select-and-relate. Version 0.1 reads the relations as they stand, 0.2 in halves; beta = 9 serves both.
TABLES = {"utility.json": [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 1]],
          "relation.json": [[[1], [0], [2], [-1]], [[0], [2], [1], [1]], [[-2], [1], [0], [2]]]}


FOLDER = tempfile.mkdtemp(prefix="compare-versions-")
atexit.register(shutil.rmtree, FOLDER, True)


def run(program, words, as_json):
    command = [program, *words.split(), "--threads", "1", "--quiet"] + (["--format", "json"] if as_json else [])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result, seconds


def answer(result):
    """What must agree: the exit status, and of every verdict its words and counts."""
    said = [result.returncode]
    for line in result.stdout.decode().splitlines():
        try:
            document = json.loads(line)
        except ValueError:
            continue
        if isinstance(document, dict) and "verdict" in document and "inputs" in document:
            inputs = document["inputs"]
            said.append((document["variant"], document["verdict"], inputs["checked"], inputs["failing"]))
    return said


def main():
    this, other = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    for name, numbers in TABLES.items():
        with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
            json.dump(numbers, file)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    print("| command | other, s | this, s | this / other | answers |\n|---|---|---|---|---|")
    product, counted = 1.0, 0
    for words in COMMANDS:
        as_json = words.startswith("verify")
        first, second = run(other, words, as_json)[0], run(this, words, as_json)[0]
        if 2 in (first.returncode, second.returncode) or first.returncode > 3 or second.returncode > 3:
            messages = (first.stderr + second.stderr).decode().strip().splitlines()
            print(f"| {words} | - | - | - | refused: {messages[0] if messages else ''} |", flush=True)
            continue
        same = "equal" if answer(first) == answer(second) else f"{answer(first)} and {answer(second)}"
        times = [(run(other, words, as_json)[1], run(this, words, as_json)[1]) for _ in range(rounds)]
        least = [min(column) for column in zip(*times)]
        ratio = least[1] / least[0]
        product, counted = product * ratio, counted + 1
        print(f"| {words} | {least[0]:.3f} | {least[1]:.3f} | {ratio:.2f} | {same} |", flush=True)
    print(f"\nThe geometric mean of {counted} ratios is {product ** (1 / counted):.2f}.")


if __name__ == "__main__":
    main()
