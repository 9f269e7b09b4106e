"""A document of attest against what is computed here: one line a disagreement."""

from fractions import Fraction

from .errors import Undecided
from .verdicts import least_gap

MOST_BITS = 1 << 13


def number(text):
    return Fraction(text)


def enclosure(document):
    return (number(document["lower"]), number(document["upper"]))


def meet(left, right):
    return left[0] <= right[1] and right[0] <= left[1]


def shown(pair):
    return f"[{float(pair[0]):.17g}, {float(pair[1]):.17g}]"


class Comparison:
    """Collects disagreements; `at` says what the lines speak of."""

    def __init__(self, at):
        self.at, self.lines = at, []
        self.held = []  # checks that hold on every input, as attest says

    def say(self, what, theirs, ours):
        self.lines.append(f"{self.at}: {what}: attest {theirs}, recheck {ours}")

    def same(self, what, theirs, ours):
        if theirs != ours:
            self.say(what, theirs, ours)

    def touches(self, what, document, ours):
        """Two enclosures of one number have to meet; none on either side is none on both."""
        if document is None or ours is None:
            if (document is None) != (ours is None):
                self.say(what, "none" if document is None else shown(enclosure(document)),
                         "none" if ours is None else shown(ours))
        elif not meet(enclosure(document), ours):
            self.say(what, shown(enclosure(document)), shown(ours))

    # One output.

    def output(self, document, output):
        where = f"token {document['position']}"
        self.same(f"{where}, coordinate", document.get("coordinate"), output.coordinate)
        self.same(f"{where}, position", document["position"], output.token.position)
        self.touches(f"{where}, y", document["value"], output.value(self.bits_for(document["value"])))
        truth = int(output.truth) if output.is_sign or output.truth.denominator == 1 else str(output.truth)
        self.same(f"{where}, truth", document["truth"], truth)
        try:
            if document["right"] is not None:
                self.same(f"{where}, right", document["right"], output.right())
            if document["decision"] is not None or output.decision() is None:
                self.same(f"{where}, decision", document["decision"], output.decision())
        except Undecided:
            pass
        self.touches(f"{where}, score gap", document["score_gap"], least_gap(output))
        self.winner(where, document.get("winner"), output)

    @staticmethod
    def bits_for(document):
        """Enough bits to tell an enclosure that attest gives from its neighbours."""
        width = number(document["upper"]) - number(document["lower"])
        bits = 96
        while width and Fraction(1, 1 << bits) > width / 16 and bits < MOST_BITS:
            bits *= 2
        return bits

    def winner(self, where, winner, output):
        """The winner of a single head is one of its best tuples; of an exact match it is all that it finds."""
        if len(output.attended) != 1 or winner is None:
            return
        if output.attended[0].matched is not None:
            self.same(f"{where}, winner", winner, output.attended[0].matched)
        if not output.attended[0].best:
            return
        best = [[token.position for token in chosen] for chosen in output.attended[0].best]
        told = [winner] if [winner] in best else winner
        if told not in best:
            self.say(f"{where}, winner", winner, best)

    def run(self, document, ours, rank):
        judge = ours.judge
        self.same("spelling", document["input"], judge.setting.space.spelling(rank))
        if not judge.setting.is_judged(rank):
            self.same("verdict of an input that is not judged", document["verdict"], "not-applicable")
            return
        if document["verdict"] == "not-applicable":
            self.say("verdict", "not-applicable", "an input that is judged")
            return
        outputs = judge.outputs(rank)
        if len(document["outputs"]) != len(outputs):
            self.say("judged tokens", len(document["outputs"]), len(outputs))
        for theirs, output in zip(document["outputs"], outputs):
            self.output(theirs, output)
        for name in self.held:
            if name in ours.by_input and ours.by_input[name].holds(rank) is False:
                self.say(f"check {name}", "holds", "does not hold here")

    # A verdict.

    def verdict(self, document, ours):
        theirs = document["verdict"]
        if ours.ill_formed:
            self.same("verdict", theirs, f"ill-formed ({ours.ill_formed})" if theirs != "ill-formed" else theirs)
            return
        if theirs == "ill-formed":
            if ours.complete:
                self.say("verdict", f"ill-formed ({document['reason']})", ours.headline())
            return
        judge, inputs = ours.judge, document["inputs"]
        self.held = [one["name"] for one in document["checks"] if one["verdict"] == "holds"]
        self.inputs(inputs, ours)
        self.size(document["size"], judge)
        if ours.complete:
            self.everything(document, ours)
        else:
            self.displays(document, ours)
        self.witnesses(document, judge)
        self.broken(document, ours)

    def inputs(self, document, ours):
        """How many inputs there are, and how many of them are not judged; null until all words are looked at."""
        setting = ours.judge.setting
        if ours.complete or not setting.promises:
            self.same("inputs.space", document["space"], str(ours.inputs if ours.complete else setting.space.count))
        if ours.complete:
            self.same("inputs.checked", document["checked"], str(ours.inputs))
            self.same("inputs.not_judged", document.get("not_judged", "0"), str(ours.not_judged))

    def size(self, document, judge):
        heads, dimension = judge.size
        self.same("heads", document["heads"], heads)
        self.same("embedding dimension", document["embedding_dimension"], dimension)

    def everything(self, document, ours):
        inputs = document["inputs"]
        if inputs["undecided"] == "0" and not ours.undecided:
            self.same("inputs.failing", inputs["failing"], str(len(ours.failing)))
        if not ours.judges_none:
            self.checks(document, ours)
        if document["verdict"] != "undecided" and ours.headline() != "undecided":
            self.same("verdict", document["verdict"], ours.headline())
        if ours.judge.setting.candidate is not None:
            name = ours.judge.setting.auto.get("name")
            self.same(f"{name} that is searched", document["parameters"][name], str(ours.judge.setting.candidate))
        margins = document["margins"]
        self.touches("score gap", margins["score_gap"], ours.gap)
        self.touches("output error", margins["output_error"], ours.error)
        self.touches("decision margin", margins["decision_margin"], ours.margin)
        found = document["counterexample"]
        if found is not None:
            self.counterexample(found, ours)
        listed = [one["rank"] for one in document["failing"] or []]
        self.same("failing inputs", listed, [str(rank) for rank in ours.failing[:len(listed)]])

    def counterexample(self, found, ours):
        """The first input whose output is wrong, or that breaks the check that is named."""
        check = found.get("check", "output")
        if check == "output":
            self.same("counterexample", found["rank"], str(ours.failing[0]) if ours.failing else "none")
        elif check in ours.by_input:
            self.same(f"counterexample of {check}", found["rank"], str(ours.broken.get(check, "none")))

    def displays(self, document, ours):
        theirs = [(one["name"], one["verdict"]) for one in document["checks"]
                  if one["name"].startswith("identity") and one["name"] not in ours.by_input]
        self.same("displays", theirs, [(name, verdict) for name, _, verdict in ours.checks[1:]])

    def checks(self, document, ours):
        theirs = [(one["name"], one["essential"], one["verdict"]) for one in document["checks"]]
        left = list(ours.checks)
        for name, essential, verdict in theirs:
            found = next((one for one in left if one[0] == name and one[1] == essential), None)
            if found is None:
                self.say(f"check {name}", verdict, "no such check")
                continue
            left.remove(found)
            if "undecided" not in (verdict, found[2]) or name == "growth":
                self.same(f"check {name}", verdict, found[2])
        for name, _, verdict in left:
            self.say(f"check {name}", "no such check", verdict)

    def witnesses(self, document, judge):
        """The counterexample, the listed failing inputs and the worst input, recomputed one by one."""
        found = document["counterexample"]
        if found is not None and found.get("rank") is not None and "value" in found:
            rank = int(found["rank"])
            self.same("counterexample, spelling", found["input"], judge.setting.space.spelling(rank))
            outputs = {(str(output.token.position), output.coordinate): output for output in judge.outputs(rank)}
            output = outputs.get((str(found["position"]), found.get("coordinate")))
            if output is None:
                self.say("counterexample, position", found["position"], "no judged token")
            else:
                self.output(found, output)
        for one in document["failing"] or []:
            if all(output.right() for output in judge.outputs(int(one["rank"]))):
                self.say(f"rank {one['rank']}", "fails", "is right")
        self.worst(document, judge)

    def broken(self, document, ours):
        """A counterexample of a check that is decided input by input breaks it."""
        found = document["counterexample"]
        if found is None or found.get("check") not in ours.by_input or found.get("rank") is None:
            return
        rank = int(found["rank"])
        self.same("counterexample, spelling", found["input"], ours.judge.setting.space.spelling(rank))
        if ours.by_input[found["check"]].holds(rank):
            self.say(f"rank {rank}", f"breaks {found['check']}", "does not")

    def worst(self, document, judge):
        worst, margins = document["worst_input"], document["margins"]
        if worst is None:
            return
        rank = int(worst["rank"])
        self.same("worst input, spelling", worst["input"], judge.setting.space.spelling(rank))
        theirs = margins["output_error"]
        if theirs is not None:
            bits = self.bits_for(theirs)
            errors = [output.error(bits) for output in judge.outputs(rank)]
            ours = (max(low for low, _ in errors), max(high for _, high in errors))
            self.touches("worst input, error", theirs, ours)
        elif margins["decision_margin"] is not None:
            found = [output.margin() for output in judge.outputs(rank)]
            ours = (min(low for low, _ in found), min(high for _, high in found))
            self.touches("worst input, decision margin", margins["decision_margin"], ours)


