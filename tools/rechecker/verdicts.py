"""What this evaluator says of a variant at given sizes: the checks, the failing inputs, the margins."""

from dataclasses import dataclass, field
from fractions import Fraction

from . import bounds, variants
from .displays import displays_of
from .enclosures import Enclosure
from .errors import IllFormed, Refused, Undecided
from .evaluation import evaluate
from .expressions import free_names
from .input_displays import InputDisplay, Normalised, Separated
from .judge import Judge, Task
from .match_judge import MatchJudge
from .match_layers import has_several_layers
from .setting import Setting
from .stack_judge import StackJudge
from .stream_assertion import StreamAssertion, speaks_of_stream

MOST_BITS = 2048
SAMPLE = 64
ORDER = ("ill-formed", "refuted", "undecided", "holds")


@dataclass
class Verdict:
    judge: Task = None
    ill_formed: str = None
    complete: bool = False  # every input was visited
    inputs: int = 0  # words that are inputs
    not_judged: int = 0  # of them
    failing: list = field(default_factory=list)
    undecided: list = field(default_factory=list)
    error: tuple = None
    margin: tuple = None
    gap: tuple = None
    least_yes: Fraction = None  # no output that should be a yes is below
    greatest_no: Fraction = None
    compares: bool = False
    by_input: dict = field(default_factory=dict)  # checks that are decided input by input, by name
    broken: dict = field(default_factory=dict)  # the first input that breaks one of them
    not_told: set = field(default_factory=set)  # those that some input leaves open
    checks: list = field(default_factory=list)  # (name, essential, verdict)

    @property
    def judges_none(self):
        """No input is judged: there is nothing that the theorem could be wrong about."""
        return self.complete and self.ill_formed is None and self.inputs == self.not_judged

    def headline(self):
        if self.judges_none:
            return "not-applicable"
        essential = [verdict for _, is_essential, verdict in self.checks
                     if is_essential and verdict != "not-applicable"]
        return min(essential, key=ORDER.index) if essential else "not-applicable"


def judge_of(setting):
    if not has_several_layers(setting):
        return Judge(setting)
    kernels = {head.get("kernel") for layer in setting.all("layer") for head in layer.all("head")}
    return MatchJudge(setting) if kernels == {"exact-match"} else StackJudge(setting)


def cost(judge):
    """About how many index tuples a visit of every input sums over."""
    receivers = len(judge.receivers() if asks_for_normalised(judge) else judge.judged)
    return judge.setting.space.count * max(1, receivers) * max(1, judge.tuples())


def asks_for_normalised(judge):
    return any(entry["check"] == "normalised" for one in judge.setting.all("check") for entry in one.get("entries"))


def setting_of(statements, variant, given, most_cost, told):
    """The setting of a variant; an auto parameter takes its first candidate whose outputs are all right, the last one where
    there is none, or, where a visit of every input costs too much, the one that attest tells."""
    built = variants.build(statements, variant)
    autos = [one for one in built if one.word == "param" and one.get("auto") is not None
             and one.get("name") not in given]
    if not autos:
        return Setting(built, given)
    try:
        probe = Setting(built, given, candidate=Fraction(1))
        name = autos[0].get("name")
        if cost(judge_of(probe)) > most_cost and name in told:
            return Setting(built, {**given, name: told[name]})
        setting = None
        for candidate in evaluate(autos[0].get("auto"), probe.scope):
            setting = Setting(built, given, candidate=candidate)
            judge = judge_of(setting)
            ranks = setting.judged_ranks(range(setting.space.count))
            if all(output.right() for rank in ranks for output in judge.outputs(rank)):
                return setting
    except IllFormed:
        return probe
    if setting is None:
        raise Refused("an auto parameter without a candidate")
    return setting


def conclude(statements, variant, given, most_inputs, most_cost, told):
    """Visits every input if there are few enough of them; a Verdict that is not complete has no headline: it looks at some
    inputs' tokens for form and at the displays."""
    verdict = Verdict()
    variants.check_meanings(statements)
    try:
        setting = setting_of(statements, variant, given, most_cost, told)
        verdict.judge = judge = judge_of(setting)
        count = setting.space.count
        verdict.complete = count <= most_inputs and cost(judge) <= most_cost
        judge.check_form(range(count) if verdict.complete else range(0, count, -(-count // SAMPLE)))
        verdict.checks = [("well-formed", True, "holds")] + shown(verdict)
        if verdict.complete:
            visit(verdict, range(count))
            if not verdict.judges_none:
                conclude_checks(verdict)
    except IllFormed as problem:
        verdict.ill_formed, verdict.complete = str(problem), True
        verdict.checks = [("well-formed", True, "ill-formed")]
    return verdict


def shown(verdict):
    """The checks of the displays that are polynomials; those that speak of the input are put by."""
    judge, checks = verdict.judge, []
    if asks_for_normalised(judge):
        verdict.by_input["normalised"] = Normalised(judge)
    if isinstance(judge, MatchJudge) and any(entry["check"] == "separated" for one in judge.setting.all("check")
                                             for entry in one.get("entries")):
        verdict.by_input["separated"] = Separated(judge)
    for one in judge.setting.all("check"):
        for entry in one.get("entries"):
            if speaks_of_stream(judge, entry):
                verdict.by_input[entry["name"]] = StreamAssertion(judge, entry)
    for name, display, member in displays_of(judge) if isinstance(judge, Judge) else ():
        if isinstance(display, InputDisplay):
            verdict.by_input[name] = display
        else:
            checks.append((name, is_essential(judge, display), said(display.holds(member, judge.setting.space.count))))
    return checks


def is_essential(judge, display):
    return not any(entry["check"] == "displayed" and entry["name"] == display.statement.get("name")
                   for one in judge.setting.all("check") if not one.get("essential") for entry in one.get("entries"))


def visit(verdict, ranks):
    judge = verdict.judge
    for rank in ranks:
        if not judge.setting.is_input(rank):
            continue
        verdict.inputs += 1
        if not judge.setting.is_judged(rank):
            verdict.not_judged += 1
            continue
        right, open_ = True, False
        for output in judge.outputs(rank):
            try:
                right = output.right() and right
            except Undecided:
                open_ = True
            tally(verdict, output)
        if not right:
            verdict.failing.append(rank)
        elif open_:
            verdict.undecided.append(rank)
        for name, one in verdict.by_input.items():
            holds = one.holds(rank)
            if holds is None:
                verdict.not_told.add(name)
                if right and not open_:
                    verdict.undecided.append(rank)
                    open_ = True
            elif holds is False:
                verdict.broken.setdefault(name, rank)


def tally(verdict, output):
    margin = output.margin()
    verdict.margin = margin if verdict.margin is None else tuple(map(min, verdict.margin, margin))
    if output.is_sign:
        low, high = output.value()
        if output.truth:
            verdict.least_yes = low if verdict.least_yes is None else min(low, verdict.least_yes)
        else:
            verdict.greatest_no = high if verdict.greatest_no is None else max(high, verdict.greatest_no)
    else:
        error = output.error()
        verdict.error = error if verdict.error is None else tuple(map(max, verdict.error, error))
    for one in output.attended:
        verdict.compares = verdict.compares or bool(one.best)
    gap = least_gap(output)
    if gap is not None:
        verdict.gap = gap if verdict.gap is None else tuple(map(min, verdict.gap, gap))


GAPS = {}


def least_gap(output):
    """The least score gap of the heads at a token, as (low, high)."""
    found = []
    for gap, scale in output.gaps():
        if (gap, scale) not in GAPS:
            amount = scale.enclosure(160) * Enclosure.of(gap, 160)
            low, high = abs(amount).bounds()
            GAPS[(gap, scale)] = (low, high) if gap else (Fraction(0), Fraction(0))
        found.append(GAPS[(gap, scale)])
    return tuple(map(min, *found)) if len(found) > 1 else (found[0] if found else None)


def conclude_checks(verdict):
    for name, one in verdict.by_input.items():
        if isinstance(one, InputDisplay):
            verdict.checks.append((name, is_essential(verdict.judge, one), said(name not in verdict.broken)))
    for one in verdict.judge.setting.all("check"):
        for entry in one.get("entries"):
            if entry["check"] != "displayed":
                verdict.checks.append((entry.get("name", entry["check"]), one.get("essential"), check(verdict, entry)))


def said(answer):
    return {True: "holds", False: "refuted", None: "undecided"}[answer]


def check(verdict, entry):
    kind, scope = entry["check"], verdict.judge.scope
    if kind == "output":
        return "refuted" if verdict.failing else "undecided" if verdict.undecided else "holds"
    if kind == "unique-maximum":
        if not verdict.compares:
            return "not-applicable"
        return said(verdict.gap is None or verdict.gap[0] > 0)
    if kind in ("normalised", "separated"):
        if kind not in verdict.by_input:
            raise Refused(f"'{kind}' here")
        return said(kind not in verdict.broken)
    if kind == "size":
        return said(size_is_constant(verdict.judge, entry["names"]))
    if kind == "assert" and speaks_of_stream(verdict.judge, entry):
        name = entry["name"]
        return said(False if name in verdict.broken else None if name in verdict.not_told else True)
    if kind == "assert":
        return said(bounds.holds(entry["value"], scope))
    if kind in ("error", "gap"):
        measured = verdict.error if kind == "error" else verdict.gap
        node = entry["value"]
        if node[0] != "chain" or len(node) != 4 or node[1][:2] != ("name", kind):
            raise Refused(f"a check of another form: {kind}")
        if measured is None:
            if kind == "gap":
                return "undecided"
            raise Refused("a sign has no error")
        return said(meets_bound(verdict, kind, node[2], bounds.Bound(node[3], scope)))
    if kind == "growth":
        return "undecided"
    if kind == "threshold":
        if verdict.least_yes is None or verdict.greatest_no is None:
            return "not-applicable"
        return "holds" if verdict.greatest_no < verdict.least_yes else "undecided"
    raise Refused(f"the check '{kind}'")


def meets_bound(verdict, kind, sign, bound):
    """An error below the first enclosures' resolution is enclosed again, on every input."""
    answer = bounds.compare(sign, getattr(verdict, kind), bound.value(128))
    bits, setting = 512, verdict.judge.setting
    while answer is None and kind == "error" and bits <= MOST_BITS:
        errors = [output.error(bits) for rank in setting.judged_ranks(range(setting.space.count))
                  for output in verdict.judge.outputs(rank)]
        answer = bounds.compare(sign, tuple(map(max, *errors)) if len(errors) > 1 else errors[0], bound.value(bits))
        bits *= 4
    return answer


def size_is_constant(judge, names):
    """What counts heads and coordinates speaks of none of these sizes."""
    return not any(set(names) & sizes_in(judge.setting, node) for node in judge.counting_nodes())


def sizes_in(setting, node, seen=frozenset()):
    found = set()
    for text, _, _, _ in free_names(node):
        found.add(text)
        for one in setting.all("param") + setting.all("let"):
            if one.get("name") == text and text not in seen:
                inner = one.get("default") if one.word == "param" else one.get("value")
                if inner is not None:
                    found |= sizes_in(setting, inner, seen | {text})
    return found
