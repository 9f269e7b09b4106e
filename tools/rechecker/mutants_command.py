"""Changes a theorem file in a single place, again and again, and compares attest's verdict on each with tools/recheck's.

    tools/mutants FILE.theorem ... [--seed S] [--count N] [--keep FOLDER] [--at n=4 m=5 ...]

N mutants of each file, each at a small setting of the file's `expect` lines, or at the one that `--at` gives; a text that
both refuse is no theorem and is drawn anew. One line a disagreement and a line of counts
for each file; exit status 1 if there is a disagreement, 3 if more than one mutant in a hundred has no verdict. `--keep` writes those mutants
and those without a verdict to a folder. The program is $ATTEST, else build/release/tools/attest/attest.
"""

import argparse
import collections
import pathlib
import random
import tempfile

from . import program, recheck, reduction_verdicts, reductions, statements, variants, verdicts
from .errors import Refused
from .mutation import Mutator

MOST_COST = 20_000
MOST_INPUTS = 700
KINDS = ("agrees", "disagrees", "undecided", "attest-refuses", "recheck-refuses")


def small_settings(file):
    """Settings of the file's `expect` lines that attest evaluates and at which every input is visited in a moment."""
    read, _ = statements.read(file.read_text(encoding="utf-8"))
    found = []
    for variant, given, _, _ in recheck.settings_of(file):
        try:
            if reductions.states_a_reduction(read):
                found_here = reduction_verdicts.conclude(read, variant, given, 0, 0).reduction
                if found_here.setting.space.count * len(found_here.cells) <= MOST_COST:
                    found.append((variant, given))
                continue
            autos = {one.get("name"): "1" for one in read if one.word == "param" and one.get("auto")}
            judge = verdicts.conclude(read, variant, {**autos, **given}, 0, 0, {}).judge
            if judge and (verdicts.cost(judge) > MOST_COST or judge.setting.space.count > MOST_INPUTS):
                continue
            program.verify(file, variant, given)
        except (program.Refusal, Refused):
            continue
        found.append((variant, given))
    return found


def given_settings(file, words):
    """Every variant at the setting that the command line gives."""
    read, _ = statements.read(file.read_text(encoding="utf-8"))
    given = dict(word.split("=", 1) for word in words)
    return [(variant, given) for variant in variants.names(read)]


def mutate(file, arguments, folder):
    generator = random.Random(f"{arguments.seed} {file.name}")
    counts = collections.Counter()
    try:
        chosen = given_settings(file, arguments.at) if arguments.at else small_settings(file)
        mutator = Mutator(file.read_text(encoding="utf-8"), generator)
    except Refused as problem:
        print(f"{file.name}: not evaluated here: {problem}")
        return counts
    if not chosen:
        print(f"{file.name}: no setting of its expect lines is evaluated and small")
        return counts
    number, seen = 0, set()
    while sum(counts[kind] for kind in KINDS) < arguments.count and number < 10 * arguments.count:
        number += 1
        text, what = mutator.mutant()
        if text in seen:
            continue
        seen.add(text)
        variant, given = generator.choice(chosen)
        mutant = folder / f"{file.stem}-{arguments.seed}-{number}.theorem"
        mutant.write_text(text, encoding="utf-8")
        outcome = recheck.one(mutant, variant, given, arguments.seed, ranks=1, most_cost=20 * MOST_COST)
        counts[outcome.kind] += 1
        counts[f"({outcome.verdict})"] += outcome.kind == "agrees"
        if outcome.kind not in ("agrees", "refused"):
            for line in outcome.lines or [f"{recheck.name_of(mutant, variant, given)}: {outcome.kind}: {outcome.message}"]:
                print(f"{line} [{what}]", flush=True)
        if outcome.kind in ("agrees", "refused") or not arguments.keep:
            mutant.unlink()
    print(f"{file.name}: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)), flush=True)
    return counts


def main(words=None):
    """The exit status of tools/mutants with these arguments."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--seed", type=int, default=20261120)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--at", nargs="+", default=[], metavar="n=3")
    arguments = parser.parse_args(words)
    if any("=" not in word for word in arguments.at):
        parser.error("--at takes sizes such as n=3")
    total = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="attest-mutants-") as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for file in arguments.files:
            total += mutate(file, arguments, folder)
    print("all: " + ", ".join(f"{total[kind]} {kind}" for kind in KINDS))
    if total["disagrees"]:
        return 1
    without = total["attest-refuses"] + total["recheck-refuses"] + total["undecided"]
    return 3 if 100 * without > sum(total[kind] for kind in KINDS) else 0

