"""Several layers of exact-match heads on an input, token by token: outputs, truth, and what the last layer matches."""

from .attention import Attended
from .judge import Output, Task
from .match_layers import MatchLayers


class Number:
    """The readout of a state, which is an exact number."""

    @staticmethod
    def value(number, _):
        return number


class MatchJudge(Task):
    """A theorem's variant at given sizes: several layers."""

    def __init__(self, setting):
        super().__init__(setting)
        self.layers = MatchLayers(setting)
        self.scope = self.layers.scope
        self.last = (None, None)

    @property
    def size(self):
        """(heads of the layer that has most, entries of the longest query, key or value)"""
        return (self.layers.head_count, self.layers.embedding_dimension)

    def counting_nodes(self):
        return self.layers.counting_nodes()

    def tuples(self):
        """About how many tokens the heads look at from one token; every token has a state behind every layer."""
        return self.layers.cost() // max(1, len(self.judged))

    def outputs(self, rank):
        values = self.setting.space.values(rank)
        states = self.states(values)
        return [output for token in self.judged for output in self.at(token, states, values)]

    def at(self, token, states, values):
        found = self.layers.read_out(states[-1][token.number])
        if len(found) != self.numbers:
            raise Refused("a readout of another dimension than the answer")
        attended = Attended([])
        attended.matched = [other.position for other in self.layers.layers[-1].heads[0].matched(token, states[-2])]
        return [Output(token, number, Number, self.truth(token, values, place), self.is_sign, [attended], self.within,
                       place + 1 if self.is_vector else None) for place, number in enumerate(found)]

    def states(self, values):
        """Those of the last input are kept: several checks ask for them."""
        encoded = self.layers.encoded(values)
        if self.last[0] != encoded:
            self.last = (encoded, self.layers.states(encoded))
        return self.last[1]

    def normalised(self, values):
        """At every token of the judged kind, in every head of every layer, the query equals some key."""
        states = self.states(values)
        return all(head.matched(token, before) for layer, before in zip(self.layers.layers, states)
                   for head in layer.heads for token in self.receivers())

    def check_form(self, ranks):
        for rank in ranks:
            self.layers.check_form(self.setting.space.values(rank))
