"""Several layers of heads that weigh scores, on an input: the first one by the definition of one layer, those behind it on the
streams that it leaves (stack_layers.py), with more bits until an output is right or wrong."""

from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused, Undecided
from .evaluation import evaluate
from .judge import Judge, Output
from .match_state import State
from .stack_layers import StackLayer, of_first_layer

FIRST_BITS, MOST_BITS = 128, 2048


class FirstLayer:
    """A setting with the first layer alone."""

    def __init__(self, setting, statement):
        self._setting, self._statement = setting, statement

    def all(self, word):
        return [self._statement] if word == "layer" else self._setting.all(word)

    def __getattr__(self, name):
        return getattr(self._setting, name)


class StackOutput(Output):
    """An output that is evaluated again with more bits as long as nothing is decided."""

    def __init__(self, judge, rank, token, place, truth):
        super().__init__(token, None, None, truth, judge.is_sign, [], judge.within,
                         place + 1 if judge.is_vector else None)
        self.judge, self.rank, self.place = judge, rank, place

    def value(self, bits=FIRST_BITS):
        result = self.judge.number(self.rank, self.token, self.place, max(bits, FIRST_BITS))
        return result.bounds() if isinstance(result, Enclosure) else (result, result)

    def sign_against(self, number):
        bits = FIRST_BITS
        while bits <= MOST_BITS:
            low, high = self.value(bits)
            if low > number:
                return 1
            if high < number:
                return -1
            if low == high == number:
                return 0
            bits *= 2
        raise Undecided("an output that is not told from the bound")


class StackJudge(Judge):
    def __init__(self, setting):
        statements = setting.all("layer")
        if statements[0].get("family"):
            raise Refused("a family of layers that begins with the first")
        super().__init__(FirstLayer(setting, statements[0]))
        self.state = State(setting, statements[0])
        if self.state.width != self.layer.width:
            raise Refused("d of several layers")
        self.layers = [StackLayer(one, bound, self.layer, self.state)
                       for one in statements[1:] for bound in self.members(one, setting)]
        self.tokens = [self.judged]  # whose stream behind each layer is looked at, the last one first
        for layer in reversed(self.layers):
            self.tokens.insert(0, layer.needed(self.tokens[0]))
        self.kept = {}

    @staticmethod
    def members(one, setting):
        if not one.get("family"):
            return [{}]
        try:
            return [{one.get("family")[0]: value} for value in evaluate(one.get("family")[1], setting.scope)]
        except NoValue as problem:
            raise IllFormed(f"line {one.line}: {problem}") from problem

    @property
    def size(self):
        return (max(len(layer.heads) for layer in [self.layer, *self.layers]), self.layer.width)

    def tuples(self):
        tokens = len(self.setting.tokens)
        behind = sum(tokens ** head.variables for layer in self.layers for head in layer.heads)
        return super().tuples() + behind // max(1, len(self.judged))

    def outputs(self, rank):
        values = self.setting.space.values(rank)
        return [StackOutput(self, rank, token, place, self.truth(token, values, place))
                for token in self.judged for place in range(self.numbers)]

    def normalised(self, values):
        raise Refused("'normalised' of several layers")

    def number(self, rank, token, place, bits):
        return self.readouts[place].value(self.streams(rank, bits)[token.number], lambda number: number)

    def streams(self, rank, bits):
        if (rank, bits) not in self.kept:
            self.kept = {key: one for key, one in self.kept.items() if key[0] == rank}
            self.kept[(rank, bits)] = self.run(rank, bits)
        return self.kept[(rank, bits)]

    def run(self, rank, bits):
        cells = self.cells(self.setting.space.values(rank))
        streams = {}
        for token in self.tokens[0]:
            attended = []
            for number in range(len(self.layer.heads)):
                one = self.evaluator.attend(number, token, cells)
                one.labels = self.labels(number, cells)
                one.outputs = [of_first_layer(output, bits) for output in one.outputs]
                attended.append(one)
            numbers = self.readouts[0].stream(cells[token.number], attended)
            streams[token.number] = [sum((factor * output for factor, output in rest), rational)
                                     for rational, rest in numbers]
        for layer, tokens in zip(self.layers, self.tokens[1:]):
            streams = layer.behind(streams, tokens, bits)
        return streams
