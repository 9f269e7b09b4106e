"""From a call in Python to one of the compiled part, and what went wrong as an exception."""

import json
import os
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Union

from attest import _core

Size = Union[int, Fraction, str, range]
"""The value of a parameter: 3, Fraction(7, 2), "2..5", range(2, 6), "positive"."""

Option = Union[str, int, Fraction, float, bool, None]

_USAGE, _INTERNAL, _WRITE, _STOPPED = 2, 4, 5, 130


class Error(Exception):
    """What was asked for makes no sense, or could not be done; str() is the program's message."""


def size_text(name: str, value: Size) -> str:
    if isinstance(value, range):
        if value.step != 1 or not value:
            raise TypeError(f"{name}: expected a range of step 1 that is not empty, got {value!r}")
        return f"{value.start}..{value.stop - 1}"
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str)):
        # A float is refused: 0.1 is not 1/10.
        raise TypeError(f"{name}: expected int, Fraction, str or range, got {value!r}")
    return str(value)


def _option_text(name: str, value: Option) -> str:
    if value is True:
        return ""
    if isinstance(value, (bool, float)) and name != "budget":
        raise TypeError(f"{name}: expected int, Fraction or str, got {value!r}")
    if isinstance(value, float):
        return format(value, "f") if value == value and abs(value) < 1e15 else str(value)
    if not isinstance(value, (int, Fraction, str)):
        raise TypeError(f"{name}: expected int, Fraction or str, got {value!r}")
    return str(value)


def _bytes(text: str) -> bytes:
    # As the system has file names; what no file and no text can hold is refused by the program.
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as wrong:
        raise Error(f"a text with a character that is none: {wrong}") from None


def call(function: str, kind: str, theorem: str, sizes: Mapping[str, Size], options: Mapping[str, Option],
         standard_input: str = "") -> str:
    """What the command prints. Raises Error, and KeyboardInterrupt within a second of Ctrl-C."""
    parameters = [(_bytes(name), _bytes(size_text(name, value))) for name, value in sizes.items()]
    given = [(_bytes(name.replace("_", "-")), _bytes(_option_text(name, value)))
             for name, value in options.items() if value is not None and value is not False]
    outcome, text, message = _core.call(function, kind, _bytes(theorem), parameters, given, _bytes(standard_input))
    if outcome in (_USAGE, _INTERNAL, _WRITE, _STOPPED):
        raise Error(message.decode("utf-8", "replace"))
    return text.decode("utf-8")


def documents(text: str) -> list[dict[str, Any]]:
    """Of JSON lines, or of one document."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def all_sizes(parameters: Union[Mapping[str, Size], None], sizes: Mapping[str, Size]) -> dict[str, Size]:
    """Those by keyword, and those of a mapping, whose names may be keywords of the function itself."""
    both = set(parameters or {}) & set(sizes)
    if both:
        raise TypeError(f"given twice: {', '.join(sorted(both))}")
    return {**(parameters or {}), **sizes}


def path_text(path: "os.PathLike[str]") -> str:
    return os.fspath(path)
