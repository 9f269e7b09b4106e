"""Layers behind the first one whose heads weigh scores: rows and values as matrices, found by putting the unit vectors in
the place of the stream; scores, weights and means by enclosures, exactly where everything is rational."""

from fractions import Fraction

from . import enclosures
from .attention import Evaluator, Softmax, weight_of
from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused, Undecided
from .evaluation import Environment, evaluate, number_at
from .layer import Head
from .vectors import vector


def exact_mean(quotient):
    """The rational number that a quotient of exponential sums is, where its terms show it; else None."""
    above, below = quotient.numerator.terms, quotient.denominator.terms
    if quotient.numerator.is_rational() and quotient.denominator.is_rational():
        return quotient.numerator.rational() / quotient.denominator.rational()
    if not above:
        return Fraction(0)
    ratios = {above.get(key, Fraction(0)) / amount for key, amount in below.items()}
    return ratios.pop() if len(ratios) == 1 and set(above) <= set(below) else None


def of_first_layer(output, bits):
    """A number of the first layer's heads: as it is, or what it encloses."""
    if isinstance(output, Fraction):
        return output
    found = exact_mean(output.exact())
    return output.enclosure(bits) if found is None else found


def hull(numbers, bits):
    if all(isinstance(number, Fraction) for number in numbers) and len(set(numbers)) == 1:
        return numbers[0]
    parts = [Enclosure.of(number, bits) for number in numbers]
    return Enclosure(min(part.low for part in parts), max(part.high for part in parts), bits)


def times(a, b):
    """0 times a number is 0, exactly."""
    return Fraction(0) if a == 0 and isinstance(a, Fraction) or b == 0 and isinstance(b, Fraction) else a * b


def surely_less(a, b, bits):
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a < b
    return Enclosure.of(a, bits).high < Enclosure.of(b, bits).low


class StackHead:
    """W of every row and value of one head, and where its value lands."""

    def __init__(self, head, state):
        self.head, self.state = head, state
        if head.kernel == "exact-match" or head.score is not None or head.statement.all("displayed"):
            raise Refused(f"line {head.statement.line}: an exact match, a score or a display behind the first layer")
        if head.pair_value is not None:
            raise Refused(f"line {head.statement.line}: a value of receiver and sender behind the first layer")
        self.rows = {number: self.matrix(row, scope)[0] for number, (row, scope) in head.rows.items()}
        if len({len(rows) for rows in self.rows.values()}) > 1:
            raise IllFormed(f"line {head.statement.line}: rows of unequal lengths")
        self.values, self.landings = {}, []
        for number, (row, scope) in head.value_rows.items():
            self.values[number], labels = self.matrix(row, scope)
            for entry, label in enumerate(labels):
                if label is not None:
                    self.landings.append((entry, Fraction(1), state.place(label, scope)))

    def matrix(self, row, scope):
        """Its rows as lists of factors by coordinate, and the labels. What it does to 0 and to the unit vectors says it all,
        as long as it is linear; so that it is shown to be, sums of unit vectors and multiples are tried, too."""
        own = row.get("indices") or []
        self.state.check_names(row.get("value"), own, scope, row.line)

        def at(numbers):
            return vector(row.get("value"), Environment(self.state.values(numbers, own), scope))

        width = self.state.width
        zero = (Fraction(0),) * width
        try:
            labels = at(zero)[1]
            if any(at(zero)[0]):
                raise Refused(f"line {row.line}: a constant in a row behind the first layer")
            units = [at(zero[:c] + (Fraction(1),) + zero[c + 1:])[0] for c in range(width)]
            probe = tuple(Fraction((-1) ** c * (c * c + 2), 3) for c in range(width))
            if at(probe)[0] != [sum(x * unit[r] for x, unit in zip(probe, units)) for r in range(len(labels))]:
                raise Refused(f"line {row.line}: a row that is not linear in the stream")
        except NoValue as problem:
            raise IllFormed(f"line {row.line}: {problem}") from problem
        return [[unit[r] for unit in units] for r in range(len(labels))], labels

    @staticmethod
    def image(matrix, stream):
        return [sum((factor * number for factor, number in zip(row, stream) if factor), Fraction(0)) for row in matrix]

    def at(self, token, places, streams, bits):
        products, values = [], []
        for chosen in places:
            inside = [streams[other.number] for other in chosen]
            if not self.head.triangular:
                inside = [streams[token.number]] + inside
            rows = {number: self.image(matrix, inside[number - 1]) for number, matrix in self.rows.items()}
            total = Fraction(0)
            for monomial in self.head.monomials:
                for parts in zip(*[rows[number] for number in monomial]):
                    term = parts[0]
                    for part in parts[1:]:
                        term = times(term, part)
                    total = total + term
            products.append(total)
            vectors = [self.image(matrix, inside[number - 1]) for number, matrix in self.values.items()]
            value = vectors[0]
            for other in vectors[1:]:
                value = [times(a, b) for a, b in zip(value, other)]
            values.append(value)
        if not products:
            raise IllFormed("a head that sums over nothing")
        columns = list(zip(*values))
        if self.head.kernel == "softmax":
            return self.softmax(products, columns, bits)
        if self.head.kernel == "expressive":
            return self.expressive(products, columns, bits)
        return self.best(products, columns, bits)

    def softmax(self, products, columns, bits):
        scale = self.head.scale
        if all(isinstance(one, Fraction) for one in products):
            return [self.exactly(products, column, bits) for column in columns]
        inner = bits + 32
        scores = [Enclosure.of(one, bits) * scale.enclosure(bits) if scale.sign() else Enclosure(0, 0, bits)
                  for one in products]
        top = max(score.high for score in scores)
        weights = [enclosures.exp(Enclosure((score.low - top) << 32, (score.high - top) << 32, inner)) for score in scores]
        total = sum(weights[1:], weights[0])
        found = []
        for column in columns:
            if all(isinstance(one, Fraction) for one in column) and len(set(column)) == 1:
                found.append(column[0])
            else:
                parts = [weight * at(one, inner) for weight, one in zip(weights, column)]
                found.append((sum(parts[1:], parts[0]) / total).narrowed(bits))
        return found

    def exactly(self, products, column, bits):
        """The mean of one coordinate where the scores are rational."""
        scale, groups = self.head.scale, {}
        for product, value in zip(products, column):
            groups.setdefault(product if scale.sign() else Fraction(0), []).append(value)
        if len(groups) == 1:
            return sum(column, Fraction(0)) * Fraction(1, len(column))
        if all(isinstance(one, Fraction) for one in column):
            sums = Softmax({score: (len(values), [sum(values)]) for score, values in groups.items()}, 0, scale)
            return of_first_layer(sums, bits)
        best = (max if scale.sign() >= 0 else min)(groups)
        above = below = Enclosure(0, 0, bits)
        for score, values in groups.items():
            weight = weight_of(scale, score - best, bits)
            below = below + weight * len(values)
            above = above + weight * at(sum(values, Fraction(0)), bits)
        return above / below

    def expressive(self, products, columns, bits):
        factor = self.head.scale.factor
        weights = []
        for product in products:
            square = abs(product * factor)
            square = square * square
            weights.append(square / (1 + square))
        total = sum(weights[1:], weights[0])
        if total == 0 and isinstance(total, Fraction):
            raise Refused("an expressive head whose weights are 0/0")
        try:
            return [sum((weight * value for weight, value in zip(weights, column)), Fraction(0)) * (1 / total)
                    for column in columns]
        except ZeroDivisionError as problem:
            raise Undecided("weights that may be 0/0") from problem

    def best(self, products, columns, bits):
        sign = self.head.scale.sign()
        scores = [sign * one for one in products] if sign else [Fraction(0)] * len(products)
        kept = [k for k, score in enumerate(scores) if not any(surely_less(score, other, bits) for other in scores)]
        tied = len(kept) == 1 or all(isinstance(scores[k], Fraction) and scores[k] == scores[kept[0]] for k in kept)
        found = []
        for column in columns:
            values = [column[k] for k in kept]
            if tied:
                found.append(values[0] if self.head.leftmost else sum(values, Fraction(0)) * Fraction(1, len(values)))
            else:
                found.append(hull(values, bits))
        return found


def at(number, bits):
    """The same number in as many bits or more."""
    if isinstance(number, Enclosure):
        return Enclosure(number.low << (bits - number.bits), number.high << (bits - number.bits), bits)
    return Enclosure.of(number, bits)


class StackLayer:
    """One layer behind the first, as the evaluator of tuples wants it: `heads` and `setting`."""

    def __init__(self, statement, bound, first, state):
        if statement.get("d") is not None or any(one.word in ("encode", "embed") for one in statement.below):
            raise Refused("an encoding of a layer behind the first")
        self.statement, self.setting, self.state = statement, first.setting, state
        self.residual, self.scope = statement.get("residual"), Environment(bound, first.scope)
        self.check_names, self.known = first.check_names, first.known
        self.heads, called = [], {}
        for one in statement.all("head"):
            family = one.get("family")
            values = evaluate(family[1], self.scope) if family else [None]
            for member, value in enumerate(values if isinstance(values, (tuple, list)) else (values,)):
                self.heads.append(Head(self, one, self.setting, {family[0]: value} if family else {}, member))
                called[f"head{len(self.heads)}"] = len(self.heads) - 1
                if one.get("name"):
                    called[one.get("name") + (str(member + 1) if family else "")] = len(self.heads) - 1
        if len(self.heads) == 1:
            called["head"] = 0
        self.evaluator = Evaluator(self)
        self.stacked = [StackHead(head, state) for head in self.heads]
        self.read_arrivals(called)
        if not any(head.landings for head in self.stacked):
            raise Refused(f"line {statement.line}: nothing says where the heads' outputs land")

    def read_arrivals(self, called):
        for source, target in [arrival for out in self.statement.all("out") for arrival in out.get("arrivals")]:
            factor = Fraction(1)
            if source[0] == "*":
                factor, source = number_at(source[1], self.scope), source[2]
            if source[0] != "member" or source[1] not in called or not source[2].isdigit() or target[0] != "member":
                raise Refused("an 'out' of another form")
            place = int(target[2]) - 1 if target[2].isdigit() else self.state.place(target[2], self.scope)
            if not 0 <= place < self.state.width:
                raise IllFormed(f"the stream has {self.state.width} coordinates")
            self.stacked[called[source[1]]].landings.append((int(source[2]) - 1, factor, place))

    def needed(self, tokens):
        """The tokens that these read, and they themselves."""
        found = {token.number: token for token in tokens}
        for token in tokens:
            for number in range(len(self.heads)):
                for chosen in self.evaluator.places(number, token):
                    found.update({other.number: other for other in chosen})
        return [found[number] for number in sorted(found)]

    def behind(self, streams, tokens, bits):
        result = {}
        for token in tokens:
            before = streams[token.number]
            numbers = list(before) if self.residual else [Fraction(0)] * len(before)
            for place, head in enumerate(self.stacked):
                given = head.at(token, self.evaluator.places(place, token), streams, bits)
                for entry, factor, to in head.landings:
                    numbers[to] = numbers[to] + factor * given[entry]
            result[token.number] = numbers
        return result
