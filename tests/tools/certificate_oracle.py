"""What a certificate claims, computed by other means than the checker's: JSON by Python's reader, expressions by tools/rechecker, weights
as decimal fractions of 60 digits. It knows what the golden certificates need, and says None of the rest."""

import decimal
import itertools
import json
import math
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from rechecker import expressions, words  # noqa: E402  pylint: disable=wrong-import-position
from rechecker.errors import IllFormed, NoValue, Refused  # noqa: E402  pylint: disable=wrong-import-position
from rechecker.evaluation import Environment, Joined, Table, evaluate  # noqa: E402  pylint: disable=wrong-import-position

decimal.getcontext().prec = 60
OPEN = decimal.Decimal(10) ** -40  # nearer to a threshold than that is open


class Unknown(Exception):
    """The oracle does not know what this means, or cannot tell."""


def parsed(text):
    cursor = expressions.Cursor(words.split(text))
    tree = cursor.expression()
    if cursor.word.kind != "end":
        raise Unknown(text)
    return tree


def number(fraction):
    return decimal.Decimal(fraction.numerator) / decimal.Decimal(fraction.denominator)


class Oracle:
    def __init__(self, record):
        self.record = record
        self.constants = {name: Fraction(value) for name, value in record["constants"]}
        self.trees = {}
        self.tokens = []
        for kind in record["tokens"]:
            ranges = [sorted(self.value(text, self.constants)) for text in kind["ranges"]]
            self.tokens += [(kind, indices) for indices in itertools.product(*ranges)]

    def value(self, text, *scopes):
        if text not in self.trees:
            self.trees[text] = parsed(text)
        names = {}
        for scope in scopes:
            names.update(scope)
        return evaluate(self.trees[text], Environment(names))

    def input_names(self, cells):
        names = {}
        for field, own in zip(self.record["inputs"], cells, strict=True):
            keys = list(itertools.product(*[[Fraction(x) for x in domain] for domain in field["domains"]]))
            if len(keys) != len(own) or any(x not in field["values"] for x in own) or field["shape"] == "subset":
                raise Unknown("an input")
            if field["shape"] == "injective" and len(set(own)) != len(own):
                raise Unknown("an input")
            own = [Fraction(x) for x in own]
            names[field["name"]] = Table(field["name"], dict(zip(keys, own)), field["domains"], set(own) <= {0, 1}) if field["domains"] else own[0]
        return names

    def every_input(self):
        fields = []
        for field in self.record["inputs"]:
            count = math.prod(len(domain) for domain in field["domains"])
            choices = itertools.product(field["values"], repeat=count)
            fields.append([c for c in choices if field["shape"] != "injective" or len(set(c)) == count])
        return itertools.product(*fields)

    def is_input(self, names):
        return all(self.value(text, self.constants, names) for text in self.record["where"])

    def is_judged(self, names):
        condition = self.record["judged_if"]
        return condition is None or self.value(condition, self.constants, names)

    def stream(self, names, token):
        kind, indices = token
        own = dict(zip(kind["indices"], indices))
        features = {}
        for feature in kind["features"]:
            value = self.value(feature["value"], self.constants, names, own)
            features[feature["name"]] = value.values[int(indices[0]) - 1] if isinstance(value, Joined) else value
        vector = []
        for text in kind["encoding"]:
            if "zeros" in text:
                raise Unknown(text)
            vector.append(self.value(text, self.constants, own, features))
        return vector + [Fraction(0)] * (self.record["dimension"] - len(vector))

    @staticmethod
    def times(matrix, vector):
        return [sum((Fraction(a) * x for a, x in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]

    def head(self, head, streams, receiver):
        rows, values = {v: m for v, m in head["rows"]}, {v: m for v, m in head["values"]}
        arity = max(max(monomial) for monomial in head["attention"]) - 1
        if head["over"] is None:
            tuples = itertools.product(range(len(streams)), repeat=arity)
        else:
            tuples = [[t - 1 for t in one] for one in dict((r, t) for r, t in head["over"])[receiver + 1]]
        scored = []
        for others in tuples:
            tokens = [receiver, *others]
            parts = {v: self.times(m, streams[tokens[v - 1]]) for v, m in rows.items()}
            score = sum((math.prod(entries) for monomial in head["attention"]
                         for entries in zip(*[parts[v] for v in monomial])), Fraction(0))
            value = [math.prod(entries) for entries in zip(*[self.times(m, streams[tokens[v - 1]]) for v, m in values.items()])]
            matches = head["kernel"] != "exact-match" or parts[1] == parts[2]
            scored.append((score, value, matches))
        length = len(head["values"][0][1])
        if head["kernel"] == "exact-match":
            found = [value for _, value, matches in scored if matches]
            return [sum((v[c] for v in found), Fraction(0)) / max(len(found), 1) for c in range(length)]
        if len({score for score, _, _ in scored}) == 1 or Fraction(head["scale"][0]) == 0:
            return [sum((v[c] for _, v, _ in scored), Fraction(0)) / len(scored) for c in range(length)]
        groups = {}
        for score, value, _ in scored:
            groups.setdefault(score, []).append(value)
        means = {tuple(sum((v[c] for v in group), Fraction(0)) / len(group) for c in range(length)) for group in groups.values()}
        if len(means) == 1 and head["kernel"] == "softmax":  # whatever the weights
            return list(means.pop())
        factor, root, logarithm = map(Fraction, head["scale"])
        scale = number(factor) * number(root).sqrt() * (number(logarithm).ln() if logarithm != 1 else 1)
        scaled = [number(score) * scale for score, _, _ in scored]
        best = max(scaled)
        if head["kernel"] == "softmax":
            weights = [(s - best).exp() for s in scaled]
        elif head["kernel"] == "hard maximum":
            weights = [decimal.Decimal(s == best) for s in scaled]
        else:
            raise Unknown(head["kernel"])
        return [sum(w * number(v[c]) for w, (_, v, _) in zip(weights, scored)) / sum(weights) for c in range(length)]

    def read(self, readout, stream, of):
        """`of` makes a number of the stream's kind from a fraction."""
        kind, *parts = readout
        if kind == "affine":
            return of(Fraction(parts[0])) + sum(of(Fraction(f)) * stream[at - 1] for at, f in parts[1])
        if kind == "scaled":
            return of(Fraction(parts[0])) * self.read(parts[1], stream, of)
        inner = [self.read(part, stream, of) for part in parts]
        return {"sum": sum, "min": min, "max": max, "product": math.prod, "abs": lambda x: abs(x[0]),
                "relu": lambda x: max(x[0], of(Fraction(0)))}[kind](inner)

    def wrong(self, cells):
        """Whether an output is wrong there; None where no output is wrong and one is open."""
        names = self.input_names(cells)
        if not (self.is_input(names) and self.is_judged(names)):
            raise Unknown("no judged input")
        streams = [self.stream(names, token) for token in self.tokens]
        is_open = False
        for task in self.record["task"]:
            for t, (kind, indices) in enumerate(self.tokens):
                at = [self.value(text, self.constants) for text in task["at"]]
                if kind["kind"] != task["kind"] or (not task["every"] and list(indices) != at):
                    continue
                truth = self.value(task["truth"], self.constants, names, dict(zip(task["every"], indices)))
                heads = [self.head(head, streams, t) for head in self.record["heads"]]
                exact = all(isinstance(x, Fraction) for head in heads for x in head)
                of = Fraction if exact else number
                y = [of(x) if self.record["residual"] else of(Fraction(0)) for x in streams[t]]
                for head, source, target, factor in self.record["W_O"]:
                    x = heads[head - 1][source - 1]
                    y[target - 1] += of(Fraction(factor)) * (of(x) if isinstance(x, Fraction) else x)
                y = self.read(self.record["readout"], y, of)
                if task["answer"] == "number":
                    distance = abs(y - of(truth)) - of(Fraction(1, 2))
                    bad = distance >= 0
                else:
                    distance, bad = y, (y > 0) != (truth is True or truth == 1)
                if not exact and abs(distance) < OPEN:
                    is_open = True
                elif bad:
                    return True
        return None if is_open else False

    def holds(self, hint):
        counts = [0, 0]
        for cells in self.every_input():
            names = self.input_names(cells)
            if self.is_input(names):
                counts[0] += 1
                if self.is_judged(names):
                    counts[1] += 1
                    if self.wrong(cells) is not False:
                        return False
        return counts == [int(hint["inputs"]), int(hint["judged"])]

    def holds_on_all_words(self):
        for cells in self.every_input():
            names = self.input_names(cells)
            if not self.is_input(names) or not self.is_judged(names):
                return False
            wrong = self.wrong(cells)
            if wrong is not False:
                return None if wrong is None else False
        return True


def is_true(text):
    """Whether what the certificate says is so; None where the oracle does not know."""
    try:
        record, *hints, end = [json.loads(line) for line in text.splitlines()]
        oracle = Oracle(record)
        if end != {"end": 1 + len(hints)} or not hints:
            return False
        if record["claim"] == "output refuted":
            answers = [oracle.wrong(hint["input"]) for hint in hints]
            return None if None in answers else all(answers)
        if record["claim"] == "output holds by cover":  # whatever its boxes
            return oracle.holds_on_all_words()
        return len(hints) == 1 and oracle.holds(hints[0])
    except (Unknown, Refused, NoValue, IllFormed, KeyError, IndexError, ValueError, TypeError, ArithmeticError):
        return None
