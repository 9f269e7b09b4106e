"""One input, token by token: outputs, truth, decision; and what all inputs together say."""

import math
from fractions import Fraction

from .attention import Evaluator
from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Macro, condition_at, evaluate, number_at
from .exponential_sums import Quotient
from .layer import Layer
from .readout import Readout, enclosed, exact
from .written_out import is_vector_form, numbers

BITS = 96


class Output:
    """What the layer puts out at one judged token of one input."""

    def __init__(self, token, stream, readout, truth, is_sign, attended, within=Fraction(1, 2), coordinate=None):
        self.token, self.stream, self.readout, self.truth, self.is_sign = token, stream, readout, truth, is_sign
        self.attended, self.within, self.coordinate = attended, within, coordinate  # of a vector: which number, from 1

    def value(self, bits=BITS):
        """(low, high) as Fractions."""
        result = self.readout.value(self.stream, enclosed(bits))
        if isinstance(result, Enclosure):
            return result.bounds()
        return (result, result)

    def sign_against(self, number):
        """The sign of y - number, exact."""
        bits = 64
        while bits <= 256:
            low, high = self.value(bits)
            if low > number:
                return 1
            if high < number:
                return -1
            if low == high == number:
                return 0
            bits *= 2
        result = self.readout.value(self.stream, exact)
        if isinstance(result, Fraction):
            return (result > number) - (result < number)
        return (Quotient.of(result) - number).sign()

    def right(self):
        if self.is_sign:
            return (self.sign_against(Fraction(0)) > 0) == self.truth
        return self.sign_against(self.truth + self.within) < 0 and self.sign_against(self.truth - self.within) > 0

    def decision(self):
        """The nearest integer, or whether y > 0; None where two integers are equally near."""
        if self.is_sign:
            return int(self.sign_against(Fraction(0)) > 0)
        if self.coordinate is not None:
            return None
        low, _ = self.value(64)
        nearest = math.floor(low + Fraction(1, 2))
        for candidate in (nearest, nearest + 1):
            above = self.sign_against(candidate - Fraction(1, 2))
            below = self.sign_against(candidate + Fraction(1, 2))
            if above > 0 > below:
                return candidate
            if below == 0 or above == 0:
                return None
        return None

    def error(self, bits=BITS):
        """|y - truth| as (low, high)."""
        low, high = self.value(bits)
        low, high = low - self.truth, high - self.truth
        if low >= 0:
            return (low, high)
        if high <= 0:
            return (-high, -low)
        return (Fraction(0), max(-low, high))

    def margin(self, bits=BITS):
        if not self.is_sign:
            low, high = self.error(bits)
            return (self.within - high, self.within - low)
        low, high = self.value(bits)
        return (low, high) if self.truth else (-high, -low)

    def gaps(self):
        """(score difference, scale) of every head that compares scores."""
        return [(one.gap, one.scale) for one in self.attended if one.gap is not None]


class Task:
    """The tokens that a theorem's tasks judge, one task for a kind of tokens, and the answer at each."""

    def __init__(self, setting):
        self.setting = setting
        self.tasks = {task.get("kind"): task for task in setting.all("task")}
        if not self.tasks or len(self.tasks) != len(setting.all("task")):
            raise Refused("no task, or two of the same tokens")
        if len({task.get("answer") for task in self.tasks.values()}) > 1:
            raise Refused("tasks of several kinds of answers")
        first = setting.all("task")[0]
        self.is_sign = first.get("answer") == "sign"
        self.judged = sorted((token for task in self.tasks.values() for token in self.judged_tokens(task)),
                             key=lambda token: token.number)
        if len({token.kind for token in self.judged}) > 1:
            for token in setting.tokens:
                token.called_with_kind = True
        self.answers, self.within = {kind: [task.get("value")] for kind, task in self.tasks.items()}, Fraction(1, 2)
        self.is_vector = first.get("answer") == "vector"
        if self.is_vector:
            if len(self.tasks) > 1:
                raise Refused("a vector beside another task")
            self.within = number_at(first.get("within"), setting.scope)
            whole = self.unfolded(first.get("value"))
            entries = [entry for entry, _ in numbers(whole, setting.scope)] if is_vector_form(whole) else [whole]
            if number_at(first.get("dimension"), setting.scope) != len(entries) or self.within <= 0:
                raise Refused("a vector of another dimension")
            self.answers = {first.get("kind"): entries}
        self.numbers = len(self.answers[first.get("kind")])  # of an answer

    def unfolded(self, node):
        macro = self.setting.scope.find(node[1]) if node[0] == "name" else None
        return macro.body if isinstance(macro, Macro) and not macro.parameters else node

    def judged_tokens(self, task):
        kind = task.get("kind")
        if kind not in self.setting.lines:
            raise Refused("a task of no kind of tokens")
        if "every" in task.says:
            tokens = [token for token in self.setting.tokens if token.kind == kind]
            if tokens and len(task.get("every")) != len(tokens[0].index):
                raise Refused("the task's indices")
            return tokens
        try:
            place = evaluate(task.get("at"), self.setting.scope)
        except NoValue as problem:
            raise Refused(f"the judged token: {problem}") from problem
        index = place if isinstance(place, tuple) else (place,)
        if (kind, index) not in self.setting.places:
            raise Refused("the judged token is no token at these sizes")
        return [self.setting.places[(kind, index)]]

    def receivers(self):
        """All tokens of the kinds that are judged."""
        return [token for token in self.setting.tokens if token.kind in self.tasks]

    def truth(self, token, values, coordinate=0):
        task = self.tasks[token.kind]
        scope = self.setting.input_scope(values)
        if "every" in task.says:
            scope = Environment(dict(zip(task.get("every"), token.index)), scope)
        try:
            if self.is_sign:
                return condition_at(self.answers[token.kind][0], scope)
            return Fraction(number_at(self.answers[token.kind][coordinate], scope))
        except NoValue as problem:
            raise IllFormed(f"the task has no answer: {problem}") from problem


class Judge(Task):
    """A theorem's variant at given sizes: one layer."""

    def __init__(self, setting):
        super().__init__(setting)
        self.layer = Layer(setting)
        self.layer.static_checks_of_rows()
        self.readouts = self.read_readouts()
        self.evaluator = Evaluator(self.layer)
        self.scope = self.layer.scope

    def read_readouts(self):
        """One for each number of the answer."""
        statement = self.setting.one("readout", required=True)
        if not self.is_vector:
            return [Readout(self.layer)]
        if "maps" in statement.says:
            raise Refused("a vector by matrices")
        whole = statement.get("value")
        if whole[0] == "name":
            block = [("name", name, whole[2]) for name in self.layer.coordinates if name.startswith(whole[1] + "(")]
            whole = ("tuple", tuple(block or [whole]), (None,) * max(1, len(block)))
        parts = [entry for entry, _ in numbers(whole, self.setting.scope)]
        if len(parts) != self.numbers:
            raise IllFormed("a readout of another dimension than the answer")
        return [Readout(self.layer, part) for part in parts]

    @property
    def size(self):
        """(heads, embedding dimension)"""
        return (len(self.layer.heads), self.layer.width)

    def counting_nodes(self):
        """What heads and coordinates hang on: d, blocks of zeros, families of heads. A family's values may speak of a size;
        their number may not."""
        layer = self.layer
        nodes = [layer.statement.get("d")] if layer.statement.get("d") is not None else []
        nodes += [head.get("family")[1] for head in layer.statement.all("head")
                  if head.get("family") and head.get("family")[1][0] not in ("tuple", "set")]
        vectors = [one.get("vector") for one in layer.encodings.values() if one.word == "encode"]
        for node in vectors:
            nodes += [part[2][0] for part in node[1] if part[0] == "call" and part[1] == "zeros"]
        for one in layer.encodings.values():
            nodes += one.get("lengths") or []
        return nodes

    def tuples(self):
        """About how many index tuples the heads sum over at one token."""
        tokens = len(self.setting.tokens)
        return sum(tokens ** (1 if head.triangular else head.variables - 1) for head in self.layer.heads)

    def normalised(self, values):
        """Whether the weights of every head sum to 1 at every token of the judged kind; every head is looked at, at every
        token: a mask that has no value somewhere makes it ill-formed."""
        cells, evaluator = self.cells(values), self.evaluator
        return all([any(evaluator.shares(number, evaluator.entries(number, token, cells)))
                    for token in self.receivers() for number in range(len(self.layer.heads))])

    def cells(self, values):
        return [self.layer.cell(token, features)
                for token, features in zip(self.setting.tokens, self.setting.features(values))]

    def outputs(self, rank):
        values = self.setting.space.values(rank)
        cells = self.cells(values)
        return [output for token in self.judged for output in self.at(token, cells, values)]

    def at(self, token, cells, values):
        """The outputs at a token, several where they are the numbers of a vector."""
        attended = []
        for number, head in enumerate(self.layer.heads):
            one = self.evaluator.attend(number, token, cells)
            one.scale = head.scale
            one.labels = self.labels(number, cells)
            attended.append(one)
        stream = self.readouts[0].stream(cells[token.number], attended)
        return [Output(token, stream, readout, self.truth(token, values, place), self.is_sign, attended, self.within,
                       place + 1 if self.is_vector else None) for place, readout in enumerate(self.readouts)]

    def labels(self, number, cells):
        pair_value = self.layer.heads[number].pair_value
        if pair_value is not None:
            return pair_value.labels()
        found = {}
        values = [value for cell in cells for value in cell.values[number].values()]
        for _, labels in values:
            for place, label in enumerate(labels):
                if label is not None:
                    found.setdefault(place, label)
        return [found.get(place) for place in range(len(values[0][0]))]

    def check_form(self, ranks):
        """Well-formed: rows of equal lengths, linear in the encoding, at every token with every content of these inputs."""
        for rank in ranks:
            self.cells(self.setting.space.values(rank))
        cells = list(self.layer.cells.values())
        self.layer.check_lengths(cells)
        self.layer.check_linear(cells)
