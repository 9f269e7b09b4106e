"""Theorem files as lists of statements (docs/theorem-files.md, "Grammar")."""

import copy
from dataclasses import dataclass, field
from fractions import Fraction

from .errors import Refused
from .expressions import Cursor
from .words import split

KERNELS = ("softmax", "exact-match", "expressive", "hard-maximum")
POLYNOMIALS = ("standard", "strassen", "third-order", "triangular", "poly")


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


class Reader(Cursor):
    """Statements, one after the other; each method reads what follows a statement's word."""

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

    def file(self):
        self.expect("attest")
        self.expect("-")
        self.expect("theorem")
        if self.next().text != "1":
            raise Refused("expected attest-theorem 1")
        statements = []
        while self.word.kind != "end":
            self.place_in(statements, self.statement())
        return statements

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
        word = self.identifier_ahead()
        method = getattr(self, "read_" + word.replace("-", "_"), None)
        if self.word.kind != "name" or method is None:
            raise Refused(f"line {line}: expected a statement, found {self.word.text!r}")
        self.next()
        new = method()
        new.line, new.begin, new.end = line, begin, self.place
        return new

    def identifier_ahead(self):
        return self.word.text

    # Heading.

    def read_theorem(self):
        says = {"name": self.identifier(), "title": self.optional_text()}
        if self.take("extends"):
            raise Refused("a theorem that extends another")
        return Statement("theorem", says)

    def read_statement(self):
        return Statement("statement", {"text": self.text()})

    def read_note(self):
        return Statement("note", {"text": self.text()})

    def read_choice(self):
        return Statement("choice", {"text": self.text()})

    def read_source(self):
        self.next()
        self.optional_text()
        if self.take("lines"):
            self.next()
            if self.take("-"):
                self.next()
        return Statement("source", {})

    # Sizes, parameters, inputs.

    def read_sizes(self):
        return Statement("sizes", {"conditions": self.expressions()})

    def read_limit(self):
        self.expect("verify", "run")
        self.expression()
        while self.take(","):
            self.take("verify") or self.take("run")
            self.expression()
        return Statement("limit", {})

    def read_param(self):
        says = {"name": self.name()}
        if self.take(":"):
            raise Refused("a table as a parameter")
        says["domain"] = self.range() if self.take("in") else None
        if self.take("="):
            if self.at("auto"):
                self.next()
                self.expect("in")
                says["auto"] = self.expression()
            else:
                says["default"] = self.expression()
        return Statement("param", says)

    def read_input(self):
        inputs = [self.one_input()]
        while self.take(","):
            inputs.append(self.one_input())
        return Statement("input", {"inputs": inputs})

    def one_input(self):
        name = self.name()
        self.expect(":")
        return (name, self.type())

    def type(self):
        if self.at("subset", "permutation"):
            kind = self.next().text
            self.expect("of")
            return (kind, self.range())
        if self.take("word"):
            length = self.range()
            self.expect("over")
            return ("word", length, self.range())
        domains = [self.range()]
        while self.take("x"):
            domains.append(self.range())
        if not self.take("->"):
            if len(domains) > 1:
                raise Refused("a pair as an input")
            return ("number", domains[0])
        values = self.range()
        kind = self.next().text if self.at("injective", "permutation") else "function"
        return (kind + " function", domains, values)

    def read_spelled(self):
        return Statement("spelled", {"spelling": self.spelling()})

    def spelling(self):
        if self.take("["):
            parts = [self.spelling()]
            while self.take(","):
                parts.append(self.spelling())
            self.expect("]")
            return parts
        if self.take("{"):
            parts = {}
            while True:
                key = self.text()
                self.expect(":")
                parts[key] = self.spelling()
                if not self.take(","):
                    break
            self.expect("}")
            return parts
        return self.name()

    def read_where(self):
        raise Refused(f"line {self.word.line}: 'where'")

    def read_judged(self):
        raise Refused(f"line {self.word.line}: 'judged if'")

    def read_let(self):
        name = self.name()
        return Statement("let", {"name": name, "parameters": self.names_in_brackets() or [], **self.after_equals()})

    def after_equals(self):
        self.expect("=")
        return {"value": self.expression()}

    # Tokens and the task.

    def kind_of_tokens(self, *ends):
        if self.word.kind == "name" and not self.at(*ends) and self.ahead().kind == "name" or \
                self.word.kind == "name" and not self.at(*ends) and self.ahead().text == "(" and \
                not self.ahead().touches and "at" not in ends:
            if self.ahead().text != "in":
                return self.name()
        return None

    def read_tokens(self):
        says = {"kind": self.kind_of_tokens()}
        says["indices"] = self.names_in_brackets() or [self.name()]
        self.expect("in")
        says["ranges"] = [self.range()]
        while self.take("x"):
            says["ranges"].append(self.range())
        says["features"] = []
        if self.take("carry"):
            says["features"].append(self.feature())
            while self.take(","):
                says["features"].append(self.feature())
        return Statement("tokens", says)

    def feature(self):
        name = self.name()
        if self.take("by"):
            entries = [self.entry()]
            while self.take(";"):
                entries.append(self.entry())
            return {"name": name, "by": entries}
        return {"name": name, **self.after_equals()}

    def entry(self):
        target = self.range()
        self.expect("=")
        value = self.range()
        binders = []
        if self.take("for"):
            while True:
                name = self.name()
                self.expect("in")
                binders.append((name, self.range()))
                if not self.take(","):
                    break
        return (target, value, tuple(binders))

    def read_task(self):
        says = {"kind": None if self.at("at") else self.name()}
        self.expect("at")
        if self.take("every"):
            says["every"] = self.names_in_brackets() or [self.name()]
        else:
            says["at"] = self.expression()
        self.expect(",")
        says["answer"] = self.expect("number", "sign", "vector").text
        if says["answer"] == "vector":
            raise Refused("a vector task")
        self.expect(":")
        says["value"] = self.expression()
        return Statement("task", says)

    # Layers.

    def read_layer(self):
        says = {"d": None, "residual": False}
        if self.at("d") and self.ahead().text == "=":
            self.next()
            self.next()
            says["d"] = self.expression()
        if self.at(",") and self.ahead().text == "residual":
            self.next()
        if self.take("residual"):
            says["residual"] = True
        return Statement("layer", says)

    def read_encode(self):
        says = {"kind": None if self.at("(") else self.name()}
        if not self.at("("):
            raise Refused(f"line {self.word.line}: expected (")
        says["vector"] = self.operand()
        self.mark()
        return Statement("encode", says)

    def read_embed(self):
        says = {"kind": None if self.ahead().text == "=" else self.name(), "coordinates": []}
        while True:
            says["coordinates"].append((self.name(), self.after_equals()["value"]))
            if not self.take(","):
                break
        self.mark()
        return Statement("embed", says)

    def read_head(self):
        says = {"name": None, "kernel": None, "polynomial": None, "family": None, "scale": None, "leftmost": False}
        place = self.place
        word = self.identifier()
        if word not in KERNELS + POLYNOMIALS:
            says["name"] = word
        else:
            self.place = place
        while True:
            place = self.place
            word = self.identifier() if self.word.kind == "name" else None
            if word in KERNELS and says["kernel"] is None and says["polynomial"] is None:
                says["kernel"] = word
            elif word in POLYNOMIALS and says["polynomial"] is None:
                says["polynomial"] = word
                if word == "poly":
                    self.expect("(")
                    says["poly"] = ("path", self.expression()) if self.take("path") else ("form", self.expression())
                    self.expect(")")
            else:
                self.place = place
                break
        if says["kernel"] is None and says["polynomial"] is None:
            raise Refused(f"line {self.word.line}: expected a kind of attention")
        if self.take("for"):
            name = self.name()
            self.expect("in")
            says["family"] = (name, self.expression())
        while self.at(",") and self.ahead().text in ("scale", "leftmost"):
            self.next()
            if self.take("leftmost"):
                says["leftmost"] = True
            else:
                says["scale_words"] = [self.place + 1]
                self.next()
                says["scale"] = self.expression()
                says["scale_words"].append(self.place)
                self.mark()
        return Statement("head", says)

    def read_over(self):
        name = self.name()
        if self.take(":"):
            says = {"name": name, "pairs": self.expressions()}
            return Statement("over", says)
        says = {"name": name, "range": None, "where": None}
        if self.take("in"):
            says["range"] = self.range()
        if self.take("where"):
            says["where"] = self.expression()
        return Statement("over", says)

    def row(self, role, numbered):
        says = {"role": role, "number": None, "family": None, "label": None}
        if numbered is not None:
            says["number"] = ("number", Fraction(numbered))
        elif self.word.kind == "name" and self.ahead().text == "in":
            name = self.name()
            self.next()
            says["family"] = (name, self.range())
        elif not self.at("as", "(", "="):
            says["number"] = self.addition()
        if self.take("as"):
            says["label"] = self.name()
        says["indices"] = self.names_in_brackets()
        says.update(self.after_equals())
        self.mark()
        return Statement("row", says)

    def read_row(self):
        return self.row("row", None)

    def read_value(self):
        return self.row("value", None)

    def read_query(self):
        return self.row("row", 1)

    def read_key(self):
        return self.row("row", 2)

    def read_score(self):
        raise Refused(f"line {self.word.line}: a score in the place of rows")

    def read_displayed(self):
        says = {"name": self.identifier(), "family": None}
        if self.word.kind == "name":
            name = self.name()
            self.expect("in")
            says["family"] = (name, self.range())
        says.update(self.after_equals())
        self.mark()
        return Statement("displayed", says)

    def read_out(self):
        arrivals = []
        while True:
            source = self.expression()
            coordinate = source[2] if source[0] == "*" else source
            if coordinate[0] != "member":
                raise Refused(f"line {self.word.line}: expected a coordinate of a head or a multiple of one")
            self.expect("->")
            arrivals.append((source, self.expression()))
            if self.take("choice"):
                self.text()
            if not self.take(","):
                break
        return Statement("out", {"arrivals": arrivals})

    def read_readout(self):
        if self.take("matrix"):
            maps = [self.map()]
            while self.at(",") and self.ahead().text == "matrix":
                self.next()
                self.next()
                maps.append(self.map())
            self.mark()
            return Statement("readout", {"maps": maps})
        says = {"value": self.expression()}
        self.mark()
        return Statement("readout", says)

    def map(self):
        matrix = self.expression()
        return (matrix, self.expression() if self.take("bias") else None)

    # Checks, variants, expectations.

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
        if word in ("output", "unique-maximum"):
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
            entry = {"check": "assert", "value": self.expression()}
        elif word == "growth":
            self.growth()
            entry = {"check": "growth"}
        elif word in ("error", "gap", "threshold"):
            self.place = place
            entry = {"check": word, "value": self.comparison()}
        else:
            raise Refused(f"line {self.word.line}: expected a check, found {word!r}")
        self.mark()
        return entry

    def continues_names(self):
        return self.ahead().text not in ("output", "unique", "size", "displayed", "assert", "growth", "error", "gap",
                                         "threshold")

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
        raise Refused("'read .. as'")

    def because(self):
        if self.take("because"):
            self.text()

    def read_variant(self):
        says = {"name": self.identifier(), "title": self.optional_text()}
        self.take(":")
        return Statement("variant", says)

    def scope(self):
        scope = {}
        while self.at("head", "layer") and (self.ahead().kind == "number" or self.ahead().kind == "name" and
                                            not self.at_head_statement()):
            scope[self.next().text] = self.next().text
        return scope

    def at_head_statement(self):
        return self.ahead().text in ("exact", "hard", "residual") or self.ahead().text in KERNELS + POLYNOMIALS

    def read_change(self):
        says = {"scope": self.scope()}
        if self.at("displayed", "row", "value", "query", "key", "over", "out", "check", "also", "param", "let", "embed",
                   "input", "sizes") and self.ahead().text != "=" or self.at("value", "query", "key"):
            says["statement"] = self.statement()
        elif self.take("carry"):
            says["feature"] = self.feature()
        elif self.at("task", "tokens", "encode") and self.ahead().text == "=":
            word = self.next()
            self.next()
            says["statement"] = getattr(self, "read_" + word.text)()
            says["statement"].line = word.line
        else:
            says["name"] = self.name()
            says.update(self.after_equals())
        self.because()
        return Statement("change", says)

    def read_drop(self):
        says = {"scope": self.scope(), "word": self.identifier(), "rest": None}
        if says["word"] == "displayed":
            says["rest"] = self.identifier()
        elif says["word"] in ("row", "value"):
            says["rest"] = self.addition()
        elif says["word"] == "check":
            says["word"] = self.identifier()
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
        if self.at("every"):
            raise Refused("an expectation for every size")
        sizes = []
        while self.word.kind == "name" and self.ahead().text == "=":
            name = self.name()
            self.next()
            sizes.append((name, self.range()))
        says = {"sizes": sizes, "full": False, "by": None}
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


def read(text):
    words = split(text)
    return Reader(words).file(), words


def duplicate(statements):
    return copy.deepcopy(statements)
