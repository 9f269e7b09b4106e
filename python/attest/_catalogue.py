"""The claims that attest knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from attest import _calls as calls
from attest._html import escape, table


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str  # "integer", "rational", "named", "polynomial" or "file"
    values: Optional[tuple[str, ...]]
    minimum: Optional[str]
    maximum: Optional[str]
    default: Optional[str]
    meaning: str


@dataclass(frozen=True)
class Claim:
    id: str
    kind: str
    paper: str
    title: str
    variants: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    document: Mapping[str, Any] = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        rows = [tuple("" if cell is None else escape(cell) for cell in (
            p.name, p.type if p.values is None else ", ".join(p.values), p.minimum, p.maximum, p.default, p.meaning)) for p in self.parameters]
        return (f"<p>{escape(self.id)}: {escape(self.title)} ({escape(', '.join(self.variants))})</p>" +
                table(("parameter", "values", "least", "most", "default", "meaning"), rows))


class Claims(tuple[Claim, ...]):
    """In the order of the catalogue."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return table(("claim", "kind", "title", "variants", "parameters"),
                     [(escape(c.id), escape(c.kind), escape(c.title), escape(", ".join(c.variants)),
                       escape(", ".join(p.name for p in c.parameters))) for c in self])


def catalogue(*, paper: Optional[str] = None, kind: Optional[str] = None) -> Claims:
    """All claims, or those of a paper ("strassen", ..) or of a kind ("construction", "algorithm", "reduction", ..)."""
    found: Any = calls.documents(calls.call("catalogue", "", "", {}, {"paper": paper, "kind": kind}))[0]
    return Claims(
        Claim(c["id"], c["kind"], c["paper"], c["title"], tuple(c["variants"]),
              tuple(Parameter(p["name"], p["type"], None if p["values"] is None else tuple(p["values"]), p["minimum"],
                              p["maximum"], p["default"], p["meaning"]) for p in c["parameters"]), c)
        for c in found)
