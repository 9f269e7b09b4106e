"""Tables for notebooks."""

from collections.abc import Iterable, Sequence
from html import escape as _escape
from typing import Any

_COLORS = {"holds": "#1a7f37", "refuted": "#cf222e", "ill-formed": "#cf222e"}


def escape(value: Any) -> str:
    return _escape(str(value))


def verdict_html(verdict: str, kind: Any = None) -> str:
    words = verdict if kind is None else f"{verdict} ({kind})"
    return f'<b style="color:{_COLORS.get(verdict, "#9a6700")}">{escape(words)}</b>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The cells are HTML already."""
    head = "".join(f"<th>{escape(h)}</th>" for h in heads)
    body = "".join("<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def setting(parameters: Any) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items())
