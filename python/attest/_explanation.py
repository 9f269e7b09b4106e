"""explain: why one output is right or wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from attest import _calls as calls
from attest._calls import Size
from attest._html import escape, setting, table, verdict_html
from attest._numbers import Enclosure, enclosure
from attest._theorem import About, about_call
from attest._weights import OwnWeights, given_weights

Input = Union[str, Mapping[str, Any], list[Any]]
"""As the papers spell it: {"f": [[2, 1], [1, 2]], "x": 2}; or "rank:5", "random", "@FILE"."""


def input_text(given: Optional[Input]) -> Optional[str]:
    return given if given is None or isinstance(given, str) else json.dumps(given)


@dataclass(frozen=True)
class Explanation:
    """Of one judged token of a layer, on one input; what is no layer has `document` alone."""

    claim: str
    variant: Optional[str]
    parameters: Mapping[str, Any]
    input: Any
    token: Any
    value: Optional[Enclosure]
    decision: Any
    truth: Any
    verdict: Optional[str]
    cause: Optional[str]
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        parts = [f"<p>{verdict_html(self.verdict or 'undecided')} {escape(self.claim)} {escape(setting(self.parameters))}, input "
                 f"<code>{escape(json.dumps(self.input))}</code>, token {escape(self.token)}</p>"]
        if self.cause:
            parts.append(f"<p>{escape(self.cause)}</p>")
        for head in self.document.get("heads") or ():
            rows = [(escape(t["tuple"]), escape(t["score"]), escape(enclosure(t["weight"]) or ""), escape(t["value"]))
                    for t in head.get("tuples") or ()]
            parts.append(f"<p>{escape(head.get('name', ''))}</p>" + table(("tuple", "score", "weight", "value"), rows))
        return "".join(parts)


def explain(theorem: About, /, variant: Optional[str] = None, *, input: Optional[Input] = None, token: Union[str, int, None] = None,
            tuples: Optional[int] = None, weights: Optional[OwnWeights] = None, threads: Optional[int] = None,
            seed: Optional[int] = None, budget: Optional[float] = None, parameters: Optional[Mapping[str, Size]] = None,
            **sizes: Size) -> Explanation:
    """On an input, or on what a run finds: "worst", "counterexample" (the default: the counterexample, else the worst)."""
    with given_weights(theorem, weights) as (path, standard_input):
        text = about_call("explain", theorem, calls.all_sizes(parameters, sizes), {
            "variant": variant, "input": input_text(input), "token": token, "tuples": tuples, "weights": path,
            "threads": threads, "seed": seed, "budget": budget}, standard_input)
    found = calls.documents(text)[0]
    return Explanation(found["claim"], found.get("variant"), found.get("parameters") or {}, found.get("input"),
                       found.get("token"), enclosure(found.get("value")), found.get("decision"), found.get("truth"),
                       found.get("verdict"), found.get("cause"), found)
