#!/usr/bin/python3
"""Measures the cover and prints the table of docs/benchmarks.md, section Cover.

    tools/benchmark cover [--quick] [SECONDS]

Each line is one whole run of `attest verify .. --by cover --threads 2`, from the text to the verdict with its margins: the processor's
seconds of both threads (user time) and the clock's. Behind them, how these seconds grow with the size, as the power that fits them best,
beside enumerations in the same run. --quick leaves out what takes more than a few seconds; SECONDS is the
budget of a run (default 600), and a run that it ends is printed with its verdict.
"""

import json
import math
import os
import resource
import subprocess
import sys
import time

EXAMPLES = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples"))
RUNS = (
    ("strassen/relation-composition m=4", "repaired", "2^32", True),
    ("strassen/relation-composition m=6", "repaired", "2^72", True),
    ("strassen/relation-composition m=8", "repaired", "2^128", False),
    ("strassen/relation-composition m=12", "repaired", "2^288", False),
    ("strassen/quotient-composition factor=6 m=3", "printed", "2^18 * 3^3", True),
    ("strassen/quotient-composition factor=6 m=4", "printed", "2^32 * 4^4", True),
    ("strassen/match3 n=10 m=11", "repaired", "10^10", False),
    ("strassen/match3 n=12 m=20", "repaired", "19^12", False),
    ("poly/function-composition t=3 n=8 A2=28", "repaired", "8^25", True),
    ("poly/function-composition t=2 n=32 A2=20", "repaired", "32^65", True),
    ("strassen/function-composition n=16", "repaired", "16^33", True),
    ("strassen/function-composition n=32", "repaired", "32^65", True),
    ("strassen/function-composition n=64", "repaired", "64^129", False),
    ("ea/next-token N=16 tau=2 context=16", "constructed", "16^16", True),
    ("ea/next-token N=16 tau=2 context=64", "constructed", "16^64", True),
    ("ea/next-token N=16 tau=2 context=512", "constructed", "16^512", True),
    ("ea/next-token-dot-product N=16 tau=2 context=32", "constructed", "16^32", True),
    ("ea/next-token-dot-product N=16 tau=2 context=64", "constructed", "16^64", True),
    ("ea/next-token-dot-product N=16 tau=2 context=512", "constructed", "16^512", True),
    (f"{EXAMPLES}/transitive_step.theorem m=8", "stated", "2^64", True),
    (f"{EXAMPLES}/transitive_step.theorem m=10", "stated", "2^100", False),
)

# Theorem, variant, the size that grows, its values for the cover and for enumeration.
GROWTHS = (
    ("strassen/relation-composition", "repaired", "m", (6, 8, 10, 12), (2, 3)),
    ("strassen/function-composition", "repaired", "n", (16, 24, 32, 48, 64), (3, 4, 5)),
    (f"{EXAMPLES}/transitive_step.theorem", "stated", "m", (6, 8, 10, 12), (2, 3, 4)),
    ("ea/next-token-dot-product N=16 tau=2", "constructed", "context", (128, 256, 512, 1024), (3, 4)),
)


def short(text):
    return f"{float(text):.3g}" if abs(float(text)) > 1e-300 else text[:4] + "e" + text.split("e")[1]


def ends(bounds):
    """Errors next to 1/2 by what is missing to it."""
    if bounds and 0.49 < float(bounds["lower"]) <= float(bounds["upper"]) < 0.5:
        return f"1/2 - {0.5 - float(bounds['lower']):.3g} to 1/2 - {0.5 - float(bounds['upper']):.3g}"
    return f"{short(bounds['lower'])} to {short(bounds['upper'])}" if bounds else "-"


def measured(attest, words, variant, budget, method="cover"):
    command = [attest, "verify", *words.split(), "--variant", variant, "--by", method, "--threads", "2", "--quiet",
               "--budget", str(budget), "--format", "json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    start = time.monotonic()
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    clock = time.monotonic() - start
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return json.loads(run.stdout), seconds, clock


def exponent(sizes, seconds):
    """The slope of log(seconds) over log(size), by least squares."""
    x, y = [math.log(size) for size in sizes], [math.log(second) for second in seconds]
    middle = sum(x) / len(x)
    return sum((a - middle) * b for a, b in zip(x, y)) / sum((a - middle) ** 2 for a in x)


def print_growths(attest, budget):
    print("\n| theorem | by cover at | user, s | fitted power | by enumeration at | inputs | user, s |\n|---|---|---|---|---|---|---|")
    for words, variant, name, covered, enumerated in GROWTHS:
        times = {}
        spaces = []
        for method, sizes in (("cover", covered), ("enumeration", enumerated)):
            times[method] = []
            for size in sizes:
                verdict, seconds, _ = measured(attest, f"{words} {name}={size}", variant, budget, method)
                if verdict["verdict"] != "holds":
                    raise SystemExit(f"{words} {name}={size}: {verdict['verdict']}")
                times[method].append(seconds)
                if method == "enumeration":
                    spaces.append(f"{int(verdict['inputs']['space']):,}")
        text = {method: ", ".join(f"{second:.2f}" for second in seconds) for method, seconds in times.items()}
        print(f"| {words} | {name} = {', '.join(map(str, covered))} | {text['cover']} | {name}^{exponent(covered, times['cover']):.1f} | "
              f"{name} = {', '.join(map(str, enumerated))} | {', '.join(spaces)} | {text['enumeration']} |", flush=True)


def main():
    attest, arguments = sys.argv[1], sys.argv[2:]
    quick = "--quick" in arguments
    numbers = [float(word) for word in arguments if word != "--quick"]
    budget = numbers[0] if numbers else 600
    print("| theorem | inputs | candidates | verdict | margin | user, s | clock, s |\n|---|---|---|---|---|---|---|")
    for words, variant, inputs, is_quick in RUNS:
        if quick and not is_quick:
            continue
        verdict, seconds, clock = measured(attest, words, variant, budget)
        if verdict["inputs"]["space"] != str(eval(inputs.replace("^", "**"))):  # pylint: disable=eval-used
            raise SystemExit(f"{words}: {verdict['inputs']['space']} inputs, expected {inputs}")
        margins = verdict["margins"]
        error = margins["output_error"]
        margin = f"error {ends(error)}" if error else ends(margins["decision_margin"])
        winners = int(verdict["details"]["cover"]["winners"])
        print(f"| {words} | {inputs} | {winners:,} | {verdict['verdict']} | {margin} | {seconds:.2f} | {clock:.1f} |",
              flush=True)
    if not quick:
        print_growths(attest, budget)


if __name__ == "__main__":
    main()
