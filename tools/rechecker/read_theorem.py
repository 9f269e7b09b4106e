"""Statements about the theorem itself: heading, sizes, parameters, inputs, definitions, tokens and task."""

from .errors import Refused
from .statement import Statement, StatementCursor


class TheoremCursor(StatementCursor):
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
            shape, *sets = self.type()
            if not shape.endswith("function"):
                raise Refused("a table that is no function")
            says["table"] = (shape.removesuffix(" function"), *sets)
            self.expect("from")
            says["from"] = self.expect("seed", "file").text
            if says["from"] == "seed" and self.take("or"):
                says["from"] = "seed or " + self.expect("file").text
            return Statement("param", says)
        says["domain"] = self.difference() if self.take("in") else None
        if self.at("<", "<=", ">", ">="):
            says["condition"] = ("chain", ("name", says["name"], self.word.line), self.next().text, self.joined())
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
            return (kind, self.difference())
        if self.take("word"):
            length = self.difference()
            self.expect("over")
            return ("word", length, self.difference())
        domains = [self.difference()]
        while self.take("x"):
            domains.append(self.difference())
        if not self.take("->"):
            if len(domains) > 1:
                raise Refused("a pair as an input")
            return ("number", domains[0])
        values = self.difference()
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
        if self.at("letters") and self.ahead().kind == "name":
            self.next()
            return ("letters", self.name())
        return self.name()

    def read_where(self):
        return Statement("where", {"value": self.expression()})

    def read_judged(self):
        self.expect("if")
        return Statement("judged", {"value": self.expression()})

    def read_let(self):
        name = self.name()
        return Statement("let", {"name": name, "parameters": self.names_in_brackets() or [], **self.after_equals()})

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
        self.indices += [(name, self.word.line) for name in says["indices"]]
        self.expect("in")
        says["ranges"] = [self.difference()]
        while self.take("x"):
            says["ranges"].append(self.difference())
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
                binders.append((name, self.difference()))
                if not self.take(","):
                    break
        return (target, value, tuple(binders))

    def read_task(self):
        says = {"kind": None if self.at("at") else self.name()}
        self.expect("at")
        if self.take("every"):
            says["every"] = self.names_in_brackets() or [self.name()]
            self.indices += [(name, self.word.line) for name in says["every"]]
        else:
            says["at"] = self.expression()
        self.expect(",")
        says["answer"] = self.expect("number", "sign", "vector").text
        if says["answer"] == "vector":
            says["dimension"] = self.expression()
            self.expect("within")
            says["within"] = self.expression()
        self.expect(":")
        says["value"] = self.expression()
        return Statement("task", says)
