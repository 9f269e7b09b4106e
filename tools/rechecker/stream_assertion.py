"""Asserts about the stream: sentences of coordinates, inputs and the judged token, decided at every judged token of every input."""

import copy

from .enclosures import Enclosure
from .errors import IllFormed, NoValue, Refused, Undecided
from .evaluation import Environment, condition_at, every_binding
from .exponential_sums import Quotient
from .expressions import free_names
from .readout import enclosed, exact

SIGNS = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "=": (0,), "!=": (-1, 1)}


def speaks_of_stream(judge, entry):
    """Whether an assert is one: it names an input or a coordinate."""
    if entry["check"] != "assert" or not hasattr(judge, "readouts"):
        return False
    known = set(judge.setting.input_names) | set(judge.readouts[0].coordinates)
    known |= {name.split("(")[0] for name in known}
    return any(text in known or text.startswith("stream.") for text, _, _, _ in free_names(entry["value"]))


class StreamAssertion:
    def __init__(self, judge, entry):
        if len(judge.tasks) != 1:
            raise Refused("an assert about the stream of several tasks")
        self.judge, self.node = judge, entry["value"]
        self.task = next(iter(judge.tasks.values()))

    def holds(self, rank):
        """Whether it is true at every judged token; None where that is not told."""
        values, answer = self.judge.setting.space.values(rank), True
        for output in self.judge.outputs(rank):
            scope = self.judge.setting.input_scope(values)
            if "every" in self.task.says:
                scope = Environment(dict(zip(self.task.get("every"), output.token.index)), scope)
            try:
                one = self.truth(self.node, scope, output.stream)
            except NoValue as problem:
                raise IllFormed(f"an assert has no value: {problem}") from problem
            if one is False:
                return False
            answer = answer if one else None
        return answer

    def truth(self, node, scope, stream):
        if not self.judge.readouts[0].reads_stream(node):
            return condition_at(node, scope)
        kind = node[0]
        if kind == "tuple" and len(node[1]) == 1:
            return self.truth(node[1][0], scope, stream)
        if kind == "not":
            inner = self.truth(node[1], scope, stream)
            return None if inner is None else not inner
        if kind in ("and", "or", "implies"):
            left = self.truth(node[1], scope, stream)
            if kind == "implies":
                left = None if left is None else not left
            settling = kind != "and"
            if left is settling:
                return left
            right = self.truth(node[2], scope, stream)
            return right if right is settling or left is not None else None
        if kind == "quantifier" and node[1] in ("exists", "forall"):
            return self.quantified(node, scope, stream)
        if kind == "chain":
            return self.compared(node, scope, stream)
        raise Refused("an assert about the stream of another form")

    def quantified(self, node, scope, stream):
        _, kind, binders, condition, body, _, _ = node
        if condition is not None and self.judge.readouts[0].reads_stream(condition):
            raise Refused("a 'where' that reads the stream")
        settling, answer = kind == "exists", kind != "exists"
        for _, inner in every_binding(binders, condition, scope):
            one = self.truth(body, inner, stream)
            if one is settling:
                return one
            answer = answer if one is not None else None
        return answer

    def compared(self, node, scope, stream):
        answer = True
        for left, sign, right in zip(node[1::2], node[2::2], node[3::2]):
            order = self.order(("-", left, right), scope, stream)
            if order is None:
                answer = None
            elif order not in SIGNS[sign]:
                return False
        return answer

    def order(self, difference, scope, stream):
        """The sign of a number that reads the stream."""
        readout = copy.copy(self.judge.readouts[0])
        readout.scope = scope
        node = readout.members(difference)
        readout.check_operations(node)
        for bits in (64, 128, 256):
            number = readout.at(node, stream, enclosed(bits))
            if not isinstance(number, Enclosure):
                return (number > 0) - (number < 0)
            if number.sign() is not None:
                return number.sign()
        try:
            return Quotient.of(readout.at(node, stream, exact)).sign()
        except Undecided:
            return None
