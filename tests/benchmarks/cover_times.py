#!/usr/bin/python3
"""Measures the cover and prints the table of docs/benchmarks.md, section Cover.

    tools/benchmark cover [--quick] [SECONDS]

Each line is one whole run of `attest verify .. --by cover --threads 2`, from the text to the verdict with its margins: the processor's
seconds of both threads (user time) and the clock's. --quick leaves out what takes more than a few seconds; SECONDS is the
budget of a run (default 600), and a run that it ends is printed with its verdict.
"""

import json
import resource
import subprocess
import sys
import time

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
    ("ea/next-token-dot-product N=16 tau=2 context=16", "constructed", "16^16", True),
    ("ea/next-token-dot-product N=16 tau=2 context=64", "constructed", "16^64", True),
    ("ea/next-token-dot-product N=16 tau=2 context=512", "constructed", "16^512", True),
)


def short(text):
    return f"{float(text):.3g}" if abs(float(text)) > 1e-300 else text[:4] + "e" + text.split("e")[1]


def ends(bounds):
    return f"{short(bounds['lower'])} to {short(bounds['upper'])}" if bounds else "-"


def measured(attest, words, variant, budget):
    command = [attest, "verify", *words.split(), "--variant", variant, "--by", "cover", "--threads", "2", "--quiet",
               "--budget", str(budget), "--format", "json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    start = time.monotonic()
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    clock = time.monotonic() - start
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return json.loads(run.stdout), seconds, clock


def main():
    attest, arguments = sys.argv[1], sys.argv[2:]
    quick = "--quick" in arguments
    numbers = [float(word) for word in arguments if word != "--quick"]
    print("| theorem | inputs | candidates | verdict | margin | user, s | clock, s |\n|---|---|---|---|---|---|---|")
    for words, variant, inputs, is_quick in RUNS:
        if quick and not is_quick:
            continue
        verdict, seconds, clock = measured(attest, words, variant, numbers[0] if numbers else 600)
        if verdict["inputs"]["space"] != str(eval(inputs.replace("^", "**"))):  # pylint: disable=eval-used
            raise SystemExit(f"{words}: {verdict['inputs']['space']} inputs, expected {inputs}")
        margins = verdict["margins"]
        error = margins["output_error"]
        margin = f"error {ends(error)}" if error else ends(margins["decision_margin"])
        winners = int(verdict["details"]["cover"]["winners"])
        print(f"| {words} | {inputs} | {winners:,} | {verdict['verdict']} | {margin} | {seconds:.2f} | {clock:.1f} |",
              flush=True)


if __name__ == "__main__":
    main()
