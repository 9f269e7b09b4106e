"""Statements that ask: checks, hints, variants and their patches, expectations."""

from .errors import Refused
from .read_layer import KERNELS, POLYNOMIALS
from .statement import Statement, StatementCursor


class CheckCursor(StatementCursor):
    def read_check(self):
        return self.checks(True)

    def read_also(self):
        return self.checks(False)

    def checks(self, essential):
        entries = [self.one_check()]
        while self.take(","):
            entries.append(self.one_check())
        return Statement("check", {"essential": essential, "entries": entries})

    def one_check(self):
        place = self.place
        word = self.identifier() if self.word.kind == "name" else None
        if word in ("output", "unique-maximum", "normalised", "separated", "answers", "one-sided", "one-half-a-token"):
            entry = {"check": word}
        elif word == "size":
            self.expect("constant")
            self.expect("in")
            names = [self.name()]
            while self.at(",") and self.ahead().kind == "name" and self.continues_names():
                self.next()
                names.append(self.name())
            entry = {"check": "size", "names": names}
        elif word == "displayed":
            entry = {"check": "displayed", "name": self.identifier()}
        elif word == "assert":
            entry = {"check": "assert", "name": self.name_of_assert(), "value": self.expression()}
        elif word == "free-values":
            entry = {"check": word, "value": self.expression()}
        elif word == "growth":
            self.growth()
            entry = {"check": "growth"}
        elif word == "threshold":
            entry = {"check": word}
        elif word in ("error", "gap"):
            self.place = place
            entry = {"check": word, "value": self.comparison()}
        else:
            raise Refused(f"line {self.word.line}: expected a check, found {word!r}")
        self.mark()
        return entry

    def name_of_assert(self):
        """`assert NAME: CONDITION`; without a name the check is called `assert`."""
        place = self.place
        if self.word.kind == "name":
            name = self.identifier()
            if self.take(":"):
                return name
        self.place = place
        return "assert"

    def continues_names(self):
        return self.ahead().text not in ("output", "unique", "size", "displayed", "assert", "growth", "error", "gap",
                                         "threshold", "normalised", "separated")

    def growth(self):
        """`growth` is informative at one size: its bound, with `some c`, is read past."""
        depth = 0
        while self.word.kind != "end":
            if self.at("(", "["):
                depth += 1
            if self.at(")", "]"):
                depth -= 1
            nothing_joins = not self.at("*", "+", "-", "/", "^", ")", "]", "(", "<=", ">=", "<", ">", "=")
            joined = self.words[self.place - 1].text in ("*", "+", "-", "/", "^", "(", "<=", ">=", "some", "growth")
            if depth == 0 and not joined and nothing_joins:
                return
            self.next()

    def read_hint(self):
        self.identifier()
        if self.take("="):
            self.expression()
        return Statement("hint", {})

    def read_read(self):
        """What the other checks of an ill-formed layer go on with; its verdict stays ill-formed, which is all that is compared."""
        self.expression()
        self.expect("as")
        self.expression()
        self.because()
        return Statement("read", {})

    def because(self):
        if self.take("because"):
            self.text()

    def read_variant(self):
        says = {"name": self.identifier(), "program": self.take("program") is not None}
        says["title"] = self.optional_text()
        self.take(":")
        return Statement("variant", says)

    def scope(self):
        scope = {}
        while self.at("head", "layer") and (self.ahead().kind == "number" or self.ahead().kind == "name" and
                                            not self.at_head_statement()):
            part = self.next().text
            scope[part] = self.next().text
        return scope

    def at_head_statement(self):
        return self.ahead().text in ("exact", "hard", "residual") or self.ahead().text in KERNELS + POLYNOMIALS

    def read_change(self):
        says = {"scope": self.scope()}
        if self.at("displayed", "row", "value", "query", "key", "over", "out", "check", "also", "param", "let", "embed",
                   "input", "sizes", "where", "judged", "reduction", "image", "map", "becomes") and self.ahead().text != "=" or self.at("value", "query", "key"):
            says["statement"] = self.statement()
        elif self.take("carry"):
            says["feature"] = self.feature()
        elif self.at("reduction", "image", "map", "becomes"):
            word = self.next()
            says["statement"] = self.assigned(word)
        elif self.at("task", "tokens", "encode"):
            word = self.next()
            kind = None if self.at("=") else self.name()
            says["statement"] = self.assigned(word)
            says["statement"].says["kind"] = kind
            says["statement"].line = word.line
        else:
            says["name"] = self.name()
            says.update(self.after_equals())
        self.because()
        return Statement("change", says)

    def assigned(self, word):
        """The statement that stands behind the = of a change; its words are those from the = on."""
        begin = self.place
        self.expect("=")
        new = getattr(self, "read_" + word.text)()
        new.begin, new.end = begin, self.place
        return new

    def read_drop(self):
        says = {"scope": self.scope(), "word": self.identifier(), "rest": None}
        if says["word"] in ("displayed", "over"):
            says["rest"] = self.identifier()
        elif says["word"] in ("row", "value"):
            says["rest"] = self.addition()
        elif says["word"] == "check":
            says["word"] = self.identifier()
        elif says["word"] == "judged":
            self.take("if")
        self.because()
        return Statement("drop", says)

    def read_add(self):
        says = {"scope": self.scope(), "statement": self.statement()}
        self.because()
        return Statement("add", says)

    def read_expect(self):
        groups, verdicts = [], []
        while True:
            if not self.at("at"):
                verdicts = [self.verdict()]
                while self.take(","):
                    verdicts.append(self.verdict())
            groups.append({"verdicts": verdicts, **self.setting()})
            if not self.take(";"):
                break
        return Statement("expect", {"groups": groups})

    def verdict(self):
        words = ("holds", "refuted", "ill-formed", "undecided", "not-applicable")
        first = self.identifier()
        variant, verdict = (None, first) if first in words else (first, self.identifier())
        kind = None
        if self.take("("):
            kind = self.identifier()
            self.expect(")")
        return (variant, verdict, kind)

    def setting(self):
        self.expect("at")
        sizes = []
        while self.word.kind == "name" and self.ahead().text == "=":
            name = self.name()
            self.next()
            sizes.append((name, self.range()))
        says = {"sizes": sizes, "corner": self.take("every") is not None, "full": False, "by": None}
        while says["corner"] and self.word.kind == "name" and self.ahead().text == ">=":
            self.name()
            self.next()
            self.expression()
        while self.at("full", "by"):
            if self.next().text == "full":
                says["full"] = True
            else:
                says["by"] = self.replayed_input()
        return says

    def replayed_input(self):
        if self.take("rank"):
            self.expect(":")
            return "rank:" + self.next().text
        raise Refused("an expectation by a written input")
