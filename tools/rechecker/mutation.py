"""Mutants: a theorem's text, changed in a single place of a row, a value, an encoding, a scale, an arrival, a display, the
readout or the task; of a reduction, of its two questions or its map."""

from . import statements
from .expressions import RESERVED

FUNCTIONS = RESERVED | {"max", "min", "abs", "relu", "floor", "ceil", "ind", "sqrt", "log", "exp", "zeros", "stream",
                        "first", "last", "matrix", "bias", "where", "head", "at", "every", "number", "sign", "choice",
                        "from", "for", "times"}
SIGNS = {"+": ("-", "*"), "-": ("+",), "*": ("+",), "/": ("*",)}


class Mutator:
    def __init__(self, text, generator):
        self.text, self.generator = text, generator
        self.read, self.words = statements.read(text)
        self.spans = list(self.spans_of(self.read))

    def spans_of(self, below):
        """(first, last) words whose expressions may be changed."""
        for one in below:
            if one.word in ("row", "displayed", "readout", "out", "encode", "task", "reduction", "becomes"):
                yield self.trimmed(one)
            elif one.word in ("embed", "map"):
                yield from self.values_of(one)
            elif one.word == "head" and one.get("scale_words"):
                yield tuple(one.get("scale_words"))
            if one.word in ("layer", "head", "variant"):
                yield from self.spans_of(one.below)
            elif one.word in ("change", "add") and one.get("statement") is not None:
                yield from self.spans_of([one.get("statement")])

    def trimmed(self, one):
        first, last = one.begin, one.end
        inside = self.words[first:last]
        starts = {"row": "=", "displayed": "=", "task": "at"}.get(one.word)
        if starts:
            first += next(place for place, word in enumerate(inside) if word.text == starts) + 1
        else:
            first += 1
        for place in range(first, last):  # a mark or a remark ends what is an expression
            if self.words[place].text == "@" or self.words[place].kind == "text":
                last = place
                break
        return (first, last)

    def values_of(self, one):
        depth, start = 0, None
        for place in range(one.begin, one.end):
            text = self.words[place].text
            depth += (text in ("(", "[")) - (text in (")", "]"))
            if text == "=" and depth == 0 and start is None:
                start = place + 1
            if text in (",", "@") and depth == 0 and start is not None:
                yield (start, place)
                start = None
        if start is not None:
            yield (start, one.end)

    def names(self):
        """Names that stand in what may be changed, and indices of rows."""
        found = {self.words[place].text for first, last in self.spans for place in range(first, last)
                 if self.is_plain_name(place)}
        return sorted(found)

    def other_name(self, name):
        """Another name; of `phi_j` another index or another feature."""
        feature = name.rpartition("_")[0]
        if feature in self.names() or any(other.startswith(feature + "_") for other in self.names() if feature):
            others = [other for other in self.names() if "_" in other and other != name]
        else:
            others = [other for other in self.names() if "_" not in other and other != name]
        return self.generator.choice(others) if others else None

    def is_plain_name(self, place):
        word, after = self.words[place], self.words[place + 1]
        if word.kind != "name" or word.text in FUNCTIONS or (place and self.words[place - 1].text == "."):
            return False
        return after.text not in (":", ".") and not (after.text == "(" and after.touches)

    def mutant(self):
        """(the changed text, what was changed)."""
        choices = []
        for first, last in self.spans:
            for place in range(first, last):
                choices += self.changes_at(place, first, last)
        start, end, new, what = self.generator.choice(choices)
        line = self.text.count("\n", 0, start) + 1
        return self.text[:start] + new + self.text[end:], f"line {line}: {what}"

    def changes_at(self, place, first, last):
        word, before = self.words[place], self.words[place - 1]
        found = []
        if word.kind == "number" and "." not in word.text:
            for other in (int(word.text) + 1, int(word.text) - 1):
                if other >= 0:
                    found.append((word.start, word.end, str(other), f"{word.text} becomes {other}"))
        elif word.text in SIGNS and word.kind == "sign":
            for other in SIGNS[word.text]:
                found.append((word.start, word.end, other, f"{word.text} becomes {other}"))
        elif self.is_plain_name(place):
            other = self.other_name(word.text)
            if other is not None:
                found.append((word.start, word.end, other, f"{word.text} becomes {other}"))
        if before.text in ("(", ",") and word.kind in ("name", "number") and self.words[place + 1].text != ":" \
                and place > first:
            found.append((word.start, word.start, "-", f"a sign before {word.text}"))
        if before.text in ("(", ","):
            found += self.dropped(place, last)
        return found

    def dropped(self, place, last):
        """A coordinate that is left out, with the comma behind it or before it."""
        depth, end = 0, place
        while end < last and not (depth == 0 and self.words[end].text in (",", ")")):
            text = self.words[end].text
            depth += (text in ("(", "[")) - (text in (")", "]"))
            end += 1
        if end >= last or end == place:
            return []
        before, after = self.words[place - 1], self.words[end]
        gone = self.text[self.words[place].start:self.words[end - 1].end]
        if after.text == ",":
            return [(self.words[place].start, self.words[end + 1].start, "", f"{gone} is dropped")]
        if before.text == ",":
            return [(before.start, self.words[end - 1].end, "", f"{gone} is dropped")]
        return []
