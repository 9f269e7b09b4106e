"""The definition of a head, summed tuple by tuple."""

from fractions import Fraction

from . import enclosures
from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, condition_at, evaluate
from .exponential_sums import ExponentialSum, Quotient


class Softmax:
    """One coordinate of a softmax head's output: sums of values and counts by score."""

    def __init__(self, groups, place, scale):
        self.groups, self.place, self.scale = groups, place, scale

    def enclosure(self, bits):
        best = (max if self.scale.sign() >= 0 else min)(self.groups)
        inner = bits + 32
        above, below = Enclosure(0, 0, inner), Enclosure(0, 0, inner)
        for score, (count, totals) in self.groups.items():
            weight = weight_of(self.scale, score - best, inner)
            below = below + weight * count
            if totals[self.place]:
                above = above + weight * Enclosure.of(totals[self.place], inner)
        return (above / below).narrowed(bits)

    def exact(self):
        above, below = ExponentialSum(), ExponentialSum()
        for score, (count, totals) in self.groups.items():
            exponent = self.scale.exponent(score)
            above.add_term(totals[self.place], exponent)
            below.add_term(Fraction(count), exponent)
        return Quotient(above, below)


WEIGHTS = {}


def weight_of(scale, score, bits):
    key = (scale, score, bits)
    if key not in WEIGHTS:
        if len(WEIGHTS) > 200000:
            WEIGHTS.clear()
        extra = 32 + (abs(score.numerator) // score.denominator + 1).bit_length()
        exponent = Enclosure.of(score, bits + extra) * scale.enclosure(bits + extra)
        exponent = Enclosure(exponent.low, min(exponent.high, 0), exponent.bits)
        WEIGHTS[key] = enclosures.exp(exponent).narrowed(bits) if score else Enclosure.of(Fraction(1), bits)
    return WEIGHTS[key]


class Attended:
    """What one head does at one token: outputs by coordinate, the best tuples, the gap of the two best scores."""

    def __init__(self, outputs, best=(), gap=None):
        self.outputs, self.best, self.gap = outputs, best, gap
        self.labels, self.scale = (), None  # of the head, set by the judge
        self.matched = None  # the positions that an exact match finds


class Evaluator:
    """Heads on inputs; scores of monomials are remembered by the cells that they read."""

    def __init__(self, layer):
        self.layer, self.setting = layer, layer.setting
        self.products, self.tuples = {}, {}

    def places(self, number, token):
        """The tuples of tokens that a head sums over at a token."""
        key = (number, token.number)
        if key not in self.tuples:
            head = self.layer.heads[number]
            try:
                self.tuples[key] = list(self.triangle(head, token) if head.triangular else self.product(head, token))
            except NoValue as problem:
                raise IllFormed(f"the tokens that a head sums over: {problem}") from problem
        return self.tuples[key]

    def triangle(self, head, token):
        over = head.pairs
        values = dict(zip(token.names, token.index))
        ends = sorted({part for other in self.setting.tokens for part in other.index})
        for element in ends:
            scope = Environment({**values, over.get("name"): element}, head.scope)
            pair = [evaluate(node, scope) for node in over.get("pairs")]
            found = [self.setting.places.get((token.kind, index)) for index in pair]
            if None in found:
                raise IllFormed(f"a pair that is no token: {pair}")
            yield tuple(found)

    def product(self, head, token):
        # Row 1's indices and the tokens' own names both stand for the token that asks.
        names = dict(zip(token.names, token.index))
        own = head.rows[1][0].get("indices") if head.score is None else None
        for name, value in zip(own or [], token.index):
            names[name] = value

        def extend(chosen, scope):
            number = len(chosen) + 2
            if number > head.variables:
                yield tuple(chosen)
                return
            for other in self.setting.tokens:
                over = head.overs.get(number)
                inner = scope
                if over is not None:
                    if len(other.index) != 1:
                        raise Refused("a mask of tokens with two indices")
                    spread = over.get("range")
                    if spread is not None and spread[0] == "name" and spread[1] in self.setting.lines:
                        if other.kind != spread[1]:
                            continue
                    elif spread is not None and other.index[0] not in evaluate(spread, scope):
                        continue
                    inner = Environment({over.get("name"): other.index[0]}, scope)
                    if over.get("where") is not None and not condition_at(over.get("where"), inner):
                        continue
                yield from extend(chosen + [other], inner)

        return extend([], Environment(names, head.scope))

    def score(self, number, cells):
        head = self.layer.heads[number]
        if head.score is not None:
            return head.score(cells)
        total = Fraction(0)
        for place, monomial in enumerate(head.monomials):
            chosen = tuple(cells[variable - 1] for variable in monomial)
            key = (number, place) + tuple(map(id, chosen))
            if key not in self.products:
                rows = [cell.rows[number][variable][0] for cell, variable in zip(chosen, monomial)]
                self.products[key] = dot(rows)
            total += self.products[key]
        return total

    def value(self, number, cells):
        head = self.layer.heads[number]
        key = (number, "value") + tuple(map(id, cells))
        if key not in self.products and head.pair_value is not None:
            self.products[key] = head.pair_value(cells)
        elif key not in self.products:
            vectors = [cells[variable - 1].values[number][variable][0] for variable in head.value_rows]
            result = vectors[0]
            for vector in vectors[1:]:
                result = [a * b for a, b in zip(result, vector)]
            self.products[key] = result
        return self.products[key]

    def width(self, number, cells):
        pair_value = self.layer.heads[number].pair_value
        if pair_value is not None:
            return len(pair_value.labels())
        return len(next(one[0] for cell in cells for one in cell.values[number].values()))

    def entries(self, number, token, cells):
        """(tuple, its variables' cells) for every tuple that a head sums over at a token."""
        entries = []
        for chosen in self.places(number, token):
            inside = [cells[other.number] for other in chosen]
            if not self.layer.heads[number].triangular:
                inside = [cells[token.number]] + inside
            entries.append((chosen, inside))
        return entries

    def shares(self, number, entries):
        """What the weights of the tuples are proportional to; of a softmax only that every tuple has some."""
        head = self.layer.heads[number]
        if head.kernel == "exact-match":
            return [Fraction(inside[0].rows[number][1][0] == inside[1].rows[number][2][0]) for _, inside in entries]
        if head.kernel == "softmax":
            return [Fraction(1)] * len(entries)
        scores = [self.score(number, inside) for _, inside in entries]
        if head.kernel == "expressive":
            squares = [(head.scale.factor * score) ** 2 for score in scores]
            return [square / (1 + square) for square in squares]
        ordered = [head.scale.sign() * score for score in scores]
        if head.leftmost:
            return [Fraction(place == ordered.index(max(ordered))) for place in range(len(ordered))]
        return [Fraction(score == best) for best in [max(ordered, default=0)] for score in ordered]

    def weights(self, number, entries):
        """The weights of the tuples of a head that is no softmax; all 0 where an exact match finds nothing."""
        shares = self.shares(number, entries)
        total = sum(shares)
        return [share / total for share in shares] if total else shares

    def attend(self, number, token, cells):
        """cells: one for every token of the input."""
        head = self.layer.heads[number]
        entries = self.entries(number, token, cells)
        width = self.width(number, cells)
        if head.kernel == "exact-match":
            return self.exact_match(number, entries, width)
        scored = [(chosen, self.score(number, inside), self.value(number, inside)) for chosen, inside in entries]
        if head.kernel == "expressive":
            return self.expressive(head, scored, width)
        if not scored:
            raise IllFormed("a softmax over nothing")
        return self.compared(head, scored, width)

    def exact_match(self, number, entries, width):
        found = [inside for _, inside in entries
                 if inside[0].rows[number][1][0] == inside[1].rows[number][2][0]]
        values = [self.value(number, inside) for inside in found]
        attended = Attended([sum(column) / len(found) for column in zip(*values)] if found else [Fraction(0)] * width)
        attended.matched = [inside[1].token.position for inside in found]
        return attended

    @staticmethod
    def expressive(head, scored, width):
        weights = []
        for _, score, _ in scored:
            square = (score * head.scale.factor) ** 2
            weights.append(square / (1 + square))
        total = sum(weights)
        if total == 0:
            raise IllFormed("an expressive head whose weights are 0/0")
        return Attended([sum(weight * value[place] for weight, (_, _, value) in zip(weights, scored)) / total
                         for place in range(width)])

    @staticmethod
    def compared(head, scored, width):
        sign = head.scale.sign()
        groups = {}
        for _, score, value in scored:
            score = score if sign else Fraction(0)
            entry = groups.setdefault(score, [0, [Fraction(0)] * width])
            entry[0] += 1
            entry[1] = [a + b for a, b in zip(entry[1], value)]
        ordered = sorted(groups, reverse=sign >= 0)
        best = [(chosen, value) for chosen, score, value in scored if not sign or score == ordered[0]]
        gap = None
        if len(scored) > 1:
            gap = abs(ordered[0] - ordered[1]) if len(best) == 1 else Fraction(0)
        tuples = [chosen for chosen, _ in best]
        if head.kernel == "hard-maximum":
            values = [value for _, value in best[:1]] if head.leftmost else [value for _, value in best]
            outputs = [sum(column) / len(values) for column in zip(*values)]
        else:
            outputs = [Softmax(groups, place, head.scale) for place in range(width)]
        return Attended(outputs, tuples, gap)


def dot(rows):
    total = Fraction(0)
    for column in zip(*rows):
        part = column[0]
        for factor in column[1:]:
            if not part:
                break
            part = part * factor
        if part:
            total += part
    return total
