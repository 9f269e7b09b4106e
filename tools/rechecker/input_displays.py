"""Displayed lines that speak of the input: a weight, or a score that names an input; decided input by input."""

from fractions import Fraction

from .errors import NoValue, Refused
from .evaluation import FUNCTIONS, Environment, Macro, number_at
from .expressions import free_names


def speaks_of_inputs(head, node, seen=frozenset()):
    """Whether an expression names an input, itself or by a definition; what is a feature as well is read as the feature."""
    setting = head.setting
    for text, _, _, _ in free_names(node):
        if text in setting.input_names and text not in setting.feature_names:
            return True
        macro = head.scope.find(text)
        if isinstance(macro, Macro) and text not in seen and speaks_of_inputs(head, macro.body, seen | {text}):
            return True
    return False


class InputDisplay:
    """One such line of one head; on an input it says a number of every judged token and every tuple that it sums over."""

    def __init__(self, judge, number, statement):
        self.judge, self.number, self.statement = judge, number, statement
        self.setting, self.head = judge.setting, judge.layer.heads[number]
        if self.head.score is not None:
            raise Refused(f"line {statement.line}: a display of a head that gives its score")
        self.of_weight = statement.get("name") == "weight"
        if statement.get("family") or statement.get("name") not in ("score", "weight"):
            raise Refused(f"line {statement.line}: a display of another form")
        if self.of_weight and self.head.kernel == "softmax":
            raise Refused(f"line {statement.line}: the weights of a softmax are no rational numbers")
        self.check_names(statement.get("value"), {name for token in judge.judged for name in self.names(token)})

    @property
    def check(self):
        return "weight" if self.of_weight else "identity"

    def members(self):
        return [None]

    # The names of the indices.

    def names(self, receiver):
        """Under each name the (variable, place) of its index; a name of two indices stands for neither."""
        if self.head.triangular:
            found = {name: (0, place) for place, name in enumerate(receiver.names)}
            for variable in self.head.rows:
                found.update({name: (variable, place) for place, name in enumerate(self.head.pair_names(variable))})
            return found
        found, twice = {}, set()
        for variable in self.head.rows:
            for place, name in enumerate(self.names_of(variable, receiver)):
                twice |= {name} & set(found)
                found[name] = (variable - 1, place)
        return {name: where for name, where in found.items() if name not in twice}

    def names_of(self, variable, receiver):
        """Those of the variable's row, else of its `over`, else those of the tokens that it runs over."""
        own = self.head.rows[variable][0].get("indices")
        over = self.head.overs.get(variable)
        if own or over is not None:
            return own or [over.get("name")]
        kind = receiver.kind if variable == 1 else self.head.kind_of(variable)
        return self.judge.layer.row_names(self.head.rows[variable][0], kind)

    def check_names(self, node, known):
        """Sizes, parameters, inputs, definitions and the tuple's indices."""
        for text, kind, line, _ in free_names(node):
            macro = self.head.scope.find(text)
            if text in known or text in self.setting.input_names or text in FUNCTIONS or (kind, text) == ("call", "ind"):
                continue
            if macro is None or text == "d" or kind == "member":
                raise Refused(f"line {line}: {text!r} is not known in a display that speaks of the input")
            if isinstance(macro, Macro):
                self.check_names(macro.body, known | set(macro.parameters))

    # An input.

    def holds(self, rank):
        """One tuple of another number breaks the line, also where it has no value for others."""
        values = self.setting.space.values(rank)
        cells, scope = self.judge.cells(values), Environment(values, self.head.scope)
        numbers = [pair for token in self.judge.judged for pair in self.numbers(token, cells, scope)]
        if any(shown not in (None, actual) for shown, actual in numbers):
            return False
        if any(shown is None for shown, _ in numbers):
            raise Refused(f"line {self.statement.line}: what is displayed has no value")
        return True

    def numbers(self, receiver, cells, scope):
        """(what is displayed, what it is) for every tuple that the head sums over at a token."""
        evaluator, names = self.judge.evaluator, self.names(receiver)
        entries = evaluator.entries(self.number, receiver, cells)
        if self.of_weight:
            actual = evaluator.weights(self.number, entries)
        else:
            actual = [evaluator.score(self.number, inside) for _, inside in entries]
        for (chosen, _), number in zip(entries, actual):
            tokens = [receiver, *chosen]
            indices = {name: tokens[which].index[place] for name, (which, place) in names.items()}
            try:
                yield Fraction(number_at(self.statement.get("value"), Environment(indices, scope))), number
            except NoValue:
                yield None, number


class Normalised:
    """Whether the weights of every head sum to 1 at every token of the kind that is judged."""

    def __init__(self, judge):
        self.judge = judge

    def holds(self, rank):
        return self.judge.normalised(self.judge.setting.space.values(rank))


class Separated:
    """Whether judged tokens that end in the same state have the same answers."""

    def __init__(self, judge):
        self.judge = judge

    def holds(self, rank):
        judge, answers = self.judge, {}
        values = judge.setting.space.values(rank)
        last = judge.states(values)[-1]
        for token in judge.judged:
            answer = [judge.truth(token, values, place) for place in range(len(judge.answers))]
            if answers.setdefault(last[token.number], answer) != answer:
                return False
        return True
