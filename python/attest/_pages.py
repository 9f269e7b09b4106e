"""report: a page to read."""

import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional, Union

from attest import _calls as calls
from attest._calls import Size
from attest._html import escape
from attest._theorem import About, about_call


@dataclass(frozen=True)
class Page:
    format: str  # "html", "markdown" or "latex"
    text: str = field(repr=False)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def _repr_html_(self) -> str:
        if self.format != "html":
            return f"<pre>{escape(self.text)}</pre>"
        # A page of its own, with its own style.
        return f'<iframe srcdoc="{escape(self.text)}" style="width:100%;height:40em;border:0"></iframe>'


def report(theorem: About, /, variant: Optional[str] = None, *, format: str = "html", threads: Optional[int] = None,
           seed: Optional[int] = None, budget: Optional[float] = None, parameters: Optional[Mapping[str, Size]] = None,
           **sizes: Size) -> Page:
    """Statement, print and repair side by side, every verdict, margins, the worst input, the proof: at these sizes, or at those on
    record."""
    text = about_call("report", theorem, calls.all_sizes(parameters, sizes), {
        "variant": variant, "format": format, "threads": threads, "seed": seed, "budget": budget})
    return Page(format, text)
