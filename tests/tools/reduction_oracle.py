"""What a certificate of a reduction claims, by the definition: every word of the source, its image cell by cell, both answers. Expressions by
tools/rechecker. None of what it does not know."""

import itertools
import json
import math
from fractions import Fraction

from certificate_oracle import Unknown, parsed
from rechecker.errors import IllFormed, NoValue, Refused
from rechecker.evaluation import Environment, Table, evaluate

MOST_WORDS = 20000


class Reduction:
    def __init__(self, record):
        self.constants = {name: Fraction(value) for name, value in record["constants"]}
        stated = record["reduction"]
        fields = [(field, list(itertools.product(*[[Fraction(x) for x in domain] for domain in field["domains"]]))) for field in record["inputs"]]
        self.source, self.target = fields[:stated["source"]], fields[stated["source"]:]
        self.where = [parsed(text) for text in stated["where"]]
        self.question, self.asked = parsed(stated["question"]), parsed(stated["asked"])
        self.map = [(arguments, parsed(value)) for arguments, value in stated["map"]]
        if len(self.map) != len(self.target) or any(field["shape"] == "subset" for field, _ in fields):
            raise Unknown("a map or a shape")

    def words(self):
        """Of the source, one list of values a field."""
        if math.prod(len(field["values"]) ** len(keys) for field, keys in self.source) > MOST_WORDS:
            raise Unknown("many words")
        for word in itertools.product(*[itertools.product(field["values"], repeat=len(keys)) for field, keys in self.source]):
            if self.are_words(self.source, word):
                yield word

    @staticmethod
    def are_words(fields, word):
        return all(set(own) <= set(field["values"]) and (field["shape"] == "any" or len(set(own)) == len(own))
                   for (field, _), own in zip(fields, word, strict=True))

    def names(self, fields, word):
        names = dict(self.constants)
        for (field, keys), own in zip(fields, word, strict=True):
            own = [Fraction(x) for x in own]
            names[field["name"]] = (Table(field["name"], dict(zip(keys, own, strict=True)), field["domains"], set(field["values"]) <= {0, 1})
                                    if field["domains"] else own[0])
        return names

    def is_instance(self, word):
        return all(evaluate(tree, Environment(self.names(self.source, word))) for tree in self.where)

    def answers(self, word):
        """That of the source, and that of the image, None where it is no instance."""
        names = self.names(self.source, word)
        image = [[evaluate(value, Environment(names | dict(zip(arguments, key, strict=True)))) for key in keys]
                 for (arguments, value), (_, keys) in zip(self.map, self.target, strict=True)]
        own = evaluate(self.question, Environment(names)) in (True, 1)
        if not self.are_words(self.target, image):
            return own, None
        return own, evaluate(self.asked, Environment(self.names(self.target, image))) in (True, 1)


def is_true(text):
    """Whether what the certificate says is so; None where the oracle does not know."""
    try:
        record, hint, end = [json.loads(line) for line in text.splitlines()]
        reduction = Reduction(record)
        if end != {"end": 2}:
            return False
        if record["claim"] == "reduction refuted":
            cells, word = list(hint["instance"]), []
            for _, keys in reduction.source:
                word.append(cells[:len(keys)])
                cells = cells[len(keys):]
            if cells or not reduction.are_words(reduction.source, word) or not reduction.is_instance(word):
                return False
            own, image = reduction.answers(word)
            return own is not image
        answers = [reduction.answers(word) for word in reduction.words() if reduction.is_instance(word)]
        said = (int(hint["instances"]), int(hint["yes"]))
        return bool(answers) and all(own is image for own, image in answers) and said == (len(answers), sum(own for own, _ in answers))
    except (Unknown, Refused, NoValue, IllFormed, KeyError, IndexError, ValueError, TypeError, ArithmeticError):
        return None
