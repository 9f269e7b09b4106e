"""Relation composition decided by splitting on tokens: a voice to compare attest's covers and enumerations with.

The layer is written from the paper (Strassen attention, eqs. (22)-(26)), with f, g and h as the repaired variant gives them;
nothing of attest is used. Boxes are partial assignments of tokens: a token of the input has its symbol (A(c, d), B(c, d)), or
is open. They are no boxes around a best tuple, nothing of one is fixed, and the boxes of a judged token are disjoint.

The output is y = g(mean), g(v) = 1/2 - |c - i| - |l - j| - |d - k| - (1 - A) - (1 - B) (a relu of what is never negative),
concave, and the least of the f(mean), f(v) = 1/2 - s1 (c - i) - s2 (l - j) - s3 (d - k) - (1 - A) - (1 - B), over s in {-1, 0,
1}^3. With e_t = exp(score - shift), on all of a box
  y < 0 if for one s   the sum over the index tuples t of  max of e_t f(v_t)  over what t's open tokens can carry is < 0;
  y > 0 if for every s the sum over the index tuples t of  min of e_t f(v_t)  over what t's open tokens can carry is > 0.

Numbers are doubles: this compares and proves nothing. Scores are exact integers over m^5 up to the scale, so that exp(score -
shift) has a relative error below 2^-40 (|score - shift| < 745, beyond which it is 0 or infinite), and tuples whose weight is
below e^-REACH are left out. A bound is taken if it is right by 2^-30 of the sum of its terms' sizes, which is at least 1/2: a
thousand times these errors. Where all tokens are assigned and the bound is still not clear, the layer is evaluated with 60
digits.
"""

import decimal
import itertools
import math

import numpy

OPEN = 4
SYMBOLS = tuple(itertools.product((0, 1), (0, 1)))  # (A, B) of symbols 0 to 3
REACH = 60
SAFE = 2.0 ** -30


def rows(m, i, j):
    """Of the judged token m^5 f; of every token g for A = 0, 1 and h for B = 0, 1. Integers."""
    n2 = m ** 4
    f = m ** 5 * n2 * numpy.array([i * i, 2 * i, -1, j * j, 2 * j, -1] + 9 * [0])
    f[11:] = n2 * m ** numpy.arange(3, -1, -1)
    g, h = [], []
    for c, d in itertools.product(range(1, m + 1), repeat=2):
        g.append([[-1, c, c * c, 0, 0, 0, d * d, 2 * d, -1, 1, a, c, d, 0, 0] for a in (0, 1)])
        h.append([[0, 0, 0, -1, d, d * d, -1, c, c * c, b, 1, 0, 0, c, d] for b in (0, 1)])
    return f, n2 * numpy.array(g), n2 * numpy.array(h)


class TokenSplitting:
    """One judged token (i, j) in [m]^2, the scale 1/(weaker sqrt(15)), weaker an integer. split() counts the boxes that it looks
    at, the inputs evaluated one by one and the inputs in closed boxes, and lists the closed boxes in which y has the wrong sign."""

    def __init__(self, m, i, j, weaker=1):
        self.m, self.i, self.j, self.n = m, i - 1, j - 1, m * m
        f, g, h = rows(m, i, j)
        gh = m ** 5 * numpy.einsum("tax,ubx->tuab", g, h)
        scores = gh + (g @ f)[:, None, :, None] + (h @ f)[None, :, None, :]
        self.scores = scores.reshape(-1, 4)  # m^5 sqrt(15) weaker times the scores; columns are (A, B) = SYMBOLS
        self.unit = 1 / (m ** 5 * weaker * math.sqrt(15))
        self.weaker = weaker
        self.first, self.second = numpy.divmod(numpy.arange(self.n ** 2), self.n)
        c, d = numpy.divmod(self.first, m)
        k, l = numpy.divmod(self.second, m)
        self.apart = numpy.array([c - self.i, l - self.j, d - k])
        self.missing = numpy.array([2 - a - b for a, b in SYMBOLS])
        signs = numpy.array(list(itertools.product((-1, 0, 1), repeat=3)))
        self.pieces = 0.5 - (signs @ self.apart)[:, :, None] - self.missing
        # can_a[symbol or OPEN][column]: a token that carries this, or is open, as the first of a tuple gives the column its A.
        self.can_a = numpy.array([[s == OPEN or SYMBOLS[s][0] == a for a, _ in SYMBOLS] for s in range(5)])
        self.can_b = numpy.array([[s == OPEN or SYMBOLS[s][1] == b for _, b in SYMBOLS] for s in range(5)])
        self.reach, self.safe = REACH, SAFE
        self.pairs = self.pairs_of_the_task()
        self.boxes = self.evaluated = self.inputs = 0
        self.wrong = []

    def pairs_of_the_task(self):
        """The tokens of A(i, k) and B(k, j) for each k, first those k at which the judged token is one of them."""
        order = sorted(range(self.m), key=lambda k: k not in (self.i, self.j))
        return [(self.i * self.m + k, k * self.m + self.j) for k in order]

    def truth(self, box):
        """True, False or None (not known yet), from the task alone; and a token that it hangs on."""
        hangs = None
        for one, other in self.pairs:
            a = None if box[one] == OPEN else SYMBOLS[box[one]][0]
            b = None if box[other] == OPEN else SYMBOLS[box[other]][1]
            if a == 1 and b == 1:
                return True, None
            if hangs is None and a != 0 and b != 0:
                hangs = one if a is None else other
        return (False if hangs is None else None), hangs

    def can_carry(self, box):
        """Of every index tuple the columns that its tokens can give."""
        return self.can_a[box[self.first]] & self.can_b[box[self.second]]

    def children(self, box, token):
        for symbol in range(4):
            child = box.copy()
            child[token] = symbol
            yield child

    def positive(self, least):
        return least.min() > 0

    def bounds(self, box):
        """(y > 0 everywhere, y < 0 everywhere, the index tuple whose term leaves most open)."""
        allowed = self.can_carry(box)
        far = numpy.iinfo(numpy.int64).max // 4
        shift = numpy.where(allowed, self.scores, far).min(1).max()
        live = numpy.where(allowed, self.scores, -far).max(1) > shift - self.reach / self.unit
        allowed = allowed[live]
        with numpy.errstate(over="ignore", under="ignore"):
            weights = numpy.exp((self.scores[live] - shift) * self.unit)
            terms = weights * self.pieces[:, live]
        below = numpy.where(allowed, terms, numpy.inf).min(2)
        above = numpy.where(allowed, terms, -numpy.inf).max(2)
        least = below.sum(1) - self.safe * abs(below).sum(1)
        greatest = above.sum(1) + self.safe * abs(above).sum(1)
        spread = numpy.where(allowed, weights, 0).max(1) * (allowed.sum(1) > 1)
        return self.positive(least), greatest.min() < 0, numpy.flatnonzero(live)[spread.argmax()]

    def token_of(self, box, tuple_):
        """An open token of the tuple, else the first open one, else None."""
        for token in (self.first[tuple_], self.second[tuple_]):
            if box[token] == OPEN:
                return token
        return next((token for token in range(self.n) if box[token] == OPEN), None)

    def output(self, box):
        """y of the layer itself, with 60 digits: softmax over all pairs of tokens, the mean, the readout."""
        with decimal.localcontext() as context:
            context.prec = 60
            # An exponent that is too small for the context gives 0, which is nearer than 60 digits.
            context.Emin = decimal.MIN_EMIN
            context.Emax = decimal.MAX_EMAX
            unit = 1 / (self.m ** 5 * self.weaker * decimal.Decimal(15).sqrt())
            columns = [2 * SYMBOLS[box[t]][0] + SYMBOLS[box[u]][1] for t, u in zip(self.first, self.second)]
            scores = [int(row[column]) for row, column in zip(self.scores, columns)]
            weights = [((score - max(scores)) * unit).exp() for score in scores]
            total = sum(weights)

            def mean(values):
                return sum(w * int(v) for w, v in zip(weights, values)) / total

            lacking = mean(self.missing[columns])
            return decimal.Decimal("0.5") - sum(abs(mean(values)) for values in self.apart) - lacking

    def split(self, one_is_enough=False):
        """Until every input is in a closed box; or, where one is enough, until a box is wrong."""
        stack = [numpy.full(self.n, OPEN)]
        while stack and not (one_is_enough and self.wrong):
            box = stack.pop()
            self.boxes += 1
            truth, token = self.truth(box)
            if truth is not None:
                positive, negative, worst = self.bounds(box)
                if not positive and not negative:
                    token = self.token_of(box, worst)
                    if token is None:
                        self.evaluated += 1
                        y = self.output(box)
                        if abs(y) < decimal.Decimal("1e-50"):
                            raise ArithmeticError(f"60 digits do not tell the sign at {box}")
                        positive = y > 0
                        negative = not positive
                if positive or negative:
                    self.inputs += 4 ** int((box == OPEN).sum())
                    if truth != positive:
                        self.wrong.append(box)
                    continue
            stack.extend(self.children(box, token))
        return self


def split_all(m, weaker=1, kind=TokenSplitting):
    """All judged tokens."""
    return [kind(m, i, j, weaker).split() for i, j in itertools.product(range(1, m + 1), repeat=2)]


def failing_ranks(m, splittings):
    """Ranks (the digits A(1,1), A(1,2), .., B(1,1), ..) of the inputs that are wrong at some judged token, ascending."""
    wrong = numpy.zeros((2, 2) * m ** 2, dtype=bool)
    for splitting in splittings:
        for box in splitting.wrong:
            wrong[tuple(x for s in box for x in (SYMBOLS[s] if s != OPEN else 2 * (slice(None),)))] = True
    order = list(range(0, 2 * m ** 2, 2)) + list(range(1, 2 * m ** 2, 2))
    return [int(rank) for rank in numpy.flatnonzero(wrong.transpose(order).reshape(-1))]
