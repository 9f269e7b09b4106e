"""Statements of a layer: encoding, heads, rows, arrivals; and the readout."""

from fractions import Fraction

from .errors import Refused
from .statement import Statement, StatementCursor

KERNELS = ("softmax", "exact-match", "expressive", "hard-maximum")
POLYNOMIALS = ("standard", "strassen", "third-order", "triangular", "poly")


class LayerCursor(StatementCursor):
    def read_layer(self):
        says = {"d": None, "residual": False, "family": None}
        while True:
            if self.at("d") and self.ahead().text == "=":
                self.next()
                self.next()
                says["d"] = self.expression()
            elif self.take("residual"):
                says["residual"] = True
            elif self.take("for"):
                name = self.name()
                self.expect("in")
                says["family"] = (name, self.difference())
            elif not (self.at(",") and self.ahead().text in ("d", "residual", "for") and self.next()):
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
            says["range"] = self.difference()
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
            says["family"] = (name, self.difference())
        elif not self.at("as", "(", "="):
            says["number"] = self.addition()
        if self.take("as"):
            says["label"] = self.name()
        says["indices"] = self.names_in_brackets()
        if role == "value" and says["indices"] and not (says["number"] or says["family"] or says["label"]) and self.take(","):
            says["receiver"], says["indices"] = says["indices"], self.names_in_brackets()
            if not says["indices"]:
                raise Refused(f"line {self.word.line}: expected (, found {self.word.text!r}")
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
        says = self.after_equals()
        self.mark()
        return Statement("score", says)

    def read_displayed(self):
        says = {"name": self.identifier(), "family": None}
        if self.word.kind == "name":
            name = self.name()
            self.expect("in")
            says["family"] = (name, self.difference())
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
