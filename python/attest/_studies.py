"""shatter, reduce, precision, run: answers that are mostly one document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np

from attest import _calls as calls
from attest._calls import Size
from attest._explanation import Input, input_text
from attest._html import escape, setting, table, verdict_html
from attest._theorem import About, about_call, as_theorem
from attest._weights import OwnWeights, given_weights


@dataclass(frozen=True)
class Shattering:
    """The splitting VC dimension, exactly where `complete`, else between `bounds`."""

    function: str
    parameters: Mapping[str, Any]
    split_vc: Optional[int]
    bounds: tuple[int, int]
    complete: bool
    partition: Optional[tuple[int, ...]]  # positions of the rows, 1-based
    set: Optional[tuple[Any, ...]]  # row words that are shattered
    witnesses: Optional[Mapping[str, Any]]  # for each labelling a column word
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        size = escape(self.split_vc if self.complete else f"{self.bounds[0]} to {self.bounds[1]}")
        rows = [(escape(labels), escape(word)) for labels, word in (self.witnesses or {}).items()]
        return (f"<p>{escape(self.function)} {escape(setting(self.parameters))}: splitting VC dimension {size}, rows "
                f"{escape(list(self.partition or ()))}, set {escape(list(self.set or ()))}</p>" + table(("labels", "witness"), rows))


def _table_text(table_of: Any) -> str:
    array = np.asarray(table_of)
    if array.ndim == 0 or len(set(array.shape)) != 1:
        raise TypeError("truth_table: expected an array of shape (sigma, .., sigma)")
    if not all(cell in (0, 1) for cell in array.ravel().tolist()):
        raise TypeError("truth_table: expected 0 and 1 alone")
    return f"{array.shape[0]} {array.ndim}\n{''.join(str(int(cell)) for cell in array.ravel())}\n"


def shatter(function: Optional[About] = None, /, variant: Optional[str] = None, *, truth_table: Any = None,
            partition: Union[Sequence[int], None] = None, enumerate: bool = False, every_partition: bool = False,
            threads: Optional[int] = None, seed: Optional[int] = None, budget: Optional[float] = None,
            parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Shattering:
    """Of a function by name ("disjointness"), of what a theorem states behind 'shatter', or of a truth table: an array of 0 and 1
    with one axis for each letter of a word."""
    options: dict[str, calls.Option] = {
        "variant": variant, "partition": None if partition is None else ",".join(str(int(p)) for p in partition),
        "enumerate": enumerate, "every_partition": every_partition, "threads": threads, "seed": seed, "budget": budget}
    given = calls.all_sizes(parameters, sizes)
    if truth_table is not None:
        if function is not None:
            raise TypeError("a function or a truth table, not both")
        text = calls.call("shatter", "", "", given, {**options, "truth_table": "-"}, _table_text(truth_table))
    elif function is None:
        raise TypeError("a function is missing")
    else:
        text = about_call("shatter", function, given, options)
    found = calls.documents(text)[0]
    bounds = found.get("bounds") or {"lower": found["split_vc"], "upper": found["split_vc"]}
    return Shattering(
        found["function"], found.get("parameters") or {}, found["split_vc"], (bounds["lower"], bounds["upper"]),
        bool(found.get("complete", True)), None if found.get("partition") is None else tuple(found["partition"]),
        None if found.get("set") is None else tuple(tuple(w) if isinstance(w, list) else w for w in found["set"]),
        found.get("witnesses"), found)


@dataclass(frozen=True)
class Reduction:
    """`verdict` is None unless instances were checked."""

    verdict: Optional[str]
    reason: Optional[str]
    source: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        rows = [(escape(s.get("reduction", "")), escape(s.get("target", "")), escape(s.get("made", ""))) for s in self.steps]
        head = "" if self.verdict is None else f"<p>{verdict_html(self.verdict)} {escape(self.reason or '')}</p>"
        return head + table(("reduction", "to", "instances"), rows)


def reduce(reduction: About, /, variant: Optional[str] = None, *, input: Optional[Input] = None, planted: Optional[str] = None,
           to: Optional[str] = None, keep: Optional[int] = None, files: Optional[str] = None, out: Optional[str] = None,
           check: bool = False, explain: bool = False, threads: Optional[int] = None, seed: Optional[int] = None,
           budget: Optional[float] = None, parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Reduction:
    """Instances of a problem as instances of another. `input`: a file, or a text of several lines; of a theorem file an instance.
    `out`: a folder to write all instances to."""
    source = input_text(input)
    standard_input = ""
    if source is not None and "\n" in source and as_theorem(reduction).kind != "text":
        source, standard_input = "-", source
    text = about_call("reduce", reduction, calls.all_sizes(parameters, sizes), {
        "variant": variant, "input": source, "planted": planted, "to": to, "keep": keep, "files": files, "out": out,
        "check": check, "explain": explain, "threads": threads, "seed": seed, "budget": budget}, standard_input)
    found = calls.documents(text)[0] if text else {}
    return Reduction(found.get("verdict"), found.get("reason"), found.get("source") or {}, tuple(found.get("steps") or ()), found)


@dataclass(frozen=True)
class Precision:
    """At one setting: of each format how many inputs are answered as they should be."""

    claim: str
    variant: Optional[str]
    parameters: Mapping[str, Any]
    formats: tuple[Mapping[str, Any], ...]
    complete: bool
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        rows = [(escape(f.get("format", "")), escape(f.get("model", "")), escape(f"{f.get('right')} of {f.get('total')}"))
                for f in self.formats]
        return f"<p>{escape(self.claim)} {escape(setting(self.parameters))}</p>" + table(("format", "model", "right"), rows)


class Precisions(tuple[Precision, ...]):
    """In the order of settings."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self)


def _list(words: Union[str, Sequence[str], None]) -> Optional[str]:
    return words if words is None or isinstance(words, str) else ",".join(words)


def precision(theorem: About, /, variant: Optional[str] = None, *, formats: Union[str, Sequence[str], None] = None,
              models: Union[str, Sequence[str], None] = None, input: Optional[Input] = None, sample: Optional[int] = None,
              least: bool = True, every_size: bool = False, temperature: bool = False, chart: Optional[str] = None,
              first: bool = False, threads: Optional[int] = None, seed: Optional[int] = None, budget: Optional[float] = None,
              parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Precisions:
    """The floating-point formats on which a construction still computes its function, one answer for each setting. `least=False`: do
    not search for the least significand width."""
    text = about_call("precision", theorem, calls.all_sizes(parameters, sizes), {
        "variant": variant, "formats": _list(formats), "models": _list(models), "input": input_text(input), "sample": sample,
        "no_least": not least, "every_size": every_size, "temperature": temperature, "chart": chart, "first": first,
        "threads": threads, "seed": seed, "budget": budget})
    return Precisions(Precision(f["claim"], f.get("variant"), f.get("parameters") or {}, tuple(f.get("formats") or ()),
                                bool(f.get("complete", True)), f) for f in calls.documents(text))


@dataclass(frozen=True)
class Run:
    """One input through a construction."""

    claim: str
    variant: Optional[str]
    parameters: Mapping[str, Any]
    input: Any
    outputs: tuple[Mapping[str, Any], ...]
    verdict: Optional[str]
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        rows = [(escape(o.get("position", "")), escape(o.get("decision", "")), escape(o.get("truth", ""))) for o in self.outputs]
        return (f"<p>{verdict_html(self.verdict or 'undecided')} {escape(self.claim)} {escape(setting(self.parameters))}</p>" +
                table(("token", "decision", "truth"), rows))


def run(theorem: About, /, variant: Optional[str] = None, *, input: Input, weights: Optional[OwnWeights] = None, seed: Optional[int] = None,
        parameters: Optional[Mapping[str, Size]] = None, **sizes: Size) -> Run:
    with given_weights(theorem, weights) as (path, standard_input):
        text = about_call("run", theorem, calls.all_sizes(parameters, sizes),
                          {"variant": variant, "input": input_text(input), "weights": path, "seed": seed}, standard_input)
    found = calls.documents(text)[0]
    return Run(found["claim"], found.get("variant"), found.get("parameters") or {}, found.get("input"),
               tuple(found.get("outputs") or ()), found.get("verdict"), found)
