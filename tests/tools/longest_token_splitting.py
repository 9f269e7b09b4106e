"""Token splitting (token_splitting.py) beside attest's cover and enumeration, for relation composition with m <= 5."""

import decimal
import itertools
import pathlib
import unittest
from fractions import Fraction

import numpy

from cli import CommandTest, changed
from token_splitting import OPEN, SYMBOLS, TokenSplitting, failing_ranks, split_all

THEOREM = pathlib.Path(__file__).resolve().parents[2] / "constructions" / "strassen" / "relation_composition.theorem"
# At the scale 1/(weaker sqrt(d)) all inputs are right for m = 2 to weaker = 27, for m = 3 to 25.
WEAKER = {1: (1, 50), 2: (1, 27, 28, 32, 64, 128), 3: (1, 25, 26, 192)}
# Boxes of all judged tokens together at the theorem's scale; docs/certification.md says these numbers.
BOXES = {1: 5, 2: 152, 3: 2837, 4: 46336, 5: 765177}
# The verdict is there at once; the search for narrow margins after it may end.
SOON = ("--margin", "1000000", "--budget", "30")


class SymbolForgotten(TokenSplitting):
    def children(self, box, token):
        return itertools.islice(super().children(box, token), 3)


class OpenTokensTakenAsZero(TokenSplitting):
    def can_carry(self, box):
        return super().can_carry(numpy.where(box == OPEN, 0, box))


class NotYetKnownTakenAsNo(TokenSplitting):
    def truth(self, box):
        truth, token = super().truth(box)
        return bool(truth), token


class OnePieceTakenForAll(TokenSplitting):
    def positive(self, least):
        return least.max() > 0


class HeavyTuplesLeftOut(TokenSplitting):
    def __init__(self, *words):
        super().__init__(*words)
        self.reach = 1


class MarginsThatNothingMeets(TokenSplitting):
    """No error: all inputs are evaluated one by one."""

    def __init__(self, *words):
        super().__init__(*words)
        self.safe = 2


PLANTED = (SymbolForgotten, OpenTokensTakenAsZero, NotYetKnownTakenAsNo, OnePieceTakenForAll, HeavyTuplesLeftOut)


def symbols_of(m, rank):
    """Of each token its symbol, of the input of this rank."""
    bits = [int(digit) for digit in f"{rank:0{2 * m * m}b}"]
    return numpy.array([SYMBOLS.index(pair) for pair in zip(bits[:m * m], bits[m * m:])])


def rank_of(box):
    """The rank of the input that a box without open tokens is."""
    return int("".join(str(SYMBOLS[s][part]) for part in (0, 1) for s in box), 2)


def is_wrong(m, rank, weaker):
    """Whether some judged token's output, with 60 digits, has the wrong sign."""
    box = symbols_of(m, rank)
    splittings = (TokenSplitting(m, i, j, weaker) for i, j in itertools.product(range(1, m + 1), repeat=2))
    return any(s.truth(box)[0] != (s.output(box) > decimal.Decimal(0)) for s in splittings)


class LongestTokenSplitting(CommandTest):
    def verify(self, m, weaker, *words):
        text = THEOREM.read_text(encoding="utf-8")
        self.write("weaker.theorem", changed(text, ("scale 1/sqrt(d)  @eq15", f"scale 1/({weaker}*sqrt(d))")))
        return self.attest("verify", "weaker.theorem", f"m={m}", "--variant", "repaired", *words, "--format", "json", "--quiet",
                           timeout=300).json()

    def test_scores_are_those_that_the_paper_displays(self):
        for m in (1, 2, 3, 4):
            for i, j in itertools.product(range(1, m + 1), repeat=2):
                found = iter(TokenSplitting(m, i, j).scores.reshape(-1))
                for c, d, k, l in itertools.product(range(1, m + 1), repeat=4):
                    for a, b in SYMBOLS:
                        last = Fraction(c * m**3 + d * m**2 + k * m + l, m**5)
                        self.assertEqual(m**5 * m**8 * (-(i - c)**2 - (d - k)**2 - (l - j)**2 + a + b + last), int(next(found)))

    def test_token_splitting_finds_the_failing_inputs_of_an_enumeration_and_the_cover_says_the_same(self):
        verdicts = set()
        for m, scales in WEAKER.items():
            for weaker in scales:
                with self.subTest(m=m, weaker=weaker):
                    splittings = split_all(m, weaker)
                    self.assertEqual({s.inputs for s in splittings}, {4 ** (m * m)})
                    failing = failing_ranks(m, splittings)
                    listed = self.verify(m, weaker, "--by", "enumeration", "--failing", "256")
                    self.assertEqual(int(listed["inputs"]["failing"]), len(failing))
                    self.assertEqual([int(one["rank"]) for one in listed["failing"]], failing[:256])
                    covered = self.verify(m, weaker, "--by", "cover", *SOON)
                    self.assertEqual(covered["verdict"], "refuted" if failing else "holds")
                    self.assertEqual(covered["verdict"], listed["verdict"])
                    if failing:
                        self.assertIn(int(covered["counterexample"]["rank"]), failing)
                    verdicts.add((m, covered["verdict"]))
        self.assertEqual(verdicts, {(1, "holds"), (2, "holds"), (2, "refuted"), (3, "holds"), (3, "refuted")})

    def test_boxes_say_what_the_layer_says_on_every_input(self):
        for weaker in (1, 28, 32, 64):
            wrong = [rank for rank in range(256) if is_wrong(2, rank, weaker)]
            self.assertEqual(failing_ranks(2, split_all(2, weaker)), wrong)
            one_by_one = split_all(2, weaker, MarginsThatNothingMeets)
            self.assertEqual({(s.inputs, s.evaluated) for s in one_by_one}, {(256, 256)})
            self.assertEqual(failing_ranks(2, one_by_one), wrong)

    def test_the_comparison_notices_planted_errors(self):
        listed = {weaker: self.verify(2, weaker, "--by", "enumeration", "--failing", "256") for weaker in WEAKER[2]}
        for kind in PLANTED:
            noticed = []
            for weaker, document in listed.items():
                failing = failing_ranks(2, split_all(2, weaker, kind))
                if failing != [int(one["rank"]) for one in document["failing"]]:
                    noticed.append(weaker)
            with self.subTest(kind=kind.__name__):
                self.assertTrue(noticed)

    def test_at_sizes_that_nobody_enumerates_every_box_is_right_as_the_cover_says(self):
        for m, boxes in BOXES.items():
            with self.subTest(m=m):
                splittings = split_all(m)
                self.assertEqual({s.inputs for s in splittings}, {4 ** (m * m)})
                self.assertFalse(any(s.wrong for s in splittings))
                self.assertEqual(sum(s.boxes for s in splittings), boxes)
                covered = self.verify(m, 1, "--by", "cover", *SOON)
                self.assertEqual((covered["verdict"], covered["evidence"]), ("holds", "cover"))

    def test_at_a_weakened_scale_each_finds_a_wrong_input_of_2_to_the_32(self):
        covered = self.verify(4, 64, "--by", "cover", *SOON)
        self.assertEqual(covered["verdict"], "refuted")
        self.assertTrue(is_wrong(4, int(covered["counterexample"]["rank"]), 64))
        box = next(s.wrong[0] for i, j in itertools.product(range(1, 5), repeat=2)
                   if (s := TokenSplitting(4, i, j, 64).split(one_is_enough=True)).wrong)
        rank = rank_of(numpy.where(box == OPEN, 0, box))
        self.assertTrue(is_wrong(4, rank, 64))
        run = self.attest("run", "weaker.theorem", "m=4", "--variant", "repaired", "--input", f"rank:{rank}", "--format", "json")
        self.assertEqual(run.json()["verdict"], "refuted")


if __name__ == "__main__":
    unittest.main()
