"""A reduction at given sizes (docs/theorem-files.md, "Reductions"): its source instances, the image of each, both answers, and what
the target's tokens carry."""

import itertools
import math
from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import FUNCTIONS, Environment, Table, as_number, condition_at, evaluate
from .expressions import bound_names, free_names
from .inputs import Input, nested, whole
from .setting import Setting

MARKER = Fraction(10**12) + Fraction(1, 3)  # no number that a text means


def states_a_reduction(statements):
    return any(one.word == "reduction" for one in statements)


class Reduction:
    def __init__(self, statements, given):
        self.setting = Setting(statements, given)
        self.scope = self.setting.scope
        self.question = self.setting.one("reduction", required=True).get("value")
        self.asked = self.setting.one("becomes", required=True).get("value")
        self.parts = [Input(name, kind, self.scope) for name, kind in self.setting.one("image", required=True).get("parts")]
        self.map = {name: (indices, value)
                    for name, indices, value in self.setting.one("map", required=True).get("assignments")}
        if set(self.map) != {part.name for part in self.parts}:
            raise Refused("the map states each part of the image once")
        # Of every cell of the image: its part and its arguments.
        self.cells = [(part, key) for part in self.parts for key in itertools.product(*part.domains)]
        self.places = {(part.name, key): place for place, (part, key) in enumerate(self.cells)}
        conditions = self.setting.conditions
        try:
            self.is_judged = all(condition_at(one, self.scope) for one in conditions)
        except NoValue as problem:
            raise Refused(f"'judged if' has no value: {problem}") from problem

    def spoken(self):
        """(expression, names that it may speak of beside those of the whole file, its own indices)"""
        source, image = set(self.setting.input_names), set(self.map)
        yield self.question, source, ()
        yield self.asked, image, ()
        for indices, value in self.map.values():
            yield value, source, indices
        for one in self.setting.all("check"):
            for entry in one.get("entries"):
                if entry["check"] in ("assert", "free-values"):
                    yield entry["value"], source | image | {"depends", "sqrt", "log", "exp"}, ()

    def check_meanings(self):
        """One name has one meaning in the whole file."""
        of_the_file = {name for name in self.scope.values if isinstance(name, str)} | set(FUNCTIONS)
        of_the_file |= set(self.setting.input_names) | set(self.map)
        for node, _, indices in self.spoken():
            own = bound_names(node)
            if (own | set(indices)) & of_the_file or own & set(indices):
                raise Refused("an index is called as something of the file")

    def check_known(self):
        """Each question speaks of its own side, the map of the source alone."""
        everywhere = {name for name in self.scope.values if isinstance(name, str)} | set(FUNCTIONS) | {"ind"}
        for node, own, indices in self.spoken():
            for name, _, line, _ in free_names(node):
                if name not in everywhere | own | set(indices):
                    raise Refused(f"line {line}: '{name}' is not known here")

    def instances(self):
        """(rank, values of the inputs) of every word that `where` leaves."""
        for rank in range(self.setting.space.count):
            values = self.setting.space.values(rank)
            if not self.setting.promises or self.setting.is_input(rank):
                yield rank, values

    def image(self, values):
        """The letters of all cells."""
        scope, letters = Environment(values, self.scope), []
        for part, key in self.cells:
            indices, value = self.map[part.name]
            if len(indices) != len(key):
                raise Refused(f"{part.name} takes {len(key)} arguments")
            letter = evaluate(value, Environment(dict(zip(indices, key)), scope))
            letters.append(Fraction(letter) if isinstance(letter, bool) else as_number(letter))
        return tuple(letters)

    def is_instance(self, letters):
        """Whether the target has such an instance."""
        for part, own in self.by_part(letters):
            if not set(own) <= set(part.space.values):
                return False
            if part.kind in ("permutation", "injective function", "permutation function") and len(set(own)) < len(own):
                return False
        return True

    def by_part(self, letters):
        place = 0
        for part in self.parts:
            count = math.prod(len(domain) for domain in part.domains)
            yield part, letters[place:place + count]
            place += count

    def image_values(self, letters):
        return {part.name: part.value(own) for part, own in self.by_part(letters)}

    def spelled_image(self, letters):
        return {part.name: whole(own[0]) if not part.domains else nested([len(one) for one in part.domains], iter(own))
                for part, own in self.by_part(letters)}

    def answer(self, values):
        return condition_at(self.question, Environment(values, self.scope))

    def target_answer(self, letters):
        return condition_at(self.asked, Environment(self.image_values(letters), self.scope))

    # What tokens carry.

    def carried(self):
        """Of every token, by its index, the cells of the image that it carries: found by images of numbers that occur nowhere else."""
        marks = [[MARKER * (place + 1) + shift for place in range(len(self.cells))] for shift in (0, Fraction(1, 7))]
        seen = []
        for letters in marks:
            values = {}
            for part, own in self.by_part(letters):
                keys = itertools.product(*part.domains)
                values[part.name] = Table(part.name, dict(zip(keys, own)), part.domains, False) if part.domains else own[0]
            try:
                seen.append(self.setting.features(values))
            except IllFormed as problem:
                raise Refused(str(problem)) from problem
        result = {}
        for token, first, second in zip(self.setting.tokens, *seen):
            cells = set()
            for (_, one), (_, other) in zip(first, second):
                if one in marks[0] and marks[1].index(other) == marks[0].index(one):
                    cells.add(marks[0].index(one))
                elif one != other:
                    raise Refused("a token carries what is no cell of the image")
            result[token.index] = cells
        return result

    # Units of the source: its inputs, or their letters.

    def units(self, letters):
        """(name, its part of an instance, the rest) as functions of the symbols."""
        shapes = [len(symbols) for symbols in self.setting.space.symbols(0)]
        for place, one in enumerate(self.setting.space.inputs):
            for letter in range(shapes[place]) if letters else (None,):
                yield (one.name, place, letter)
