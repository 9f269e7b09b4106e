"""Statements of a reduction: the two questions, the image and the map (docs/theorem-files.md, "Reductions")."""

from .statement import Statement, StatementCursor


class ReductionCursor(StatementCursor):
    def read_reduction(self):
        return Statement("reduction", {"value": self.expression()})

    def read_becomes(self):
        return Statement("becomes", {"value": self.expression()})

    def read_image(self):
        parts = [self.one_input()]
        while self.take(","):
            parts.append(self.one_input())
        return Statement("image", {"parts": parts})

    def read_map(self):
        says = {"assignments": [self.assignment()]}
        while self.take(","):
            says["assignments"].append(self.assignment())
        return Statement("map", says)

    def assignment(self):
        name = self.name()
        return (name, self.names_in_brackets() or [], self.after_equals()["value"])
