"""Theorems by name, as files and as texts."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from attest import _calls as calls
from attest._html import escape


@dataclass(frozen=True)
class Theorem:
    """A claim of the catalogue, a theorem file or the text of one; `theorem` makes it."""

    kind: str  # "named", "file" or "text"
    content: str  # the name, the path or the text

    def document(self) -> dict[str, Any]:
        """What `attest check` says of a file or a text, `attest show` of a claim, as JSON."""
        command = "show" if self.kind == "named" else "check"
        return calls.documents(calls.call(command, self.kind, self.content, {}, {}))[0]

    def __str__(self) -> str:
        return self.content

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.content)}</pre>"


About = Union[str, "os.PathLike[str]", Theorem]
"""What a theorem may be given as: see `theorem`."""


def as_theorem(about: About) -> Theorem:
    if isinstance(about, Theorem):
        return about
    if isinstance(about, str):
        if "\n" in about:
            return Theorem("text", about)
        return Theorem("file" if about.endswith(".theorem") else "named", about)
    if isinstance(about, os.PathLike):
        return Theorem("file", calls.path_text(about))
    raise TypeError(f"expected a name, a file or a text, got {about!r}")


def theorem(about: About, /) -> Theorem:
    """A name of the catalogue ("strassen/match3"), a file (a path, or a str that ends in .theorem) or a text (a str of several
    lines). It is looked at at once: what is wrong with it raises Error, with every mistake and its place."""
    made = as_theorem(about)
    made.document()
    return made


def about_call(function: str, about: About, sizes: Mapping[str, calls.Size], options: Mapping[str, calls.Option],
               standard_input: str = "") -> str:
    made = as_theorem(about)
    return calls.call(function, made.kind, made.content, sizes, options, standard_input)
