"""Expressions as trees: tuples whose first entry is the operation (docs/language.md, "The grammar")."""

from fractions import Fraction

from .errors import Refused

QUANTIFIERS = {"sum", "product", "count", "exists", "forall", "max", "min", "argmax", "argmin", "least", "each"}
RESERVED = QUANTIFIERS | {"and", "div", "else", "if", "implies", "in", "iterate", "let", "mod", "not", "or", "then"}
COMPARISONS = {"=", "!=", "<", "<=", ">", ">=", "in"}
TIES = {"first", "last", "unique", "any"}


class Cursor:
    """A place in a list of words, and the expressions that begin there."""

    def __init__(self, words):
        self.words, self.place, self.in_is_free = words, 0, True
        self.indices = []  # (name, line) of those that sums and the like bind

    @property
    def word(self):
        return self.words[self.place]

    def ahead(self, count=1):
        return self.words[min(self.place + count, len(self.words) - 1)]

    def at(self, *texts):
        return self.word.kind != "text" and self.word.text in texts

    def next(self):
        word = self.word
        self.place += 1
        return word

    def take(self, text):
        if self.at(text):
            return self.next()
        return None

    def expect(self, *texts):
        if not self.at(*texts):
            raise Refused(f"line {self.word.line}: expected {' or '.join(texts)}, found {self.word.text!r}")
        return self.next()

    def name(self):
        if self.word.kind != "name":
            raise Refused(f"line {self.word.line}: expected a name, found {self.word.text!r}")
        return self.next().text

    # From what binds least to what binds most.

    def expression(self):
        left = self.disjunction()
        if self.take("implies"):
            return ("implies", left, self.expression())
        return left

    def disjunction(self):
        left = self.conjunction()
        while self.take("or"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.negation()
        while self.take("and"):
            left = ("and", left, self.negation())
        return left

    def negation(self):
        if self.take("not"):
            return ("not", self.negation())
        return self.comparison()

    def comparison(self):
        parts = [self.joined()]
        while self.at(*COMPARISONS) and (self.word.text != "in" or self.in_is_free):
            parts.append(self.next().text)
            parts.append(self.joined())
        return parts[0] if len(parts) == 1 else ("chain", *parts)

    def joined(self):
        left = self.difference()
        while self.take("++"):
            left = ("++", left, self.difference())
        return left

    def difference(self):
        left = self.range()
        while self.take("\\"):
            left = ("without", left, self.range())
        return left

    def range(self):
        left = self.addition()
        if self.take(".."):
            left = ("range", left, self.addition())
            if self.at(".."):
                raise Refused(f"line {self.word.line}: 'a..b..c' is no expression")
        return left

    def addition(self):
        left = self.product()
        while self.at("+", "-"):
            sign = self.next().text
            left = (sign, left, self.product())
        return left

    def product(self):
        left = self.prefix()
        while self.at("*", "/", "div", "mod"):
            sign = self.next().text
            left = (sign, left, self.prefix())
        return left

    def prefix(self):
        if self.take("-"):
            return ("negative", self.prefix())
        return self.power()

    def power(self):
        base = self.operand()
        if self.take("^"):
            return ("^", base, self.prefix())
        return base

    def operand(self):
        word = self.word
        if word.kind == "number":
            self.next()
            return ("number", Fraction(word.text))
        if word.kind == "name":
            return self.word_operand()
        if self.take("("):
            return self.bracket(")", self.parenthesis)
        if self.take("["):
            return ("up-to", self.bracket("]", self.expression))
        if self.take("{"):
            return self.bracket("}", self.braces)
        raise Refused(f"line {word.line}: expected an operand, found {word.text!r}")

    def bracket(self, end, inside):
        free, self.in_is_free = self.in_is_free, True
        result = inside()
        self.expect(end)
        self.in_is_free = free
        return result

    def parenthesis(self):
        parts, labels = [], []
        while True:
            label = None
            if self.word.kind == "name" and self.ahead().text == ":" and self.ahead().kind == "sign":
                label = self.name()
                self.next()
            part = self.expression()
            if label is None and part[0] == "call" and self.take(":"):  # the coordinate of a block
                label, part = part, self.expression()
            labels.append(label)
            parts.append(part)
            if not self.take(","):
                return ("tuple", tuple(parts), tuple(labels))

    def braces(self):
        parts = []
        if not self.at("}"):
            parts.append(self.expression())
            while self.take(","):
                parts.append(self.expression())
        return ("set", tuple(parts))

    def word_operand(self):
        text = self.word.text
        called = self.ahead().text == "(" and self.ahead().touches
        if text == "let":
            return self.let()
        if text == "if":
            self.next()
            condition = self.expression()
            self.expect("then")
            first = self.expression()
            self.expect("else")
            return ("if", condition, first, self.expression())
        if text == "iterate":
            return self.iterate()
        if text in QUANTIFIERS and not called:
            return self.quantifier()
        if text in RESERVED - {"max", "min"}:
            raise Refused(f"line {self.word.line}: expected an operand, found {text!r}")
        line = self.next().line
        if called:
            self.next()
            return ("call", text, self.bracket(")", self.arguments), line)
        if self.at(".") and self.word.touches and self.ahead().touches and self.ahead().kind in ("name", "number"):
            self.next()
            return ("member", text, self.next().text, line)
        return ("name", text, line)

    def arguments(self):
        parts = [self.expression()]
        while self.take(","):
            parts.append(self.expression())
        return tuple(parts)

    def let(self):
        self.next()
        name = self.name()
        self.expect("=")
        free, self.in_is_free = self.in_is_free, False
        value = self.expression()
        self.in_is_free = free
        self.expect("in")
        return ("let", name, value, self.expression())

    def iterate(self):
        self.next()
        name = self.name()
        self.expect("from")
        start = self.expression()
        self.expect("for")
        times = self.expression()
        self.expect("times")
        self.expect(":")
        return ("iterate", name, start, times, self.expression())

    def quantifier(self):
        kind = self.next().text
        binders = []
        while True:
            name = self.name()
            if name in (other for other, _ in binders):
                raise Refused(f"line {self.word.line}: {name!r} is an index already")
            self.indices.append((name, self.word.line))
            self.expect("in")
            binders.append((name, self.difference()))
            if not self.take(","):
                break
        condition = self.expression() if kind != "each" and self.take("where") else None
        self.expect(":")
        body = self.expression()
        tie = self.next().text if kind in ("argmax", "argmin") and self.at(*TIES) else None
        otherwise = None
        if kind in ("max", "min", "argmax", "argmin", "least") and self.take("else"):
            otherwise = self.expression()
        return ("quantifier", kind, tuple(binders), condition, body, tie, otherwise)


def parts_of(node):
    """The expressions directly inside of one."""
    if node[0] == "tuple":
        yield from node[1]
        yield from (label for label in node[2] if isinstance(label, tuple))
        return
    for part in node[1:]:
        if isinstance(part, tuple):
            if part and isinstance(part[0], str) and part[0] in OPERATIONS:
                yield part
            else:
                for inner in part:
                    if isinstance(inner, tuple) and inner:
                        if isinstance(inner[0], str) and inner[0] in OPERATIONS:
                            yield inner
                        elif len(inner) == 2 and isinstance(inner[1], tuple):
                            yield inner[1]


OPERATIONS = {"implies", "or", "and", "not", "chain", "++", "range", "without", "+", "-", "*", "/", "div", "mod", "negative", "^",
              "number", "tuple", "up-to", "set", "let", "if", "iterate", "quantifier", "call", "member", "name"}


def free_names(node, bound=frozenset()):
    """(name, kind, line) of every name that an expression takes from around it; kind: name, call or member."""
    kind = node[0]
    if kind == "name":
        if node[1] not in bound:
            yield (node[1], "name", node[2], bound)
        return
    if kind == "member":
        yield (node[1] + "." + node[2], "member", node[3], bound)
        return
    if kind == "call":
        if node[1] not in bound:
            yield (node[1], "call", node[3], bound)
        for part in node[2]:
            yield from free_names(part, bound)
        return
    if kind == "let":
        yield from free_names(node[2], bound)
        yield from free_names(node[3], bound | {node[1]})
        return
    if kind == "iterate":
        yield from free_names(node[2], bound)
        yield from free_names(node[3], bound)
        yield from free_names(node[4], bound | {node[1]})
        return
    if kind == "quantifier":
        inner = bound
        for name, spread in node[2]:
            yield from free_names(spread, inner)
            inner = inner | {name}
        for part in (node[3], node[4]):
            if part is not None:
                yield from free_names(part, inner)
        if node[6] is not None:
            yield from free_names(node[6], bound)
        return
    for part in parts_of(node):
        yield from free_names(part, bound)


def bound_names(node):
    """The names that an expression binds itself."""
    found = {node[1]} if node[0] in ("let", "iterate") else set()
    if node[0] == "quantifier":
        found |= {name for name, _ in node[2]}
    for part in parts_of(node):
        found |= bound_names(part)
    return found


def without_lines(node):
    """The tree without the places of its words, to compare two."""
    if not isinstance(node, tuple):
        return node
    if node and node[0] == "name":
        return node[:2]
    if node and node[0] in ("call", "member"):
        return tuple(without_lines(part) for part in node[:3])
    return tuple(without_lines(part) for part in node)
