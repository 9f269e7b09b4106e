"""verify: a theorem at given sizes, on every input."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Optional, Union

from attest import _calls as calls
from attest._calls import Size
from attest._html import escape, setting, table, verdict_html
from attest._numbers import Enclosure, enclosure
from attest._theorem import About, about_call
from attest._weights import OwnWeights, given_weights


@dataclass(frozen=True)
class Check:
    name: str
    essential: bool
    verdict: str
    kind: Optional[str]
    evidence: Optional[str]
    reason: Optional[str]


@dataclass(frozen=True)
class Inputs:
    """How many: the whole space, this run's share of it, and of these."""

    space: Optional[int]
    total: Optional[int]
    checked: Optional[int]
    failing: Optional[int]
    undecided: Optional[int]


@dataclass(frozen=True)
class Margins:
    """How far from failing; None where there is no such margin."""

    score_gap: Optional[Enclosure]
    output_error: Optional[Enclosure]
    decision_margin: Optional[Enclosure]


@dataclass(frozen=True)
class Verdict:
    """Of one variant at one setting; `verdict` is "holds", "refuted", "ill-formed", "undecided" or "not-applicable".
    `document` has all that the program says (docs/manual.md)."""

    claim: str
    variant: str
    parameters: Mapping[str, Any]
    verdict: str
    kind: Optional[str]  # of a refutation: "construction", "display", "constant" or "statement"
    evidence: Optional[str]  # of what holds: "enumeration", "cover" or "symbolic"
    reason: Optional[str]
    checks: tuple[Check, ...] = field(repr=False)
    inputs: Inputs
    margins: Margins
    counterexample: Optional[Mapping[str, Any]]
    worst_input: Optional[Mapping[str, Any]]
    recorded: Optional[str]  # what the catalogue or the file expects, of a call without sizes
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has more than two values; compare its .verdict")

    def _repr_html_(self) -> str:
        rows = [("verdict", verdict_html(self.verdict, self.kind)),
                ("claim", escape(f"{self.claim} ({self.variant}) {setting(self.parameters)}"))]
        if self.reason is not None:
            rows.append(("why", escape(self.reason)))
        if self.inputs.checked is not None:
            rows.append(("inputs", escape(f"{self.inputs.checked} of {self.inputs.total} checked, "
                                          f"{self.inputs.failing} failing, {self.inputs.undecided} undecided")))
        for name in ("score_gap", "output_error", "decision_margin"):
            margin = getattr(self.margins, name)
            if margin is not None:
                rows.append((name.replace("_", " "), escape(margin)))
        if self.counterexample is not None:
            shown = self.counterexample.get("input", self.counterexample.get("what", ""))
            rows.append(("counterexample", f"<code>{escape(shown)}</code>"))
        for check in self.checks:
            rows.append((check.name, verdict_html(check.verdict, check.kind)))
        return table(("", ""), [(escape(name), cell) for name, cell in rows])


class Verdicts(tuple[Verdict, ...]):
    """In the order of settings, then variants."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("verdicts are neither true nor false; look at each .verdict")

    def _repr_html_(self) -> str:
        return table(("claim", "variant", "setting", "verdict", "failing", "why"),
                     [(escape(v.claim), escape(v.variant), escape(setting(v.parameters)), verdict_html(v.verdict, v.kind),
                       escape("" if v.inputs.failing is None else v.inputs.failing), escape(v.reason or "")) for v in self])


def _count(text: Any) -> Optional[int]:
    return None if text is None else int(text)


def verdict_of(document: Mapping[str, Any]) -> Verdict:
    inputs = document.get("inputs") or {}
    margins = document.get("margins") or {}
    return Verdict(
        claim=document["claim"], variant=document["variant"], parameters=document["parameters"], verdict=document["verdict"],
        kind=document["kind"], evidence=document["evidence"], reason=document["reason"],
        checks=tuple(Check(c["name"], c["essential"], c["verdict"], c.get("kind"), c["evidence"], c["reason"])
                     for c in document["checks"]),
        inputs=Inputs(*(_count(inputs.get(name)) for name in ("space", "total", "checked", "failing", "undecided"))),
        margins=Margins(*(enclosure(margins.get(name)) for name in ("score_gap", "output_error", "decision_margin"))),
        counterexample=document["counterexample"], worst_input=document["worst_input"], recorded=document.get("recorded"),
        document=document)


def verify(theorem: About, /, variant: Optional[str] = None, *, by: Optional[str] = None,
           weights: Optional[OwnWeights] = None, first: bool = False, failing: Optional[int] = None, count: bool = False,
           margin: Union[calls.Size, None] = None, part: Optional[str] = None, skip_impossible: bool = False,
           threads: Optional[int] = None, seed: Optional[int] = None, budget: Optional[float] = None,
           parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Verdicts:
    """Every input at these sizes, of every variant or of one; without sizes what the catalogue or the file expects. Of what a file
    expects at every size, `prove` speaks."""
    with given_weights(theorem, weights) as (path, standard_input):
        text = about_call("verify", theorem, calls.all_sizes(parameters, sizes), {
            "variant": variant, "by": by, "weights": path, "first": first, "failing": failing, "count": count,
            "margin": None if margin is None else calls.size_text("margin", margin), "part": part,
            "skip_impossible": skip_impossible, "threads": threads, "seed": seed, "budget": budget}, standard_input)
    found = [document for document in calls.documents(text) if document["schema"].startswith("attest/verdict/")]
    return Verdicts(verdict_of(document) for document in found)
