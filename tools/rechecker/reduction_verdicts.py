"""What this evaluator says of a reduction at given sizes: every source instance, mapped and answered, and what the checks ask beside.

What a cell of the image depends on is found by its definition: two instances that differ in one input (or letter) alone, with
different letters there."""

import itertools
from dataclasses import dataclass, field

from . import bounds, variants
from .errors import NoValue, Refused
from .evaluation import Environment, condition_at, evaluate
from .expressions import free_names
from .reductions import Reduction
from .verdicts import ORDER, said


def rest_of(symbols, unit):
    """An instance without a unit."""
    _, place, letter = unit
    own = symbols[place]
    changed = () if letter is None else own[:letter] + own[letter + 1:]
    return tuple(symbols[:place]) + (changed,) + tuple(symbols[place + 1:])


@dataclass
class ReductionVerdict:
    reduction: Reduction = None
    complete: bool = False
    checked: int = 0
    yes: int = 0
    failing: list = field(default_factory=list)  # ranks
    no_instance: list = field(default_factory=list)  # of those whose image is none
    first_of: dict = field(default_factory=dict)  # the first rank that refutes a check, by its name
    tokens: int = None
    counts: dict = field(default_factory=dict)  # of what depends on one unit alone, and of what is fixed
    checks: list = field(default_factory=list)  # (name, essential, verdict)
    ill_formed: str = None

    def headline(self):
        essential = [verdict for _, is_essential, verdict in self.checks if is_essential and verdict != "not-applicable"]
        return min(essential, key=ORDER.index) if essential else "not-applicable"


def conclude(statements, variant, given, most_inputs, most_cost):
    """Visits every instance where these are few enough. What has no value on some instance is no map or no question: refused."""
    try:
        return concluded(statements, variant, given, most_inputs, most_cost)
    except NoValue as problem:
        raise Refused(f"no value: {problem}") from problem


def concluded(statements, variant, given, most_inputs, most_cost):
    Reduction(variants.build(statements, "stated"), given).check_meanings()  # what a variant changes is read, too
    reduction = Reduction(variants.build(statements, variant), given)
    reduction.check_meanings()
    reduction.check_known()
    verdict = ReductionVerdict(reduction)
    if not reduction.is_judged:
        verdict.complete, verdict.checks = True, [("answers", True, "not-applicable")]
        return verdict
    count = reduction.setting.space.count
    verdict.complete = count <= most_inputs and count * (len(reduction.cells) + 1) <= most_cost
    if verdict.complete:
        Visit(verdict).every_instance()
    return verdict


class Visit:
    def __init__(self, verdict):
        self.verdict, self.reduction = verdict, verdict.reduction
        self.entries = [(one.get("essential"), entry) for one in self.reduction.setting.all("check")
                        for entry in one.get("entries")]
        self.asked_of_instances = [(essential, entry) for essential, entry in self.entries if self.kind(entry) == "instance"]
        of_tokens = any(entry["check"] == "one-half-a-token" or self.kind(entry) == "tokens" for _, entry in self.entries)
        of_letters = of_tokens and len(self.reduction.setting.space.inputs) == 1
        wanted = of_tokens or any(entry["check"] == "one-sided" for _, entry in self.entries)
        self.units = list(self.reduction.units(of_letters)) if wanted else []
        self.seen = [{} for _ in self.units]  # the image of the first instance with this rest
        self.depends = [set() for _ in self.units]  # cells

    def kind(self, entry):
        """What an assert speaks of: tokens, an instance, or sizes."""
        if entry["check"] == "free-values":
            return "free"
        if entry["check"] != "assert":
            return None
        names = self.names_in(entry["value"], set())
        if "depends" in names:
            return "tokens"
        own = set(self.reduction.setting.input_names) | set(self.reduction.map)
        return "instance" if own & names else "sizes"

    def names_in(self, node, seen):
        names = {text for text, _, _, _ in free_names(node)}
        for one in self.reduction.setting.all("let"):
            if one.get("name") in names and one.get("name") not in seen:
                names |= self.names_in(one.get("value"), seen | {one.get("name")})
        return names

    def every_instance(self):
        verdict, reduction = self.verdict, self.reduction
        for rank, values in reduction.instances():
            verdict.checked += 1
            letters, truth = reduction.image(values), reduction.answer(values)
            verdict.yes += truth
            self.note_units(rank, letters)
            if not reduction.is_instance(letters):
                verdict.no_instance.append(rank)
                verdict.failing.append(rank)
                continue
            if reduction.target_answer(letters) != truth:
                verdict.failing.append(rank)
                verdict.first_of.setdefault("answers", rank)
            both = Environment({**values, **reduction.image_values(letters)}, reduction.scope)
            for _, entry in self.asked_of_instances:
                if not condition_at(entry["value"], both):
                    verdict.first_of.setdefault(entry["name"], rank)
            for _, entry in self.entries:
                if entry["check"] == "free-values" and not self.same_whatever(entry["value"], letters, truth):
                    verdict.first_of.setdefault("free-values", rank)
        if verdict.no_instance:
            verdict.first_of["image"] = verdict.no_instance[0]
        self.conclude_checks()

    def note_units(self, rank, letters):
        symbols = [tuple(one) for one in self.reduction.setting.space.symbols(rank)] if self.units else []
        for unit, seen, depends in zip(self.units, self.seen, self.depends):
            before = seen.setdefault(rest_of(symbols, unit), letters)
            if before != letters:
                depends |= {place for place, (one, other) in enumerate(zip(before, letters)) if one != other}

    def same_whatever(self, node, letters, truth):
        cells = sorted(self.cells_named(node, self.reduction.scope))
        spreads = [self.reduction.cells[cell][0].space.values for cell in cells]
        for filling in itertools.product(*spreads):
            filled = list(letters)
            for cell, letter in zip(cells, filling):
                filled[cell] = letter
            if self.reduction.target_answer(tuple(filled)) != truth:
                return False
        return True

    def cells_named(self, node, scope):
        if node[0] == "quantifier" and node[1] == "each":
            return self.cells_of_each(node[2], node[4], scope)
        if node[0] == "tuple":
            return set().union(*(self.cells_named(part, scope) for part in node[1]))
        if node[0] not in ("name", "call"):
            raise Refused("free values that are no cells of the image")
        key = tuple(evaluate(part, scope) for part in node[2]) if node[0] == "call" else ()
        if (node[1], key) not in self.reduction.places:
            raise Refused("free values that are no cells of the image")
        return {self.reduction.places[(node[1], key)]}

    def cells_of_each(self, binders, body, scope):
        if not binders:
            return self.cells_named(body, scope)
        (name, spread), rest = binders[0], binders[1:]
        return set().union(*(self.cells_of_each(rest, body, Environment({name: value}, scope))
                             for value in evaluate(spread, scope)))

    # The checks.

    def conclude_checks(self):
        verdict = self.verdict
        nothing = verdict.checked == 0
        of_instances = "not-applicable" if nothing else None
        verdict.checks = [("image", True, of_instances or said("image" not in verdict.first_of)),
                          ("answers", True, of_instances or self.asked_of_images("answers"))]
        for essential, entry in self.entries:
            name, kind = entry.get("name", entry["check"]), self.kind(entry)
            if entry["check"] == "one-sided":
                verdict.checks.append((name, essential, self.alone(name, self.of_cells(), len(self.reduction.cells))))
            elif entry["check"] == "one-half-a-token":
                verdict.tokens = len(self.reduction.setting.tokens)
                verdict.checks.append((name, essential, self.alone(name, self.of_tokens(), verdict.tokens)))
            elif kind in ("instance", "free"):
                verdict.checks.append((name, essential, of_instances or self.asked_of_images(name)))
            elif kind == "tokens":
                verdict.checks.append((name, essential, said(self.holds_of_tokens(entry["value"]))))
            elif kind == "sizes":
                holds = bounds.holds(entry["value"], self.reduction.scope)
                verdict.checks.append((name, essential and not (nothing and holds), said(holds)))
            elif entry["check"] != "answers":
                raise Refused(f"the check '{name}' of a reduction")

    def asked_of_images(self, name):
        if name in self.verdict.first_of:
            return "refuted"
        return "undecided" if self.verdict.no_instance else "holds"

    def of_cells(self):
        """Of each input of the source, the cells of the image that depend on it."""
        found = {one.name: set() for one in self.reduction.setting.space.inputs}
        for (name, _, _), depends in zip(self.units, self.depends):
            found[name] |= depends
        return list(found.values())

    def of_tokens(self):
        """Of each unit, the tokens that depend on it."""
        carried = self.reduction.carried()
        return [{index for index, cells in carried.items() if cells & depends} for depends in self.depends]

    def alone(self, name, found, everything):
        """Whether no two of these sets meet; how many depend on one alone."""
        together = set().union(*found)
        single = [{one for one in own if sum(one in other for other in found) == 1} for own in found]
        by_letters = name == "one-half-a-token" and len(self.reduction.setting.space.inputs) == 1
        alone = [sum(map(len, single))] if by_letters else [len(own) for own in single]
        self.verdict.counts[name] = [*alone, everything - len(together)]
        return said(sum(map(len, single)) == len(together))

    def holds_of_tokens(self, node):
        on = {}
        for (name, _, _), tokens in zip(self.units, self.of_tokens()):
            on[name] = on.get(name, set()) | tokens
        known = set(self.reduction.carried())

        def depends(arguments):
            name, index = arguments[0], tuple(arguments[1:])
            if index not in known:
                raise Refused(f"no token {index}")
            return index in on[name]

        names = {one.name: one.name for one in self.reduction.setting.space.inputs}
        return condition_at(node, Environment({"depends": depends, **names}, self.reduction.scope))
