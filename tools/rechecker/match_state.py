"""The state of a token in a theorem of several layers: what its numbers are called, and what the names of a function of one
state stand for.

The first layer's encoding names the coordinates, numbers and blocks of numbers."""

from fractions import Fraction

from .errors import IllFormed, NoValue, Refused
from .evaluation import Environment, Index, Macro, Symbol, as_integer, as_number, evaluate, number_at
from .expressions import bound_names, free_names
from .layer import ALWAYS, Layer
from .setting import own_index
from .vectors import has_comma, is_vector, vector


class Block:
    """Several coordinates of a state, NAME(1), NAME(2), .."""

    def __init__(self, name, numbers):
        self.name, self.numbers = name, numbers

    def __call__(self, indices):
        if len(indices) != 1:
            raise Refused(f"{self.name} takes one index")
        if indices[0] not in range(1, len(self.numbers) + 1):
            raise IllFormed(f"there is no {self.name}({indices[0]})")
        return self.numbers[int(indices[0]) - 1]


def vectors_of(features):
    """The features that are vectors, NAME(1), NAME(2), .."""
    found = {}
    for name, number in features:
        if name.endswith(")"):
            found.setdefault(name.partition("(")[0], []).append(number)
    return {name: Block(name, numbers) for name, numbers in found.items()}


def zeros_in(node):
    """The lengths of the zeros that a vector holds."""
    if node[0] == "call" and node[1] == "zeros":
        yield node[2][0]
    elif node[0] == "tuple":
        yield from (part[2][0] for part in node[1] if part[0] == "call" and part[1] == "zeros")
    elif is_vector(node):
        for part in node[2:] if node[0] == "*" else node[1:]:
            yield from zeros_in(part)


def is_block(node):
    """`zeros(k)` and `(a, b)` are blocks of coordinates, everything else is one."""
    return any(True for _ in zeros_in(node)) or is_vector(node) and has_comma(node)


def length(node, scope):
    """How many numbers a vector has."""
    if node[0] == "tuple":
        return sum(length(part, scope) if part[0] == "call" else 1 for part in node[1])
    if node[0] == "call" and node[1] == "zeros":
        count = as_integer(number_at(node[2][0], scope), "a block of zeros")
        if count < 0:
            raise NoValue(f"a block of {count} zeros")
        return count
    return length(node[2] if node[0] == "*" else node[1], scope) if is_vector(node) else 1


class State:
    """What the numbers of a state are called: coordinates and blocks with their first places and lengths, and the features
    and indices that a coordinate is set to from the beginning."""

    def __init__(self, setting, statement):
        self.setting = setting
        self.encodings = {one.get("kind"): one for one in statement.below if one.word in ("encode", "embed")}
        if set(self.encodings) != set(setting.lines):
            raise Refused("every kind of tokens has one encoding")
        shapes = [[(name, count) for name, _, count in self.parts(one)] for one in self.encodings.values()]
        if any(shape != shapes[0] for shape in shapes):
            raise Refused("kinds of tokens with different coordinates")
        self.places, self.width = {}, 0
        for name, count in shapes[0]:
            if name is not None:
                if name in self.places:
                    raise Refused(f"{name!r} is a coordinate twice")
                self.places[name] = (self.width, count)
            self.width += 1 if count is None else count
        self.known = {}
        self.indices = [line.get("indices") for line in setting.lines.values()]
        self.stand_ins = self.find_stand_ins()
        self.check_encodings()

    def parts(self, one):
        """(name, expression, None or the length of the block) of every coordinate."""
        scope, whole = self.setting.scope, one.get("vector")
        try:
            if one.word == "embed":
                return [(name, node, length(node, scope) if is_block(node) else None)
                        for name, node in one.get("coordinates")]
            if whole[0] == "tuple":
                return [(None, node, length(node, scope) if is_block(node) else None) for node in whole[1]]
            return [(None, whole, length(whole, scope))]
        except NoValue as problem:
            raise Refused(f"line {one.line}: {problem}") from problem

    def check_encodings(self):
        """An encoding speaks of a token's index and features and of what is known around it."""
        for kind, one in self.encodings.items():
            line = self.setting.lines[kind]
            own = set(line.get("indices")) | {feature.get("vector") or feature["name"] for feature in line.get("features")}
            for _, node, _ in self.parts(one):
                for text, _, _, _ in free_names(node):
                    if text not in own and text not in ALWAYS and self.setting.scope.find(text) is None:
                        self.unknown(text, one.line)

    def find_stand_ins(self):
        """The place of the coordinate that a feature or an index stands for; None where there are several."""
        found = {}
        for kind, one in self.encodings.items():
            line, place = self.setting.lines[kind], 0
            own = set(line.get("indices")) | {feature["name"] for feature in line.get("features")}
            for _, node, count in self.parts(one):
                if count is None and node[0] == "name" and node[1] in own and node[1] not in self.places:
                    found.setdefault(node[1], set()).add(place)
                place += 1 if count is None else count
        return {name: places.pop() if len(places) == 1 else None for name, places in found.items()}

    def only(self, numbers):
        """The one object that stands for these numbers: equal states, queries and keys are one object, told by its id."""
        return self.known.setdefault(numbers, numbers)

    def encode(self, token, features):
        """The state of a token before the first layer."""
        values = {**dict(features), **own_index(token, token.names)}
        for name, number in features:
            values[("at", name)] = Layer.reader(token, number)
        values.update(vectors_of(features))
        scope = Environment(values, self.setting.scope)
        one, numbers = self.encodings[token.kind], []
        try:
            if one.word == "encode":
                numbers, _ = vector(one.get("vector"), scope)
            else:
                for _, node in one.get("coordinates"):
                    numbers += vector(node, scope)[0] if is_block(node) else [as_number(evaluate(node, scope))]
        except NoValue as problem:
            raise IllFormed(f"the encoding of token {token.position}: {problem}") from problem
        return self.only(tuple(map(Fraction, numbers)))

    # What a function's names stand for.

    def meanings(self, own):
        """By name: the place of a coordinate, (place, length) of a block, or None of an index that no coordinate is set to;
        `own` are the row's names of the token's indices, or none."""
        found = {name: place if count is None else (place, count) for name, (place, count) in self.places.items()}
        found.update(self.stand_ins)
        for names in [own, *self.indices]:
            found.update({name: None for name in names if name not in found})
        return found

    def values(self, numbers, own):
        """The values of these names at a state; `num_j` is read where j is the token's own index."""

        def read(place):
            def at(indices):
                if [getattr(index, "owner", None) for index in indices] != [("own", k) for k in range(len(indices))]:
                    raise IllFormed("an index that the row does not have")
                return numbers[place]

            return at

        found = {f"stream.{place}": number for place, number in enumerate(numbers, 1)}
        for name, meaning in self.meanings(own).items():
            if isinstance(meaning, tuple):
                found[name] = Block(name, numbers[meaning[0]:meaning[0] + meaning[1]])
            elif meaning is not None:
                found[name] = numbers[meaning]
                found[("at", name)] = read(meaning)
                if name in self.places:
                    found[f"stream.{name}"] = numbers[meaning]
        for names in [own] if own else self.indices:
            found.update({name: Index(found.get(name, 0), ("own", k)) for k, name in enumerate(names)})
        return found

    def place(self, label, scope):
        """The place of the coordinate that a label or the target of an arrival names."""
        name, index = label, None
        if isinstance(label, tuple):
            for text, _, line, _ in (free for part in label[2] for free in free_names(part)):
                if scope.find(text) is None and text not in ALWAYS:
                    self.unknown(text, line)
            try:
                name, index = label[1], number_at(label[2][0], scope)
            except NoValue as problem:
                raise IllFormed(f"where a value lands: {problem}") from problem
        if index is None and self.places.get(name, (0, None))[1] not in (None, 1):
            raise IllFormed(f"one number for the {self.places[name][1]} coordinates of {name!r}")
        if name not in self.places or (self.places[name][1] is None) != (index is None):
            raise Refused(f"{name!r} is no coordinate that a value lands at")
        first, count = self.places[name]
        if index is not None and index not in range(1, count + 1):
            raise IllFormed(f"there is no {name}({index})")
        return first if index is None else first + int(index) - 1

    # Names, before anything is run.

    def check_names(self, node, own, scope, line, seen=frozenset()):
        """A name is a coordinate, stands for one, or is known around the function."""
        meanings = self.meanings(own)
        for text, kind, _, _ in free_names(node):
            known = scope.find(text)
            if kind == "member":
                self.check_member(text, line)
            elif text in meanings:
                self.check_meaning(text, kind, meanings[text], line)
            elif isinstance(known, Macro):
                if text not in seen:
                    inner = Environment({name: Symbol(name) for name in known.parameters}, scope)
                    self.check_names(known.body, own, inner, line, seen | {text})
            elif known is None and not (kind == "call" and text in ALWAYS):
                feature, _, index = text.rpartition("_")
                if not isinstance(meanings.get(feature), int) or index not in (own or sum(self.indices, [])):
                    self.unknown(text, line)
        if not seen:
            self.check_blocks(node, scope, line)

    def unknown(self, text, line):
        names, (feature, _, index) = self.setting.known_names(), text.rpartition("_")
        if text in names or feature in names and index in names:
            raise IllFormed(f"line {line}: {text!r} has no meaning here: a function reads one token's state")
        raise Refused(f"line {line}: {text!r} is not known")

    def check_member(self, text, line):
        head, _, part = text.partition(".")
        named = part in self.places and self.places[part][1] is None
        if head != "stream" or not (named or part.isdigit() and 1 <= int(part) <= self.width):
            raise IllFormed(f"line {line}: {text!r} has no meaning here")

    def check_meaning(self, text, kind, meaning, line):
        if meaning is None and text in self.stand_ins:
            raise Refused(f"line {line}: several coordinates are set to {text!r}")
        if meaning is None:
            raise IllFormed(f"line {line}: {text!r} has no meaning here: no coordinate is set to it")
        if isinstance(meaning, tuple) and kind == "name":
            raise Refused(f"line {line}: {text!r} is several coordinates")
        if isinstance(meaning, int) and kind == "call":
            raise IllFormed(f"line {line}: {text!r} is no function")

    def check_blocks(self, node, scope, line):
        """An index of a block that hangs on nothing but sizes is one that the block has."""
        bound = bound_names(node)
        for call in calls_in(node):
            if self.places.get(call[1], (0, None))[1] is not None and len(call[2]) == 1 and \
                    all(isinstance(scope.find(text), Fraction) and text not in bound
                        for text, _, _, _ in free_names(call[2][0])):
                try:
                    self.place(call, scope)
                except IllFormed as problem:
                    raise IllFormed(f"line {line}: {problem}") from problem


def calls_in(node):
    if isinstance(node, tuple):
        if node and node[0] == "call":
            yield node
        for part in node:
            yield from calls_in(part)
