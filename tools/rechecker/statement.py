"""One statement of a theorem file, and what the reading of all of them shares."""

from dataclasses import dataclass, field

from .errors import Refused
from .expressions import Cursor


@dataclass
class Statement:
    """One statement: its word, what it says, the statements below it, and where it stands in the text."""

    word: str
    says: dict
    below: list = field(default_factory=list)
    line: int = 0
    begin: int = 0  # words of the text
    end: int = 0

    def get(self, name):
        return self.says.get(name)

    def all(self, word):
        return [inner for inner in self.below if inner.word == word]

    def one(self, word):
        found = self.all(word)
        if len(found) > 1:
            raise Refused(f"line {found[1].line}: a second '{word}'")
        return found[0] if found else None


class StatementCursor(Cursor):
    """What several statements have in common: names with dashes, texts, marks."""

    def identifier(self):
        """A NAME that may also hold - and /."""
        text = self.name()
        while self.at("-", "/") and self.word.touches and self.ahead().touches:
            text += self.next().text + self.next().text
        return text

    def text(self):
        if self.word.kind != "text":
            raise Refused(f"line {self.word.line}: expected a text, found {self.word.text!r}")
        return self.next().text[1:-1]

    def optional_text(self):
        return self.text() if self.word.kind == "text" else None

    def mark(self):
        if self.take("@"):
            self.next()
            while self.at("-") and self.word.touches and self.ahead().touches:
                self.next()
                self.next()

    def expressions(self):
        parts = [self.expression()]
        while self.take(","):
            parts.append(self.expression())
        return parts

    def names_in_brackets(self):
        """`(i)` or `(c,d)` behind a row's number, where there is one."""
        if not self.at("("):
            return None
        self.next()
        names = [self.name()]
        while self.take(","):
            names.append(self.name())
        self.expect(")")
        return names

    def after_equals(self):
        self.expect("=")
        return {"value": self.expression()}
