"""A variant of a theorem file at given sizes: attest's documents against what is computed here."""

import json
import random
from dataclasses import dataclass, field

from . import program, reduction_verdicts, reductions, statements, variants
from .comparison import Comparison
from .errors import IllFormed, Refused
from .reduction_comparison import ReductionComparison, runs as runs_of_reduction
from .verdicts import conclude

MOST_INPUTS = 3000
MOST_COST = 400_000
LISTED = 20


@dataclass
class Outcome:
    """kind: agrees, disagrees, refused (by both), attest-refuses, recheck-refuses, undecided, program (a variant that is a
    program of attest's own)."""

    kind: str
    lines: list = field(default_factory=list)
    message: str = ""
    verdict: str = None


def asked(file, variant, given):
    """attest's verdict with some failing inputs; an ill-formed variant has none to list."""
    try:
        return program.verify(file, variant, given, "--failing", str(LISTED))[0]
    except program.Refusal as problem:
        if "--failing" not in str(problem):
            raise
    return program.verify(file, variant, given)[0]


def name_of(file, variant, given):
    return " ".join([file.name, variant or "", *[f"{name}={value}" for name, value in given.items()]])


def one(file, variant, given, seed, ranks=3, most_inputs=MOST_INPUTS, most_cost=MOST_COST, documents=None):
    """documents: [verdict document, run documents ...], asked of attest unless they are given."""
    document, theirs = None, None
    try:
        document = documents[0] if documents else asked(file, variant, given)
    except program.Refusal as problem:
        if problem.status == program.TIMEOUT:
            return Outcome("undecided", message=str(problem))
        if problem.status != 2:
            return Outcome("disagrees", [f"{name_of(file, variant, given)}: attest ends with status {problem.status}: "
                                         f"{problem}"])
        theirs = str(problem)
    refusal = ours = None
    try:
        read, _ = statements.read(file.read_text(encoding="utf-8"))
        reduces = reductions.states_a_reduction(read)
        if reduces:
            ours = reduction_verdicts.conclude(read, variant, given, most_inputs, most_cost)
        else:
            ours = conclude(read, variant, given, most_inputs, most_cost, document["parameters"] if document else {})
    except Refused as problem:
        refusal = str(problem)
    if theirs is not None:
        if refusal is not None:
            return Outcome("refused", message=f"{theirs} | {refusal}")
        said = "ill-formed" if ours.ill_formed else ours.headline() if ours.complete else "a verdict"
        return Outcome("attest-refuses", message=f"{theirs} | recheck: {said} {ours.ill_formed or ''}")
    if refusal is not None:
        return Outcome("recheck-refuses", message=f"{document['verdict']} | {refusal}", verdict=document["verdict"])
    comparison = (ReductionComparison if reduces else Comparison)(name_of(file, variant, given))
    try:
        comparison.verdict(document, ours)
        if reduces:
            some = drawn(comparison.at, seed, ranks, ours.reduction.setting)
            runs_of_reduction(comparison, file, variant, given, ours, some, documents)
        elif not ours.ill_formed and document["verdict"] != "ill-formed":
            found = {one.get("name"): document["parameters"][one.get("name")] for one in read
                     if one.word == "param" and one.get("auto")}
            runs(comparison, file, variant, {**given, **found}, seed, ranks, ours, documents)
    except IllFormed as problem:
        comparison.say("verdict", document["verdict"], f"ill-formed ({problem})")
    except Refused as problem:
        return Outcome("recheck-refuses", message=str(problem), verdict=document["verdict"])
    except program.Refusal as problem:
        comparison.say("run", f"status {problem.status}: {problem}", "an output")
    if comparison.lines:
        return Outcome("disagrees", comparison.lines, verdict=document["verdict"])
    if not ours.complete:
        if document["verdict"] == "ill-formed":
            return Outcome("undecided", verdict="ill-formed", message=f"not seen here: {document['reason']}")
        what = "witnesses and random inputs alone" if reduces else "witnesses, displays and random inputs alone"
        return Outcome("agrees", verdict=document["verdict"], message=what)
    undecided = document["verdict"] == "undecided" and ours.complete and ours.headline() != "undecided"
    return Outcome("undecided" if undecided else "agrees", verdict=document["verdict"],
                   message=f"{document['reason']}" if undecided else "")


def runs(comparison, file, variant, given, seed, ranks, ours, documents):
    """Random inputs, one by one: y, decision, truth, gap."""
    if documents:
        for document in documents[1:]:
            comparison.run(document, ours, int(document["rank"]))
        return
    for rank in drawn(comparison.at, seed, ranks, ours.judge.setting):
        before = len(comparison.lines)
        if ours.judge.setting.is_input(rank):
            comparison.run(program.run(file, variant, given, rank), ours, rank)
        else:
            no_input(comparison, file, variant, given, rank)
        comparison.lines[before:] = [line.replace(comparison.at, f"{comparison.at} rank:{rank}", 1)
                                     for line in comparison.lines[before:]]


def drawn(at, seed, ranks, setting):
    generator = random.Random(f"{seed} {at}")
    return [generator.randrange(setting.space.count) for _ in range(ranks)]


def no_input(comparison, file, variant, given, rank):
    """A word that does not meet `where` is refused."""
    try:
        document = program.run(file, variant, given, rank)
    except program.Refusal as problem:
        if problem.status != 2:
            raise
        return
    comparison.say("run", document["verdict"], "no input")


def settings_of(file):
    """(variant, sizes, verdict, kind) of a file's quick `expect` lines."""
    read, _ = statements.read(file.read_text(encoding="utf-8"))
    names = variants.names(read)
    for expect in read:
        if expect.word != "expect":
            continue
        for group in expect.get("groups"):
            if group["full"] or group["corner"]:  # a corner is one of `attest prove`
                continue
            for given in expanded(group["sizes"]):
                for variant, verdict, kind in group["verdicts"]:
                    yield variant or names[0], given, verdict, kind


def expanded(sizes):
    """n=1..3 m=4 as three settings; values as text."""
    if not sizes:
        return [{}]
    (name, node), rest = sizes[0], sizes[1:]
    return [{name: text, **others} for text in texts(node) for others in expanded(rest)]


def texts(node):
    if node[0] == "range":
        return [str(k) for k in range(int(node[1][1]), int(node[2][1]) + 1)]
    if node[0] == "name":
        return [node[1]]
    if node[0] == "number":
        return [str(node[1])]
    if node[0] == "/":
        return [f"{node[1][1]}/{node[2][1]}"]
    raise Refused("a setting of another form")


def read_documents(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
