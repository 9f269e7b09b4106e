"""Values of receiver and sender in the second evaluator: what they are, what they may say, and that attest agrees."""

import pathlib
import sys
import unittest
from fractions import Fraction

from cli import CommandTest, program, changed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from rechecker import errors, recheck, statements, verdicts  # noqa: E402

# The mean of (a(j) - a(i))^2 + (j - i) over all j, which is no value of j alone.
DIFFERENCES = """attest-theorem 1
theorem own "Differences from every sender"
sizes   n >= 1    limit verify n <= 4
input   a : [n] -> 0..2
tokens  i in [n] carry num = a(i)
task    at every i, number: floor((sum j in [n]: (a(j) - a(i))^2 + (j - i))/n)
layer   residual
  embed   pos = i, num = num, one = 1, out = 0
  head softmax
    query = (one)
    key = (one)
    value (i), (j) = (out: (num_j - num_i)^2 + (j - i))
readout out
check   output, error < 1/2
"""
# The same mean and another one, in a block: a tuple inside of the value.
RELATIVE = """attest-theorem 1
theorem relative "Relations with every sender"
sizes   n >= 1    limit verify n <= 4
input   w : [n] -> 0..2
tokens  i in [n] carry num = w(i)
task    at every i, vector 2 within 1/1000: ((sum j in [n]: (w(j) - w(i))^2 + (j - i))/n,
            (sum j in [n]: if j < i then 1 else 0)/n)
layer
  embed   pos = i, num = num, one = 1, out = zeros(2)
  head softmax
    query = (one)
    key = (one)
    value (i), (j) = (out: ((num_j - num_i)^2 + (j - i), if j < i then 1 else 0))
readout out
check   output, error <= 0
"""
# Tokens of two indices; every token sees those before it in its row.
EDGES = """attest-theorem 1
theorem own "Edges that are like one's own"
sizes   n >= 1    limit verify n <= 3
input   A : [n] x [n] -> {0, 1}
tokens  (i,j) in [n] x [n] carry edge = A(i,j)
task    at every (i,j), sign: exists c in [n], d in [n]: A(c,d) != A(i,j)
layer
  embed   one = 1, out = 0
  head softmax
    query = (one)
    key = (one)
    value (i,j), (c,d) = (out: (edge(c,d) - edge(i,j))^2)
readout out
check   output
"""
# Items differ from what is asked for; two kinds of tokens that carry numbers of different names.
KINDS = """attest-theorem 1
theorem own "How far an item is from the one that is asked for"
sizes   n >= 1    limit verify n <= 4
input   x : [2], y : [n] -> [2]
tokens  ASK q in [1] carry wish = x
tokens  ITEM i in [n] carry num = y(i)
task    ASK at 1, number: if exists i in [n]: y(i) = x then 0 else 1
layer
  embed   ASK is = each c in [2]: ind(wish = c), out = 0
  embed   ITEM is = each c in [2]: ind(num = c), out = 0
  head hard-maximum, leftmost
    over i in ITEM
    query = each c in [2]: is(c)
    key (i) = each c in [2]: is(c)
    value (q), (i) = (out: abs(wish_q - num_i))
readout out
check   output
"""


def concluded(text, **given):
    return verdicts.conclude(statements.read(text)[0], "stated", given, 1000, 100_000, {})


def outputs(text, rank, **given):
    return [output.value() for output in concluded(text, **given).judge.outputs(rank)]


class ByHand(CommandTest):
    def test_the_mean_of_the_values_of_every_pair(self):
        # a = (0, 2), rank 2: token 1 takes (0 + (4 + 1))/2, token 2 ((4 - 1) + 0)/2.
        self.assertEqual(outputs(DIFFERENCES, 2, n="2"), [(Fraction(5, 2),) * 2, (Fraction(3, 2),) * 2])
        self.assertEqual(outputs(changed(DIFFERENCES, ("num_i)^2 + (j - i)", "num_i)^2 + 3*(i - j)")), 2, n="2"),
                         [(Fraction(1, 2),) * 2, (Fraction(7, 2),) * 2])

    def test_receiver_and_sender_are_not_taken_for_each_other(self):
        found = concluded(RELATIVE, n="2")
        self.assertEqual((found.headline(), found.failing, found.error), ("holds", [], (0, 0)))
        found = concluded(changed(RELATIVE, ("(j - i), if", "(i - j), if")), n="2")
        self.assertEqual((found.headline(), len(found.failing), found.error), ("refuted", 9, (1, 1)))

    def test_tokens_of_two_indices_and_of_two_kinds(self):
        self.assertEqual(concluded(EDGES, n="2").headline(), "holds")
        self.assertEqual(outputs(EDGES, 1, n="2"), [(Fraction(1, 4),) * 2] * 3 + [(Fraction(3, 4),) * 2])  # A(2,2) = 1
        self.assertEqual(concluded(KINDS, n="3").headline(), "holds")
        self.assertEqual(len(concluded(changed(KINDS, ("abs(wish_q - num_i)", "wish_q - num_i")), n="2").failing), 1)


class WhatMayStand(CommandTest):
    VALUE = "(num_j - num_i)^2 + (j - i)"

    def test_a_name_that_says_not_whose_it_is_is_ill_formed(self):
        for value, said in (("num - num_i", "whose 'num'"), ("pos", "'pos' has no meaning"), ("num_1", "'num_1' has no meaning"),
                            ("stream.1", "whose 'stream.1'"), ("a(i)", "'a' has no meaning"), ("d", "'d' has no meaning"),
                            ("num(j + 0)", "an index that the value does not have"), ("pos_i", "'pos_i' has no meaning")):
            with self.subTest(value):
                found = concluded(changed(DIFFERENCES, (self.VALUE, value)), n="2")
                self.assertRegex(found.ill_formed or "", said)

    def test_of_a_feature_that_is_a_vector_no_number_says_whose_it_is(self):
        text = changed(DIFFERENCES, ("num = a(i)", "num = a(i), is = each c in [3]: ind(a(i) = c)"), (self.VALUE, "is(1)"))
        self.assertRegex(concluded(text, n="1").ill_formed, "whose 'is'")

    def test_definitions_of_the_head_speak_of_both_tokens(self):
        text = changed(DIFFERENCES, ("    query", "    let far(v, w) = (num_v - num_w)^2\n    query"),
                       (self.VALUE, "far(j, i) + (j - i)"))
        self.assertEqual(outputs(text, 2, n="2"), outputs(DIFFERENCES, 2, n="2"))
        text = changed(text, ("(num_v - num_w)^2", "(num - num_w)^2"))
        self.assertRegex(concluded(text, n="2").ill_formed, "whose 'num'")

    def test_it_has_numbers_for_every_two_tokens_also_those_that_a_mask_leaves_out(self):
        text = changed(DIFFERENCES, (self.VALUE, "1/(i - j + 1)"), ("    query", "    over j where j <= i\n    query"))
        self.assertRegex(concluded(text, n="2").ill_formed, "division by zero")
        self.assertEqual(concluded(text, n="1").ill_formed, None)

    def test_a_token_has_one_content_at_a_time(self):
        text = changed(DIFFERENCES, (self.VALUE, "1/(num_i + num_j - 3)"))  # 1 + 2 of two tokens; never of one
        self.assertEqual(concluded(text, n="1").ill_formed, None)
        self.assertRegex(concluded(text, n="2").ill_formed, "division by zero")

    def test_heads_that_look_at_several_tokens_and_later_layers_are_refused(self):
        three = "    row 2 = (one)\n    row 3 = (one)"
        for rows in (three, three + "\n    value 3 (k) = (one)"):
            with self.assertRaisesRegex(errors.Refused, "looks at several tokens"):
                concluded(changed(DIFFERENCES, ("head softmax", "head third-order"), ("    key = (one)", rows)), n="2")
        again = "layer   residual\n  head softmax\n    query = (one)\n    key = (one)\n    value (i), (j) = (out: num_j)\n"
        with self.assertRaisesRegex(errors.Refused, "behind the first layer"):
            concluded(changed(DIFFERENCES, ("readout", again + "readout")), n="2")
        with self.assertRaisesRegex(errors.Refused, "one index of two tokens"):
            concluded(changed(DIFFERENCES, ("(i), (j)", "(j), (j)")), n="2")
        for old, new in (("value (i), (j)", "value 2 (i), (j)"), ("value (i), (j)", "value (i), j"),
                         ("value (i), (j)", "value (i), (j), (k)"), ("query", "query (i), (j)")):
            with self.subTest(new), self.assertRaisesRegex(errors.Refused, "expected"):
                concluded(changed(DIFFERENCES, (old, new)), n="2")

    def test_a_readout_has_as_many_numbers_as_the_answer(self):
        self.assertRegex(concluded(changed(RELATIVE, ("readout out", "readout pos")), n="2").ill_formed, "another dimension")

    def test_a_variant_changes_such_a_value_and_need_not_name_the_tokens_again(self):
        text = DIFFERENCES + "variant stated\nvariant other\n  change value = (out: j - i)\nvariant sender\n" \
            "  change value (j) = (out: num)\n"
        read = statements.read(text)[0]
        for variant, numbers in (("other", [Fraction(1, 2), Fraction(-1, 2)]), ("sender", [1, 1])):
            judge = verdicts.conclude(read, variant, {"n": "2"}, 1000, 10**5, {}).judge
            self.assertEqual([output.value()[0] for output in judge.outputs(2)], numbers)


class Agreement(CommandTest):
    def both(self, text, **given):
        file = self.directory / self.write("own.theorem", text)
        outcome = recheck.one(file, "stated", given, 1, ranks=1)
        return outcome.kind, outcome.verdict, outcome.lines or outcome.message

    def test_attest_agrees(self):
        wrong = (RELATIVE, ("(j - i), if", "(i - j), if"))
        for text, n, verdict in ((DIFFERENCES, "2", "refuted"), (DIFFERENCES, "1", "holds"), (RELATIVE, "2", "holds"),
                                 (changed(*wrong), "2", "refuted"), (EDGES, "2", "holds"), (KINDS, "2", "holds"),
                                 (changed(RELATIVE, ("num_j - num_i", "num - num_i")), "2", "ill-formed"),
                                 (changed(RELATIVE, ("readout out", "readout pos")), "2", "ill-formed")):
            with self.subTest(text=text, n=n):
                self.assertEqual(self.both(text, n=n), ("agrees", verdict, ""))

    def test_an_evaluator_that_takes_the_sender_for_the_receiver_disagrees(self):
        for text in (RELATIVE, DIFFERENCES):
            kind, _, lines = self.both_with_a_planted_error(text)
            self.assertEqual(kind, "disagrees", lines)

    def both_with_a_planted_error(self, text):
        """attest on the text, the second evaluator on one in which the two tokens are exchanged."""
        given = {"n": "2"}
        file = self.directory / self.write("own.theorem", text)
        documents = [self.attest("verify", str(file), "n=2", "--format", "json", "--failing", "20").json()]
        other = self.directory / self.write("other.theorem", changed(text, ("value (i), (j)", "value (j), (i)")))
        outcome = recheck.one(other, "stated", given, 1, documents=documents)
        return outcome.kind, outcome.verdict, outcome.lines


if __name__ == "__main__":
    program()
    unittest.main()
