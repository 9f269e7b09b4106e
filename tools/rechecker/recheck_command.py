"""Computes attest's verdicts on theorem files a second time, by code that shares nothing with it (tools/rechecker/).

    tools/recheck verdict FILE.theorem [VARIANT] [n=3 ...] [--seed S] [--document FILE]
    tools/recheck all [--seed S]

`verdict` compares attest's verdict and three random inputs with what is computed here; without sizes it takes the quick
`expect` lines. `all` does that for every example and every text of the catalogue. A variant that is a program of attest's own
is named and left out. One line a disagreement; exit status 1 if
there is one, 3 if something has no verdict, 2 if the arguments are wrong. The program is $ATTEST, else
build/release/tools/attest/attest. `--document` compares the documents of a file (a verdict, then runs, one a line) instead.
"""

import argparse
import pathlib

from . import program, recheck, statements, variants
from .errors import Refused


def asked(arguments, parser):
    variant, given = None, {}
    for word in arguments:
        if "=" in word:
            name, _, value = word.partition("=")
            given[name] = value
        elif variant is None:
            variant = word
        else:
            parser.error(f"a second variant: {word}")
    return variant, given


def settings(file, variant, given):
    if not given:
        return [(name, sizes, verdict) for name, sizes, verdict, _ in recheck.settings_of(file)
                if variant in (None, name)]
    read, _ = statements.read(file.read_text(encoding="utf-8"))
    return [(name, given, None) for name in variants.names(read) if variant in (None, name)]


def report(file, variant, given, outcome):
    print("\n".join(outcome.lines), end="\n" if outcome.lines else "")
    where = recheck.name_of(file, variant, given)
    if outcome.kind == "agrees":
        print(f"{where}: {outcome.verdict}, both" + (f" ({outcome.message})" if outcome.message else ""))
    elif outcome.kind == "refused":
        print(f"{where}: not evaluated, by attest or here: {outcome.message}")
    elif outcome.kind != "disagrees":
        print(f"{where}: {outcome.kind}: {outcome.message}")


def whole_file(file, variant, given, arguments):
    """The kinds of outcomes of a file's settings."""
    documents = recheck.read_documents(arguments.document) if arguments.document else None
    kinds = []
    try:
        chosen = settings(file, variant, given)
    except Refused as problem:
        try:
            program.verify(file, variant, given)
            kind = "recheck-refuses"
        except program.Refusal as refusal:
            kind, problem = "refused", f"{refusal} | {problem}"
        print(f"{file.name}: {kind}: {problem}")
        return [kind]
    own = set(variants.programs(statements.read(file.read_text(encoding="utf-8"))[0])) & {name for name, _, _ in chosen}
    for name in sorted(own):
        print(f"{file.name} {name}: a program, which is not evaluated here")
        kinds.append("program")
    for name, sizes, expected in chosen:
        if name in own:
            continue
        outcome = recheck.one(file, name, sizes, arguments.seed, documents=documents)
        report(file, name, sizes, outcome)
        if expected is not None and outcome.verdict not in (None, expected):
            print(f"{recheck.name_of(file, name, sizes)}: the file expects {expected}, attest says {outcome.verdict}")
        kinds.append(outcome.kind)
    return kinds


def main(words=None):
    """The exit status of tools/recheck with these arguments."""
    parser = argparse.ArgumentParser(prog="recheck", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    verdict = commands.add_parser("verdict")
    verdict.add_argument("file", type=pathlib.Path)
    verdict.add_argument("words", nargs="*", metavar="VARIANT or n=3")
    verdict.add_argument("--document", help="documents of attest to compare with, instead of asking")
    everything = commands.add_parser("all")
    for command in (verdict, everything):
        command.add_argument("--seed", type=int, default=20261120)
    arguments = parser.parse_args(words)
    if arguments.command == "verdict":
        if not arguments.file.is_file():
            parser.error(f"{arguments.file}: no such file")
        variant, given = asked(arguments.words, parser)
        kinds = whole_file(arguments.file, variant, given, arguments)
    else:
        arguments.document = None
        files = [file for pattern in ("examples/*", "constructions/*/*", "lowerbounds/*/*", "reductions/*/*")
                 for file in sorted(program.ROOT.glob(f"{pattern}.theorem"))]
        kinds = [kind for file in files for kind in whole_file(file, None, {}, arguments)]
    counted = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    print(", ".join(f"{count} {kind}" for kind, count in counted.items()) or "nothing to compare")
    if "disagrees" in counted:
        return 1
    return 0 if set(counted) - {"refused", "program"} == {"agrees"} else 3

