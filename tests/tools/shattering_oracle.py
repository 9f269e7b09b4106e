"""What a certificate of a shattered set claims, by the definition: every partition, its columns as strings, all sets of rows. Expressions by
tools/rechecker. None of what it does not know."""

import functools
import itertools
import json
import math
from fractions import Fraction

from certificate_oracle import Unknown, parsed
from rechecker.errors import IllFormed, NoValue, Refused
from rechecker.evaluation import Environment, Table, evaluate

MOST_WORDS = 5000


class Function:
    def __init__(self, record):
        self.constants = {name: Fraction(value) for name, value in record["constants"]}
        self.fields = []
        self.letters = []
        for field in record["inputs"]:
            if field["shape"] != "any":
                raise Unknown("a shape")
            keys = list(itertools.product(*[[Fraction(x) for x in domain] for domain in field["domains"]]))
            self.fields.append((field, keys))
            self.letters += [field["values"]] * len(keys)
        self.table = record["function"].get("table")
        self.tree = None if self.table else parsed(record["function"]["expression"])

    def words(self):
        if math.prod(map(len, self.letters)) > MOST_WORDS:
            raise Unknown("many words")
        return itertools.product(*self.letters)

    def at(self, word):
        names, begin = dict(self.constants), 0
        for field, keys in self.fields:
            own = [Fraction(x) for x in word[begin:begin + len(keys)]]
            begin += len(keys)
            names[field["name"]] = (Table(field["name"], dict(zip(keys, own, strict=True)), field["domains"], set(field["values"]) <= {0, 1})
                                    if field["domains"] else own[0])
        return evaluate(self.tree, Environment(names)) in (True, 1)

    @functools.cached_property
    def values(self):
        words = list(self.words())
        if self.table:
            if len(self.table) != len(words):
                raise Unknown("a table of another length")
            return {word: value == "1" for word, value in zip(words, self.table)}
        return {word: self.at(word) for word in words}

    def shatters(self, on, size):
        """Whether some rows of this number on these positions are shattered."""
        def picked(word, inside):
            return tuple(letter for i, letter in enumerate(word) if (i in on) == inside)

        rows = {}
        for word, value in self.values.items():
            rows.setdefault(picked(word, True), {})[picked(word, False)] = value
        order = sorted(next(iter(rows.values())))
        rows = sorted({tuple(row[column] for column in order) for row in rows.values()})
        columns = set(zip(*rows))
        rows = [r for r in zip(*columns) if len(set(r)) == 2]
        return any(len(set(zip(*chosen))) == 2 ** size if size else True for chosen in itertools.combinations(rows, size))


@functools.lru_cache(maxsize=None)
def dimension_is(record_text, size, split):
    """Whether some of the partitions that the record speaks of has that many rows shattered."""
    function = Function(json.loads(record_text))
    positions = range(len(function.letters))
    sets = [split] if split is not None else [set(s) for k in range(len(positions) + 1) for s in itertools.combinations(positions, k)]
    return any(function.shatters(frozenset(on), size) for on in sets)


def is_true(text):
    """Whether what the certificate says is so; None where the oracle does not know."""
    try:
        record, *hints, end = [json.loads(line) for line in text.splitlines()]
        if end != {"end": 1 + len(hints)}:
            return False
        function = json.dumps({key: record[key] for key in ("constants", "inputs", "function")})
        split = None if record["split"] is None else frozenset(i - 1 for i in record["split"])
        least, most = record["at_least"], record["at_most"]
        if math.prod(len(f["values"]) ** math.prod(map(len, f["domains"])) for f in record["inputs"]) > MOST_WORDS:
            return shown(Function(record), hints, least) if most is None else None
        return dimension_is(function, least, split) and (most is None or not dimension_is(function, most + 1, split))
    except (Unknown, Refused, NoValue, IllFormed, KeyError, IndexError, ValueError, TypeError, ArithmeticError):
        return None


def shown(function, hints, least):
    """Where there are too many words for all partitions: whether the set itself, in its columns, shows the lower bound."""
    head, *columns = hints
    on = [i - 1 for i in head["split"]]
    others = [i for i in range(len(function.letters)) if i not in on]
    if len(head["rows"]) != least or len(columns) != 2 ** least:
        return False
    patterns = set()
    for column in columns:
        pattern = []
        for row in head["rows"]:
            word = dict(zip(on, row, strict=True)) | dict(zip(others, column["column"], strict=True))
            if any(word[i] not in letters for i, letters in enumerate(function.letters)):
                return False
            pattern.append(function.at([word[i] for i in range(len(word))]))
        patterns.add(tuple(pattern))
    return len(patterns) == 2 ** least
