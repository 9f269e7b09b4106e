"""Words and signs of a text, each with its place."""

import re
from dataclasses import dataclass

from .errors import Refused

PATTERN = re.compile(r"""
    (?P<blank>[ \t\r\n]+|\#[^\n]*)
  | (?P<number>\d+(?:\.\d+)?)
  | (?P<name>[A-Za-z][A-Za-z0-9_]*)
  | (?P<text>"[^"\n]*")
  | (?P<sign>\+\+|\.\.|->|!=|<=|>=|[-+*/^()\[\]{},:;.@=<>]|\\(?![A-Za-z]))
""", re.VERBOSE)


@dataclass(frozen=True)
class Word:
    kind: str
    text: str
    start: int
    end: int
    line: int
    column: int
    touches: bool  # nothing stands between this word and the one before


def split(text):
    words, place, line, line_start, touches = [], 0, 1, 0, False
    while place < len(text):
        match = PATTERN.match(text, place)
        if not match:
            raise Refused(f"line {line}: {text[place]!r} begins no word")
        kind, part = match.lastgroup, match.group()
        if kind == "blank":
            touches = False
        else:
            if kind == "name" and touches and words and words[-1].kind == "number":
                raise Refused(f"line {line}: a product is written with *: {words[-1].text}*{part}")
            words.append(Word(kind, part, place, match.end(), line, place - line_start + 1, touches))
            touches = True
        line += part.count("\n")
        if "\n" in part:
            line_start = place + part.rindex("\n") + 1
        place = match.end()
    words.append(Word("end", "", place, place, line, place - line_start + 1, False))
    return words
