"""prove: a theorem for every size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Optional

from attest import _calls as calls
from attest._calls import Size
from attest._html import escape, setting, table, verdict_html
from attest._theorem import About, about_call


@dataclass(frozen=True)
class Step:
    name: str
    statement: str
    verdict: str
    evidence: Optional[str]


@dataclass(frozen=True)
class Proof:
    """`verdict` is "holds" (for every size; `corners` are the sizes from which on the lemma shows it, those below are decided one by
    one), "refuted" (at some size) or "undecided", and then `refusal` names the hypothesis that is not met."""

    claim: str
    variant: str
    verdict: str
    reason: Optional[str]
    corners: tuple[Mapping[str, Any], ...]
    fixed: Mapping[str, Any]
    lemma: Optional[str]
    bound: Optional[str]
    steps: tuple[Step, ...]
    refusal: Optional[str]
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> NoReturn:
        raise TypeError("a proof's verdict has more than two values; compare its .verdict")

    def _repr_html_(self) -> str:
        head = f"{verdict_html(self.verdict)} {escape(self.claim)} ({escape(self.variant)})"
        if self.corners:
            head += ", from " + escape("; ".join(setting(corner) for corner in self.corners)) + " on"
        why = self.refusal or self.reason
        rows = [(escape(s.name), escape(s.statement), verdict_html(s.verdict)) for s in self.steps]
        return f"<p>{head}</p>" + (f"<p>{escape(why)}</p>" if why else "") + table(("step", "statement", ""), rows)


def prove(theorem: About, /, variant: Optional[str] = None, *, window: Optional[str] = None, threads: Optional[int] = None,
          budget: Optional[float] = None, parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Proof:
    """For every size; those that are given are fixed. (Coq's kernel is for the command: attest prove THEOREM --kernel.)"""
    text = about_call("prove", theorem, calls.all_sizes(parameters, sizes),
                      {"variant": variant, "window": window, "threads": threads, "budget": budget})
    found = calls.documents(text)[0]
    return Proof(found["claim"], found["variant"], found["verdict"], found.get("reason"), tuple(found.get("from") or ()),
                 found.get("fixed") or {}, found.get("lemma"), found.get("bound"),
                 tuple(Step(s["name"], s["statement"], s["verdict"], s.get("evidence")) for s in found.get("steps") or ()),
                 found.get("refusal"), found)
