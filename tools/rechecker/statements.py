"""Theorem files as lists of statements (docs/theorem-files.md, "Grammar")."""

import copy

from .errors import Refused
from .expressions import free_names
from .read_checks import CheckCursor
from .read_layer import LayerCursor
from .read_reduction import ReductionCursor
from .read_theorem import TheoremCursor
from .words import split


class Reader(TheoremCursor, LayerCursor, ReductionCursor, CheckCursor):
    """Statements, one after the other; each method `read_WORD` reads what follows a statement's word."""

    def file(self):
        self.expect("attest")
        self.expect("-")
        self.expect("theorem")
        if self.next().text != "1":
            raise Refused("expected attest-theorem 1")
        statements = []
        while self.word.kind != "end":
            self.place_in(statements, self.statement())
        self.check_indices(statements)
        return statements

    def check_indices(self, statements):
        """One name has one meaning: no index is called as a size, a parameter or an input is."""
        declared = {}
        for one in statements:
            if one.word == "sizes":
                declared.update({name: "a size" for node in one.get("conditions") for name, *_ in free_names(node)})
            elif one.word == "param":
                declared[one.get("name")] = "a parameter"
            elif one.word == "input":
                declared.update({name: "an input" for name, _ in one.get("inputs")})
        for name, line in self.indices:
            if name in declared:
                raise Refused(f"line {line}: {name!r} is an index here and {declared[name]}")

    def place_in(self, statements, new):
        """Rows belong to the head above them, heads to the layer above them, patches to the variant above them."""
        above = statements[-1] if statements else None
        if new.word in ("change", "drop", "add"):
            variants = [one for one in statements if one.word == "variant"]
            if not variants:
                statements.append(new)  # a file that extends another
            else:
                variants[-1].below.append(new)
            return
        if above is not None and above.word == "variant" and new.word in ("layer", "readout"):
            above.below.append(new)
            return
        inside = above
        if above is not None and above.word == "variant" and above.below and above.below[-1].word == "layer":
            inside = above.below[-1]
        if new.word in ("encode", "embed", "head", "out"):
            if inside is None or inside.word != "layer":
                raise Refused(f"line {new.line}: '{new.word}' belongs to a layer")
            inside.below.append(new)
            return
        if new.word in ("over", "row", "score", "displayed") or self.is_local(new, inside):
            heads = inside.all("head") if inside is not None and inside.word == "layer" else []
            if not heads:
                raise Refused(f"line {new.line}: '{new.word}' belongs to a head")
            heads[-1].below.append(new)
            return
        statements.append(new)

    def is_local(self, new, layer):
        if new.word != "let" or layer is None or layer.word != "layer" or not layer.all("head"):
            return False
        head = layer.all("head")[-1]
        first = next(word for word in self.words if word.line == head.line)
        return self.words[new.begin].column > first.column

    def statement(self):
        begin, line = self.place, self.word.line
        method = getattr(self, "read_" + self.word.text, None)
        if self.word.kind != "name" or method is None:
            raise Refused(f"line {line}: expected a statement, found {self.word.text!r}")
        self.next()
        new = method()
        new.line, new.begin, new.end = line, begin, self.place
        return new


def read(text):
    words = split(text)
    return Reader(words).file(), words


def duplicate(statements):
    return copy.deepcopy(statements)
