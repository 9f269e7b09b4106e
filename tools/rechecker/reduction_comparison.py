"""A document of attest about a reduction against what is computed here: one line a disagreement."""

import re

from . import program
from .comparison import Comparison


class ReductionComparison(Comparison):
    def verdict(self, document, ours):
        reduction, inputs = ours.reduction, document["inputs"]
        if not ours.complete:
            self.found(document["counterexample"], reduction)
            return
        self.same("verdict", document["verdict"], ours.headline())
        self.checks(document, ours)
        if not reduction.is_judged:
            return
        for name, count in (("space", ours.checked), ("checked", ours.checked), ("failing", len(ours.failing))):
            self.same(f"inputs.{name}", inputs[name], str(count))
        details = document["details"]
        self.same("yes instances", details["yes_instances"], str(ours.yes))
        self.same("no instances", details["no_instances"], str(ours.checked - ours.yes))
        self.dependences(document, ours)
        found = document["counterexample"]
        if found is not None and "rank" in found:
            essential = {name for name, is_essential, _ in ours.checks if is_essential}
            first = [rank for name, rank in ours.first_of.items() if name in essential]
            if int(found["rank"]) not in first:
                self.say("counterexample", found["rank"], f"one of {first}")
        self.found(found, reduction)

    def dependences(self, document, ours):
        """The numbers that a check of dependences says: of each input alone, and of what is fixed."""
        for one in document["checks"]:
            if one["name"] in ours.counts and one["verdict"] == "holds":
                numbers = [int(number) for number in re.findall(r": (\d+)", one["reason"])]
                self.same(f"counts of {one['name']}", numbers, ours.counts[one["name"]])
        if ours.tokens is not None and "tokens" in document["details"]:
            self.same("tokens", document["details"]["tokens"], ours.tokens)
            self.same("fixed tokens", document["details"]["fixed_tokens"], ours.counts["one-half-a-token"][-1])

    def found(self, found, reduction):
        """An instance that a document shows: how it is spelled, what becomes of it, and the two answers."""
        if found is None or "rank" not in found:
            return
        rank = int(found["rank"])
        values = reduction.setting.space.values(rank)
        self.same("counterexample, spelling", found["input"], reduction.setting.space.spelling(rank))
        self.same("counterexample, source", found["source"], "yes" if reduction.answer(values) else "no")
        letters = reduction.image(values)
        if found["image"] == reduction.spelled_image(letters) and found["target"] is not None:
            self.same("counterexample, target", found["target"], "yes" if reduction.target_answer(letters) else "no")

    def run(self, document, ours, rank):
        """One instance."""
        reduction = ours.reduction
        if not reduction.is_judged:
            self.same("run", document["verdict"], "not-applicable")
            return
        values = reduction.setting.space.values(rank)
        letters, truth = reduction.image(values), reduction.answer(values)
        self.same("run, rank", document["rank"], str(rank))
        self.same("run, spelling", document["input"], reduction.setting.space.spelling(rank))
        self.same("run, image", document["steps"]["image"], reduction.spelled_image(letters))
        if not reduction.is_instance(letters):
            self.same("run, verdict", document["verdict"], "refuted")
            return
        answer = reduction.target_answer(letters)
        (output,) = document["outputs"]
        self.same("run, truth", output["truth"], int(truth))
        self.same("run, decision", output["decision"], int(answer))
        self.same("run, verdict", document["verdict"], "holds" if answer == truth else "refuted")


def runs(comparison, file, variant, given, ours, ranks, documents):
    """Some instances, one by one; a word that `where` leaves out is refused."""
    setting = ours.reduction.setting
    if documents:
        for document in documents[1:]:
            comparison.run(document, ours, int(document["rank"]))
        return
    for rank in ranks:
        before = len(comparison.lines)
        try:
            document = program.run(file, variant, given, rank)
        except program.Refusal as problem:
            if problem.status != 2 or not setting.promises or setting.is_input(rank):
                raise
            continue
        if setting.promises and not setting.is_input(rank):
            comparison.say("run", document["verdict"], "no input")
        else:
            comparison.run(document, ours, rank)
        comparison.lines[before:] = [line.replace(comparison.at, f"{comparison.at} rank:{rank}", 1)
                                     for line in comparison.lines[before:]]
