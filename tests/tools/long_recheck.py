"""tools/recheck computes verdicts on theorem files a second time; it agrees with attest, and notices planted errors."""

import contextlib
import io
import json
import pathlib
import random
import subprocess
import sys
import unittest
from fractions import Fraction
from unittest.mock import ANY, patch

from cli import CommandTest, program, changed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from rechecker import enclosures, errors, expressions, mutants_command  # noqa: E402
from rechecker import match_layers, mutation, recheck, recheck_command, statements, variants, verdicts, words  # noqa: E402
from rechecker.evaluation import Environment, evaluate  # noqa: E402
from rechecker.exponential_sums import ExponentialSum  # noqa: E402
from rechecker.scales import Scale, square_root  # noqa: E402

CASES = ROOT / "tests" / "accepted" / "recheck"
# Where attest and the documents differ so far, and the exit status of tools/recheck: 1 they disagree, 3 one of the two, or both,
# give no verdict. A case that agrees leaves this list.
OPEN = {
    "condition_as_a_feature": 3,  # refused, as it has to be
    "no_weights_in_an_expressive_head": 3,
    "pair_as_a_feature": 3,  # refused, as it has to be
    "readout_with_an_if": 3,  # recheck does not evaluate it
    "subset_in_a_feature": 3,
    "task_with_a_coordinate": 3,  # refused, as it has to be
    "value_of_two_contents_of_a_token": 1,  # attest finds it ill-formed
}


# A token takes the mean of the numbers that equal its own.
OWN_NUMBER = """attest-theorem 1
theorem own-number "An exact match finds the tokens of one's own number"
sizes   n >= 1    limit verify n <= 20
input   a : [n] -> [2]
tokens  i in [n] carry num = a(i)
task    at n, number: a(n)
layer   residual
  embed   num = num, pos = i, out = 0
  head exact-match
    query (i) = (num)
    key (j) = (num)
    value (j) = (out: num_j)
    displayed weight = if a(i) = a(j) then 1/count k in [n]: a(k) = a(i) else 0
    displayed score = a(i)*a(j)
readout out
check   output, size constant in n, normalised
"""

# Texts of several layers; all but the last two begin with these lines.
HEADING = """attest-theorem 1
theorem own "A text of several layers"
sizes   n >= 1    limit verify n <= 8
input   a : [n] -> [3]
tokens  i in [n] carry num = a(i)
"""
# The number two places back: each layer fetches that of the neighbour on the left, of whom the first token has none.
BACK = HEADING + """task    at every i, number: if i <= 2 then 0 else a(i - 2)
layer   residual
  embed   num = num, pos = i, before = 0, out = 0
  head exact-match
    query = (pos - 1)
    key = (pos)
    value = (before: num)
layer   residual
  head exact-match
    query (i) = (i - 1)
    key (j) = (pos_j)
    value (j) = (out: before_j)
readout out
check   output, normalised, size constant in n
"""
# How many numbers there are: a mask finds the tokens that have one before them, a mean says how many have not.
DISTINCT = HEADING + """task    at every i, number: count c in [3]: exists j in [n]: a(j) = c
layer   residual
  embed   num = num, seen = 0, share = 0
  head exact-match
    over j where j < i
    query = (num)
    key = (num)
    value = (seen: 1)
layer
  head exact-match
    query = (0)
    key = (0)
    value = (share: 1 - seen, 7)
readout n*share
check   output, normalised, error <= 0
"""
# Means that are no integers: m is that of all numbers, y = num + m - floor(m) is off by 1/2 or more for some.
HALVES = HEADING + """task    at every i, number: a(i)
layer   residual
  embed   num = num, mean = 0
  head exact-match
    query = (0)
    key = (0)
    value = (mean: num)
layer   residual
  head exact-match
    query = (mean)
    key = (mean)
    value = (mean: num/2, mean: -mean/2)
readout num + mean - floor(mean)
check   output, error <= 1/2
"""
# The largest number so far, in layers of a family: the l-th looks 2^l places back.
PREFIX = HEADING + """task    at every i, number: max j in [i]: a(j)
let     levels = least l in 0..n: 2^l >= n else n
let     now = max(best, other)
layer
  embed   best = num, other = 0, pos = i
  head exact-match
    query = (pos)
    key = (i)
    value = (best: num, other: num, pos: i)
layer   for l in 0..levels - 1
  head shifted exact-match
    query = (max(pos - 2^l, 1))
    key = (pos)
    value = (other: now)
  head own exact-match
    query = (pos)
    key = (pos)
    value = (best: now, pos: pos)
readout now
check   output, normalised, size constant in n
"""
# Blocks of coordinates: which numbers stand before a token, and which there are at all.
BLOCKS = HEADING + """task    at every i, number: sum c in [3]: c*(exists_before(c, n) - exists_before(c, i - 1))
let     exists_before(c, k) = ind(exists j in [k]: a(j) = c)
layer   residual
  embed   num = num, seen = zeros(3), ever = (0, 0, 0)
  head earlier exact-match for c in 1..3
    over j in [n] where j < i
    query = (c)
    key = (num)
    value = (seen(c): 1)
  head any exact-match for c in 1..3
    query = (c)
    key = (num)
    value = (ever(c): 1)
layer   residual
  head exact-match for c in (1, 3)
    query = (seen(c))
    key = (seen(c))
    value = 0*(num: ever(c), seen(2): 1)
readout sum c in [3]: c*(ever(c) - seen(c))
check   output, normalised, size constant in n
"""
# Two numbers in one coordinate, taken apart by div and mod.
CODE = HEADING + """task    at n, number: a(1) + 2*a(n)
layer
  embed   code = 0, num = num, pos = i
  head exact-match
    query = (1)
    key = (pos)
    value = (code: 4*num)
  head exact-match
    query = (n)
    key = (pos)
    value = (code: num)
layer
  head exact-match
    query = (code div 4)
    key = (code div 4)
    value = (code: code)
readout code div 4 + 2*(code mod 4)
check   output, normalised, size constant in n
"""
# Arrivals that 'out' names, with factors, and one coordinate that two of them and the residual add up in.
ARRIVALS = HEADING + """task    at every i, number: 2*a(1) - a(n) + a(i)
layer   residual
  embed   num = num, pos = i, out = num
  head first exact-match
    query = (1)
    key = (pos)
    value = (num)
  head last exact-match
    query = (n)
    key = (pos)
    value = (0, num)
  out     2*first.1 -> stream.3, -1*last.2 -> stream.out
layer   residual
  head exact-match
    query = (pos)
    key = (pos)
    value = (out: 0)
readout stream.3
check   output, normalised
"""
# A yes or no: whether a number stands elsewhere, too.
TWICE = HEADING + """task    at every i, sign: exists j in [n]: a(j) = a(i) and j != i
layer   residual
  embed   num = num, other = 0
  head exact-match
    over j where j != i
    query = (num)
    key = (num)
    value = (other: 1)
layer
  head exact-match
    query = (num, other)
    key = (num, 1)
    value = (num: num, other: other)
readout other - 1/4
check   output, normalised
"""
# Of the words with a(1) < a(n), those are judged that do not begin with 2. Token 1 finds no key in layer 2: 3 is read.
MARKED = HEADING + """task    at every i, number: a(n)
where   a(1) < a(n) or n = 1
judged if a(1) != 2
layer   residual
  embed   num = num, first = 0, pos = i
  head exact-match
    query = (1)
    key = (pos)
    value = (first: num)
layer
  head exact-match
    query = (ind(pos = n) + 1)
    key = (ind(num > first) + ind(pos = n))
    value = (num: num)
readout if num = 0 then 3 else num
check   output, normalised
"""
# Tokens of two indices: an edge finds the one that goes back.
PAIRS = """attest-theorem 1
theorem own "Tokens of two indices"
sizes   n >= 1    limit verify n <= 3
input   A : [n] x [n] -> {0, 1}
tokens  (i,j) in [n] x [n] carry edge = A(i,j)
task    at every (i,j), sign: A(i,j) and A(j,i)
layer   residual
  embed   from = i, to = j, edge = edge, back = 0
  head exact-match
    query = (to, from)
    key = (i, j)
    value = (back: edge)
layer   residual
  head exact-match
    query (c,d) = (from + to)
    key = (from + to)
    value = (back: edge/8)
readout edge + back - 7/4
check   output, normalised
"""
# A word that is written in letters, inside of an array.
WORD = """attest-theorem 1
theorem own "Letters"
sizes   n >= 1, k >= 1    limit verify n <= 6, k <= 26
input   w : word n over [k]
spelled {"of": [letters w]}
tokens  i in [n] carry letter = w(i)
task    at n, number: w(1) + w(n)
layer   residual
  embed   letter = letter, pos = i
  head exact-match
    query = (pos mod n + 1)
    key = (pos)
    value = (letter: letter)
layer   residual
  head exact-match
    query = (pos)
    key = (pos)
    value = (letter: 0*letter)
readout letter
check   output
"""


def tool(main, *arguments):
    """(exit status, what is printed)"""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
    return status, printed.getvalue()


def text_of(name):
    """A text of the catalogue on ANNA-transformers."""
    return ROOT / "constructions" / "anna" / f"{name}.theorem"


def example(name):
    return ROOT / "examples" / f"{name}.theorem"


def concluded(text, variant="stated", **given):
    """What recheck alone says of every check, by name, and the first inputs that break one."""
    read, _ = statements.read(text)
    found = verdicts.conclude(read, variant, given, 1000, 100_000, {})
    return {name: verdict for name, _, verdict in found.checks}, found.broken


class AgreementTest(unittest.TestCase):
    def test_attest_and_recheck_agree_on_examples_of_every_kernel(self):
        for name in ("argmax", "first_maximum", "previous_token", "transitive_step", "xor"):
            with self.subTest(name):
                status, text = tool(recheck_command.main, "verdict", example(name))
                self.assertEqual(status, 0, text)
                self.assertRegex(text, r"\n\d+ agrees\n$")

    def test_attest_and_recheck_agree_on_a_refuted_and_on_an_ill_formed_print(self):
        strassen = ROOT / "constructions" / "strassen"
        status, text = tool(recheck_command.main, "verdict", strassen / "function_composition.theorem", "printed", "n=2")
        self.assertEqual((status, "n=2: refuted, both" in text), (0, True), text)
        status, text = tool(recheck_command.main, "verdict", strassen / "match3.theorem", "printed", "n=2", "m=5")
        self.assertEqual((status, "ill-formed, both" in text), (0, True), text)

    def test_where_the_inputs_are_too_many_the_witnesses_are_computed_again(self):
        status, text = tool(recheck_command.main, "verdict", example("first_maximum"), "averaged", "n=6", "m=6")
        self.assertEqual(status, 0, text)
        self.assertIn("refuted, both (witnesses, displays and random inputs alone)", text)

    def test_vectors_agree_number_by_number(self):
        status, text = tool(recheck_command.main, "verdict", example("lookup"))
        self.assertEqual(status, 0, text)
        for name in ("initialization", "final_output"):
            status, text = tool(recheck_command.main, "verdict", ROOT / "constructions" / "anna" / f"{name}.theorem")
            self.assertEqual(status, 0, text)
            self.assertIn("12 agrees", text)
        # The first number of a vector is wrong, the last one right.
        status, text = tool(recheck_command.main, "verdict", ROOT / "constructions" / "dat" / "symbol_retrieval.theorem", "printed",
                            "n=3", "n_s=3", "Delta=2", "max_len=64", "eps=1/10", "beta=1")
        self.assertEqual(status, 0, text)
        self.assertIn("refuted, both", text)

    def test_cases_where_attest_and_the_documents_differ_are_those_on_the_list(self):
        for case in sorted(CASES.glob("*.theorem")):
            with self.subTest(case.stem):
                status, text = tool(recheck_command.main, "verdict", case)
                self.assertEqual(status, OPEN.get(case.stem, 0), text)

    def test_thirty_mutants_get_the_same_verdict_twice(self):
        files = [example(name) for name in ("pair_sum", "previous_token", "first_maximum")]
        status, text = tool(mutants_command.main, *files, "--count", "10", "--seed", "1")
        self.assertEqual(status, 0, text)
        self.assertIn("all: 30 agrees, 0 disagrees", text)

    def test_every_example_can_be_changed_and_a_task_that_a_variant_changes_is(self):
        for file in sorted((ROOT / "examples").glob("*.theorem")):
            with self.subTest(file.stem):
                text = file.read_text(encoding="utf-8")
                try:
                    mutator = mutation.Mutator(text, random.Random(file.stem))
                except errors.Refused:  # said by the tool, "not evaluated here"
                    continue
                self.assertNotEqual(mutator.mutant()[0], text)
        text = example("dyck_by_total").read_text(encoding="utf-8")
        line = next(line for line in text.splitlines() if "change task" in line)
        mutator = mutation.Mutator(text, random.Random(1))
        self.assertTrue(any(line not in mutator.mutant()[0].splitlines() for _ in range(200)))


class EveryInputTest(CommandTest):
    """Checks that are decided input by input: `normalised`, and displays that speak of the input."""

    def assert_said(self, text, said, broken, **given):
        checks, first = concluded(text, **given)
        self.assertEqual({name: checks[name] for name in said}, said)
        self.assertEqual(first, broken)

    def test_a_weight_and_a_score_that_speak_of_the_input_hold(self):
        said = {"output": "holds", "weight": "holds", "identity": "holds", "normalised": "holds"}
        self.assert_said(OWN_NUMBER, said, {}, n="3")

    def test_a_wrong_weight_is_refuted_by_the_first_input_that_shows_it(self):
        text = changed(OWN_NUMBER, ("1/count k in [n]: a(k) = a(i)", "1/n"))
        self.assert_said(text, {"output": "holds", "weight": "holds"}, {}, n="1")
        self.assert_said(text, {"output": "holds", "weight": "refuted"}, {"weight": 1}, n="2")  # a = (1, 2)

    def test_a_wrong_score_is_refuted(self):
        text = changed(OWN_NUMBER, ("a(i)*a(j)", "a(i) + a(j) - 1"))  # 3 for 2*2
        self.assert_said(text, {"weight": "holds", "identity": "refuted"}, {"identity": 1}, n="2")

    def test_weights_have_to_sum_to_1_at_tokens_that_are_not_judged_as_well(self):
        text = changed(OWN_NUMBER, ("query (i) = (num)", "query (i) = (if i = 1 and n > 1 then 3*num - 2 else num)"))
        said = {"output": "holds", "weight": "holds", "normalised": "refuted"}
        self.assert_said(text, said, {"normalised": 2}, n="2")  # a = (2, 1): the query 4 of token 1 finds nothing
        self.assert_said(text, {"normalised": "holds"}, {}, n="1")

    def test_an_expressive_head_whose_scores_are_0_somewhere_is_not_normalised(self):
        text = changed(OWN_NUMBER, ("head exact-match", "head expressive, scale 1/2"), ("pos = i", "pos = i - 1"),
                       ("query (i) = (num)", "query (i) = (pos)"), ("key (j) = (num)", "key (j) = (pos)"),
                       ("a(i)*a(j)", "(i - 1)*(j - 1)"),
                       ("if a(i) = a(j) then 1/count k in [n]: a(k) = a(i) else 0", "ind(j = 2)"))
        said = {"output": "holds", "weight": "holds", "identity": "holds", "normalised": "refuted"}
        self.assert_said(text, said, {"normalised": 0}, n="2")

    def test_the_weight_of_the_best_of_a_hard_maximum_is_shared_unless_it_takes_the_leftmost(self):
        shared = "if forall k in [n]: a(k) <= a(j) then 1/count k in [n]: a(k) = a(j) else 0"
        text = changed(OWN_NUMBER, ("if a(i) = a(j) then 1/count k in [n]: a(k) = a(i) else 0", shared),
                       ("head exact-match", "head hard-maximum"))
        self.assert_said(text, {"weight": "holds", "normalised": "holds"}, {}, n="3")
        text = changed(text, ("head hard-maximum", "head hard-maximum, leftmost"))
        self.assert_said(text, {"weight": "refuted", "normalised": "holds"}, {"weight": 0}, n="3")

    def test_a_weight_of_a_softmax_and_a_name_that_the_head_does_not_have_are_refused(self):
        for old, new, said in (("head exact-match", "head softmax", "softmax"), ("a(i)*a(j)", "a(i)*num_j", "'num_j'"),
                               ("query (i)", "query (k)", "'i'")):
            with self.subTest(new), self.assertRaisesRegex(errors.Refused, said):
                concluded(changed(OWN_NUMBER, (old, new)), n="2")

    def test_a_print_and_its_repairs_have_the_verdicts_that_are_worked_out_by_hand(self):
        text = (ROOT / "constructions" / "anna" / "ema_match2.theorem").read_text(encoding="utf-8")
        for variant, said in (("printed", {"output": "refuted", "identity": "refuted", "normalised": "refuted"}),
                              ("repaired", {"output": "holds", "weight": "holds", "normalised": "refuted"}),
                              ("constructed", {"output": "holds", "weight": "holds", "normalised": "holds"})):
            with self.subTest(variant):
                self.assert_said(text, said, ANY, variant=variant, N="2", M="4", domain="positive")

    def test_attest_and_recheck_agree_on_them(self):
        match2 = ROOT / "constructions" / "anna" / "ema_match2.theorem"
        status, text = tool(recheck_command.main, "verdict", match2, "N=2", "M=3", "domain=nonnegative")
        self.assertEqual((status, text.split("\n")[-2]), (0, "3 agrees"), text)
        file = self.directory / self.write("own.theorem", OWN_NUMBER)
        for size in ("n=4", "n=14"):  # every input; some of them
            status, text = tool(recheck_command.main, "verdict", file, size)
            self.assertEqual(status, 0, text)

    def planted(self, *changes, size="n=2"):
        """What recheck says of attest's document on a text with a wrong weight, after these changes of the document."""
        wrong = changed(OWN_NUMBER, ("1/count k in [n]: a(k) = a(i)", "1/n"))
        file = self.directory / self.write("own.theorem", wrong)
        document = self.attest("verify", str(file), size, "--format", "json").json()
        for change in changes:
            change(document)
        name = self.write("documents.json", json.dumps(document))
        return tool(recheck_command.main, "verdict", file, "stated", size, "--document", self.directory / name)

    @staticmethod
    def weight_holds(document):
        next(one for one in document["checks"] if one["name"] == "weight")["verdict"] = "holds"

    @staticmethod
    def another_rank(document):
        document["counterexample"]["rank"] = "0"  # all numbers are 1, each weight is 1/n

    def test_a_planted_verdict_or_counterexample_of_a_weight_is_noticed(self):
        self.assertEqual(self.planted()[0], 0, self.planted()[1])
        for change, size, said in ((self.weight_holds, "n=2", "check weight: attest holds, recheck refuted"),
                                   (self.another_rank, "n=2", "counterexample of weight: attest 0, recheck 1"),
                                   (self.another_rank, "n=14", "rank 0: attest breaks weight, recheck does not")):
            with self.subTest(said):
                status, text = self.planted(change, size=size)
                self.assertEqual((status, said in text), (1, True), text)


class SeveralLayersTest(CommandTest):
    """Several layers of exact-match heads, whose functions read one token's state."""

    def both(self, text, variant="stated", ranks=1, **given):
        """What both say of a text at a setting, as the kind of the outcome, the verdict and the disagreements."""
        file = self.directory / self.write("own.theorem", text)
        outcome = recheck.one(file, variant, given, 1, ranks=ranks)
        return outcome.kind, outcome.verdict, outcome.lines or outcome.message

    def assert_agree(self, verdict, text, variant="stated", **given):
        self.assertEqual(self.both(text, variant, **given), ("agrees", verdict, ""), given)

    def numbers(self, text, variant="stated", **given):
        """recheck alone: inputs, failing ones, the first, the largest error, the first that is not normalised."""
        found = verdicts.conclude(statements.read(text)[0], variant, given, 4000, 10**6, {})
        worst = found.error[1] if found.error else None
        return found.inputs, len(found.failing), found.failing[:1], worst, found.broken.get("normalised")

    # Worked out by hand.

    def test_texts_of_several_layers_have_the_numbers_that_are_worked_out_by_hand(self):
        for text, n, numbers in ((BACK, "3", (27, 0, [], 0, 0)), (DISTINCT, "3", (27, 0, [], 0, 0)),
                                 (HALVES, "2", (9, 4, [1], Fraction(1, 2), None)),  # 1 + 2 is odd
                                 (HALVES, "3", (27, 9, [2], Fraction(2, 3), None)),  # 1 + 1 + 3 mod 3 = 2
                                 (PREFIX, "3", (27, 0, [], 0, None)), (BLOCKS, "2", (9, 0, [], 0, 0)),
                                 (CODE, "2", (9, 0, [], 0, None)), (ARRIVALS, "3", (27, 0, [], 0, None)),
                                 (TWICE, "2", (9, 0, [], None, 1)), (PAIRS, "2", (16, 0, [], None, None)),
                                 (MARKED, "2", (3, 1, [1], 1, 1))):  # (1, 2), (1, 3), (2, 3); 3 is wrong for 2
            with self.subTest(text=text, n=n):
                self.assertEqual(self.numbers(text, n=n), numbers)

    def test_a_size_is_the_heads_of_the_layer_that_has_most_and_the_longest_query_key_or_value(self):
        for text, n, size in ((BACK, "2", (1, 1)), (DISTINCT, "2", (1, 2)), (BLOCKS, "2", (6, 2)), (PREFIX, "1", (1, 3)),
                              (PREFIX, "3", (2, 3)), (PAIRS, "2", (1, 2))):
            judge = verdicts.conclude(statements.read(text)[0], "stated", {"n": n}, 1000, 10**6, {}).judge
            self.assertEqual(judge.size, size, text)

    def test_the_state_behind_a_layer_without_residual_holds_what_lands_and_nothing_else(self):
        judge = verdicts.conclude(statements.read(CODE)[0], "stated", {"n": "2"}, 1000, 10**6, {}).judge
        states = judge.states(judge.setting.space.values(5))  # a = (2, 3)
        self.assertEqual(states, [[(0, 2, 1), (0, 3, 2)], [(11, 0, 0)] * 2, [(11, 0, 0)] * 2])

    def test_a_threshold_parts_yes_from_no(self):
        checks, _ = concluded(TWICE + "also    threshold\n", n="2")
        self.assertEqual(checks["threshold"], "holds")  # 3/4 and -1/4
        checks, _ = concluded(TWICE + "also    threshold\n", n="1")
        self.assertEqual(checks["threshold"], "not-applicable")  # no number stands twice

    # Agreement.

    def test_attest_and_recheck_agree_on_texts_of_several_layers(self):
        for text, said in ((BACK, "rrr"), (DISTINCT, "rrr"), (HALVES, "hrr"), (PREFIX, "hhh"), (BLOCKS, "rrr"),
                           (CODE, "hhh"), (ARRIVALS, "hhh"), (TWICE, "rrr"), (MARKED, "rrr"), (PAIRS, "hh")):
            for n, verdict in enumerate(said, 1):
                with self.subTest(text=text, n=n):
                    self.assert_agree({"h": "holds", "r": "refuted"}[verdict], text, n=str(n))
        self.assert_agree("holds", WORD, n="3", k="4")

    def test_attest_and_recheck_agree_on_the_induction_heads_and_on_k_hops(self):
        for name, count in (("induction_heads", 4), ("k_hop", 5)):
            status, text = tool(recheck_command.main, "verdict", text_of(name))
            self.assertEqual(status, 0, text)
            self.assertIn("printed: a program, which is not evaluated here", text)
            self.assertIn(f"{count} agrees, 1 program", text)

    def test_a_variant_that_is_a_program_alone_has_no_verdict(self):
        status, text = tool(recheck_command.main, "verdict", text_of("k_hop"), "printed")
        self.assertEqual((status, text.split("\n")[-2]), (3, "1 program"), text)
        with self.assertRaisesRegex(errors.Refused, "program"):
            variants.build(statements.read(text_of("k_hop").read_text(encoding="utf-8"))[0], "printed")

    def test_planted_errors_of_texts_fail_on_as_many_inputs_for_both(self):
        """Both count the failing inputs and agree on the first."""
        heads, hops = (text_of(name).read_text(encoding="utf-8") for name in ("induction_heads", "k_hop"))
        sizes = {"variant": "constructed", "N": "4", "sigma": "2"}
        for text, given, old, new in (
                (BACK, {"n": "3"}, "    query = (pos - 1)", "    query = (pos - 2)"),
                (BACK, {"n": "3"}, "layer   residual\n  embed", "layer\n  embed"),
                (BACK, {"n": "3"}, "(before: num)", "(out: num)"),
                (PREFIX, {"n": "3"}, "value = (best: now, pos: pos)", "value = (best: now)"),
                (PREFIX, {"n": "3"}, "l in 0..levels - 1", "l in 1..levels - 1"),
                (BLOCKS, {"n": "2"}, "    value = (seen(c): 1)", "    value = (seen(4 - c): 1)"),
                (ARRIVALS, {"n": "2"}, "-1*last.2", "-1*last.1"),
                (heads, sizes, "pos mod N + 1", "pos mod N"),
                (heads, sizes, "layer\n  head previous", "layer   residual\n  head previous"),
                (heads, sizes, "(side(l): p", "(side(levels + 1 - l): p"),
                (heads, sizes, "    key = (letter, left,", "    key = (letter, right,"),
                (hops, {**sizes, "k": "3"}, "at: pos + 1)", "at: pos)"),
                (hops, {**sizes, "k": "3"}, "at: pointer, result_after", "go: pointer, result_after"),
                (hops, {**sizes, "k": "3"}, "least b in 1..20: 2^b > k else 20", "1")):
            with self.subTest(old=old, new=new):
                wrong = changed(text, (old, new))
                self.assert_agree("refuted", wrong, **given)
                own = {name: value for name, value in given.items() if name != "variant"}
                self.assertGreater(self.numbers(wrong, given.get("variant", "stated"), **own)[1], 0)

    def test_what_defines_no_object_is_ill_formed_for_both(self):
        for text, old, new in ((BACK, "(before: num)", "(before: 1/(num - 2))"),
                               (BACK, "(out: before_j)", "(out: before_i)"),
                               (BACK, "(i - 1)", "(i - 1, 1)"), (BLOCKS, "(seen(c): 1)", "(seen(c + 1): 1)"),
                               (BLOCKS, "= (seen(c))\n    key", "= (seen(c + 1))\n    key"), (BACK, "= (pos_j)", "= (a(1))"),
                               (PREFIX, "pos = i", "pos = i + 0"), (DISTINCT, "readout n*share", "readout i*share"),
                               (ARRIVALS, "-> stream.3", "-> stream.4"), (ARRIVALS, "2*first.1", "2*first.2"),
                               (CODE, "pos = i", "pos = code"), (BLOCKS, "(seen(c): 1)", "(seen(i): 1)"),
                               (BLOCKS, "c*(ever(c) -", "c*(ever(c - 1) -"), (BLOCKS, "(seen(c): 1)", "(seen: 1)")):
            with self.subTest(old=old, new=new):
                self.assert_agree("ill-formed", changed(text, (old, new)), n="2")

    def test_what_neither_evaluates_is_refused(self):
        for text, old, new in ((CODE, "layer\n  head exact-match", "layer\n  head softmax"),
                               (CODE, "layer\n  head exact-match", "layer   d = 3\n  head exact-match"),
                               (CODE, "(code: code)", "(code: 1/(code - 5))"), (CODE, "(code: code)", "(code)"),
                               (CODE, "readout code div", "readout 1/(code - 5) + code div"),
                               (TWICE, "j != i\n    query", "j != num\n    query"),
                               (BLOCKS, "zeros(3)", "zeros(n - 3)"),
                               (PREFIX, "layer\n  embed", "layer   for l in 1..2\n  embed")):
            with self.subTest(old=old, new=new):
                kind, _, said = self.both(changed(text, (old, new)), n="2")
                self.assertEqual(kind, "refused", said)

    def test_names_of_definitions_and_indices_do_not_meet(self):
        """`least l` in a definition that a family's member l uses."""
        text = changed(PREFIX, ("    value = (other: now)", "    value = (other: now + 0*first)"),
                       ("let     now", "let     first = least l in 0..3: 2^l >= best else 4\nlet     now"))
        self.assert_agree("holds", text, n="3")

    def test_mutants_of_a_text_of_several_layers_get_the_same_verdict_twice(self):
        file = self.directory / self.write("own.theorem", PREFIX + "expect  holds at n=2\n")
        status, text = tool(mutants_command.main, file, text_of("induction_heads"), "--count", "8", "--seed", "3")
        self.assertEqual(status, 0, text)
        self.assertIn("all: 16 agrees, 0 disagrees", text)

    # The evaluator itself.

    def test_a_wrong_evaluator_of_layers_disagrees(self):
        mean = match_layers.MatchHead.mean

        def total(head, token, states):
            return [len(head.matched(token, states)) * number for number in mean(head, token, states)]

        def of_the_first(head, token, states):
            found = head.matched(token, states)[:1]
            return head.at("value", states[found[0].number]) if found else mean(head, token, states)

        def own_where_there_is_none(head, token, states):
            found = head.matched(token, states)
            return mean(head, token, states) if found else head.at("value", states[token.number])

        def everything(head, _):
            return head.state.setting.tokens

        def always_residual(layer, states, behind=match_layers.MatchLayer.behind):
            with patch.object(layer, "residual", True):
                return behind(layer, states)

        for text, owner, name, wrong in ((DISTINCT, match_layers.MatchHead, "mean", total),
                                         (HALVES, match_layers.MatchHead, "mean", of_the_first),
                                         (BACK, match_layers.MatchHead, "mean", own_where_there_is_none),
                                         (TWICE, match_layers.MatchHead, "tokens", everything),
                                         (CODE, match_layers.MatchLayer, "behind", always_residual)):
            with self.subTest(wrong=wrong.__name__), patch.object(owner, name, wrong):
                self.assertEqual(self.both(text, n="2")[0], "disagrees")

    def planted(self, text, given, change):
        """What recheck says of attest's documents on a text, a verdict and a run, after a change of them."""
        file = self.directory / self.write("own.theorem", text)
        documents = [self.attest("verify", str(file), *given, "--format", "json", "--failing", "20").json(),
                     self.attest("run", str(file), *given, "--input", "rank:1", "--format", "json").json()]
        change(documents)
        name = self.write("documents.json", "\n".join(map(json.dumps, documents)))
        return tool(recheck_command.main, "verdict", file, "stated", *given, "--document", self.directory / name)

    def test_a_planted_error_of_a_document_is_noticed(self):
        self.assertEqual(self.planted(MARKED, ["n=2"], lambda documents: None)[0], 0)
        for path, value, said in (((0, "inputs", "failing"), "2", "inputs.failing"),
                                  ((0, "inputs", "space"), "9", "inputs.space"),
                                  ((0, "inputs", "checked"), "2", "inputs.checked"),
                                  ((0, "inputs", "not_judged"), "0", "inputs.not_judged"),
                                  ((0, "size", "heads"), 2, "heads"),
                                  ((0, "size", "embedding_dimension"), 3, "embedding dimension"),
                                  ((0, "counterexample", "winner"), [2], "winner"),
                                  ((1, "outputs", 1, "winner"), [1], "winner"),
                                  ((1, "outputs", 0, "truth"), 3, "truth"),
                                  ((1, "verdict"), "not-applicable", "judged")):
            def change(documents, path=path, value=value):
                *places, last = path
                for place in places:
                    documents = documents[place]
                documents[last] = value

            with self.subTest(path):
                status, text = self.planted(MARKED, ["n=2"], change)
                self.assertEqual((status, said in text), (1, True), text)


class PromiseTest(CommandTest):
    """`where` and `judged if`."""

    def test_attest_and_recheck_agree_on_examples_that_speak_of_some_words_only(self):
        for name, count in (("induction", 4), ("marked", 13)):
            status, text = tool(recheck_command.main, "verdict", example(name))
            self.assertEqual((status, text.split("\n")[-2]), (0, f"{count} agrees"), text)

    def test_inputs_are_counted_by_hand(self):
        for text, said in (("", (9, 0)), ("where   a(1) < a(n)\n", (3, 0)), ("judged if a(1) != a(n)\n", (9, 3)),
                           ("where   a(1) <= a(n)\njudged if a(1) != 1\n", (6, 3)),
                           ("where   a(1) = 1\nwhere   a(n) != 1\n", (2, 0))):
            found = verdicts.conclude(statements.read(OWN_NUMBER.replace("[2]", "[3]") + text)[0], "stated", {"n": "2"},
                                      100, 10**5, {})
            self.assertEqual((found.inputs, found.not_judged), said, text)

    def agree(self, text, *given, ranks="3"):
        file = self.directory / self.write("own.theorem", text)
        return tool(recheck_command.main, "verdict", file, "stated", *given, "--seed", ranks)

    def test_a_check_that_an_input_breaks_which_is_not_judged_holds(self):
        wrong = changed(OWN_NUMBER, ("1/count k in [n]: a(k) = a(i)", "1/n"))
        for promise, said in (("", "refuted"), ("where   forall i in [n]: a(i) = a(1)\n", "holds"),
                              ("judged if forall i in [n]: a(i) = a(1)\n", "holds")):
            status, text = self.agree(wrong + promise, "n=3")
            self.assertEqual((status, f"{said}, both" in text), (0, True), text)

    def test_where_no_input_is_judged_the_verdict_is_not_applicable(self):
        for promise in ("where   a(1) = 3\n", "judged if a(1) = 3\n"):
            status, text = self.agree(OWN_NUMBER + promise, "n=2")
            self.assertEqual((status, "not-applicable, both" in text), (0, True), text)

    def test_a_word_that_is_no_input_is_asked_for_its_rows_all_the_same(self):
        text = changed(OWN_NUMBER, ("(out: num_j)", "(out: num_j/(2 - num_j))"))
        for promise in ("where   forall i in [n]: a(i) = 1\n", "judged if forall i in [n]: a(i) = 1\n"):
            status, said = self.agree(text + promise, "n=2")
            self.assertEqual((status, "ill-formed, both" in said), (0, True), said)

    def test_variants_change_drop_and_add_promises(self):
        text = OWN_NUMBER + """where   a(1) = 2
variant stated
variant other: change where a(1) = 1
variant free: drop where
variant some: add judged if a(n) = 1
"""
        for variant, said in (("stated", (2, 0)), ("other", (2, 0)), ("free", (4, 0)), ("some", (2, 1))):
            found = verdicts.conclude(statements.read(text)[0], variant, {"n": "2"}, 100, 10**5, {})
            self.assertEqual((found.inputs, found.not_judged), said, variant)
        file = self.directory / self.write("own.theorem", text)
        status, said = tool(recheck_command.main, "verdict", file, "n=2")
        self.assertEqual((status, said.split("\n")[-2]), (0, "4 agrees"), said)

    def test_where_the_words_are_too_many_the_space_may_be_unknown(self):
        status, text = self.agree(OWN_NUMBER + "where   a(1) <= a(n)\njudged if a(1) = 1\n", "n=14")
        self.assertEqual(status, 0, text)
        self.assertIn("holds, both (witnesses", text)


class PlantedErrorTest(CommandTest):
    """A document with one wrong entry is told from the true one."""

    def documents(self, variant="cold"):
        given = ["--variant", variant, "n=2", "m=3"]
        verdict = self.attest("verify", str(example("argmax")), *given, "--failing", "20", "--format", "json").json()
        run = self.attest("run", str(example("argmax")), *given, "--input", "rank:2", "--format", "json").json()
        return [verdict, run]

    def recheck(self, documents, variant="cold"):
        text = "\n".join(json.dumps(document) for document in documents)
        return tool(recheck_command.main, "verdict", example("argmax"), variant, "n=2", "m=3", "--document",
                    self.directory / self.write("documents.json", text))

    def assert_noticed(self, documents, words_of_it, variant="cold"):
        status, text = self.recheck(documents, variant)
        self.assertEqual(status, 1, text)
        self.assertIn(words_of_it, text)

    def test_the_true_documents_agree(self):
        for variant in ("cold", "stated"):
            status, text = self.recheck(self.documents(variant), variant)
            self.assertEqual(status, 0, text)

    def test_a_wrong_verdict_is_noticed(self):
        documents = self.documents()
        documents[0]["verdict"] = "holds"
        self.assert_noticed(documents, "verdict: attest holds, recheck refuted")
        documents = self.documents("stated")
        documents[0]["verdict"] = "ill-formed"
        self.assert_noticed(documents, "verdict: attest ill-formed", "stated")

    def test_a_wrong_check_is_noticed(self):
        documents = self.documents()
        documents[0]["checks"][2]["verdict"] = "refuted"
        self.assert_noticed(documents, "check error: attest refuted, recheck holds")

    def test_a_check_that_is_not_made_is_noticed(self):
        documents = self.documents()
        del documents[0]["checks"][1]
        self.assert_noticed(documents, "check output: attest no such check")

    def test_a_wrong_count_or_witness_is_noticed(self):
        for change, said in ((("inputs", "failing", "2"), "inputs.failing"), (("inputs", "space", "7"), "inputs.space"),
                             (("counterexample", "rank", "4"), "counterexample"),
                             (("counterexample", "input", {"a": [1, 2]}), "counterexample, spelling"),
                             (("worst_input", "rank", "0"), "worst input"),
                             (("size", "embedding_dimension", 5), "embedding dimension")):
            documents = self.documents()
            documents[0][change[0]][change[1]] = change[2]
            self.assert_noticed(documents, said)

    def test_a_failing_input_that_is_right_is_noticed(self):
        documents = self.documents()
        documents[0]["failing"][0] = {"rank": "0", "input": {"a": [1, 2]}}
        self.assert_noticed(documents, "rank 0: attest fails, recheck is right")

    def test_an_enclosure_that_misses_by_its_last_digit_is_noticed(self):
        for path, said in ((("margins", "output_error"), "output error"), (("margins", "score_gap"), "score gap"),
                           (("margins", "decision_margin"), "decision margin")):
            documents = self.documents()
            pair = documents[0][path[0]][path[1]]
            width = Fraction(pair["upper"]) - Fraction(pair["lower"])
            self.assertLess(width, Fraction(1, 10**15))
            for end in ("lower", "upper"):
                pair[end] = f"{Fraction(pair[end]) + 2 * width}"
            self.assert_noticed(documents, said)

    def test_a_wrong_output_truth_decision_or_gap_of_a_run_is_noticed(self):
        for entry, value, said in (("value", {"lower": "1.9", "upper": "1.9078"}, "y: attest"), ("truth", 2, "truth"),
                                   ("decision", 1, "decision"), ("right", True, "right"), ("winner", 2, "winner"),
                                   ("score_gap", None, "score gap"), ("position", 2, "position")):
            documents = self.documents()
            documents[1]["outputs"][0][entry] = value
            self.assert_noticed(documents, said)

    def test_wrong_arguments_are_refused(self):
        self.assertEqual(tool(recheck_command.main, "verdict", "nothing.theorem")[0], 2)
        self.assertEqual(tool(recheck_command.main, "verdict", example("argmax"), "a", "b")[0], 2)
        self.assertEqual(tool(mutants_command.main, example("argmax"), "--at", "n")[0], 2)

    def test_the_scripts_run_from_any_folder(self):
        script = ROOT / "tools" / "recheck"
        completed = subprocess.run([script, "verdict", example("argmax"), "cold", "n=3", "m=4"], cwd=self.directory,
                                   capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((completed.returncode, completed.stderr), (0, ""), completed.stdout)
        completed = subprocess.run([ROOT / "tools" / "mutants", "--help"], cwd=self.directory, capture_output=True,
                                   text=True, timeout=60, check=False)
        self.assertIn("--keep", completed.stdout)


class ArithmeticTest(unittest.TestCase):
    def test_examples_of_the_language_have_the_values_that_its_page_says(self):
        scope = Environment({"n": Fraction(3), "c": Fraction(1, 2), "x": Fraction(2), "i": Fraction(2)})
        for text, value in (("-2^2", -4), ("2^3^2", 512), ("-7 div 2*2", -8), ("(7/2) mod 1", Fraction(1, 2)),
                            ("2*sum j in [3]: j + 1", 18), ("sum j in [n], k in [j]: k", 10),
                            ("max j in [0]: j else -1", -1), ("iterate y from x for 3 times: y*y", 256),
                            ("1 = 2 implies 1 = 2 implies 1 = 2", True), ("least j in [n], k in [n]: j + k = 4", (1, 3))):
            with self.subTest(text):
                cursor = expressions.Cursor(words.split(text))
                self.assertEqual(evaluate(cursor.expression(), scope), value)
                self.assertEqual(cursor.word.kind, "end")

    def test_enclosures_hold_what_products_of_rationals_say(self):
        for bits in (40, 96, 300):
            half = enclosures.log(Fraction(1, 2), bits)
            low, high = enclosures.exp(half).bounds()
            self.assertTrue(low <= Fraction(1, 2) <= high)
            self.assertLess(high - low, Fraction(16, 2**bits))
            low, high = enclosures.sqrt(Fraction(2), bits).bounds()
            self.assertTrue(low**2 <= 2 <= high**2)

    def test_a_sum_of_exponentials_vanishes_only_where_it_is_proved(self):
        half_log_4 = Scale(factor=Fraction(1, 2), argument=Fraction(4))
        total = ExponentialSum.term(Fraction(1), half_log_4.exponent(Fraction(3)))  # 4^(3/2) = 8
        self.assertEqual((total + ExponentialSum.of(-8)).sign(), 0)
        near = ExponentialSum.term(Fraction(1), square_root(Fraction(2)).exponent(Fraction(1)))
        self.assertEqual((near + ExponentialSum.of(Fraction(-41132503787, 10**10))).sign(), 1)  # e^sqrt(2) = 4.11325037878..
        self.assertEqual((near + ExponentialSum.of(Fraction(-41132503788, 10**10))).sign(), -1)


if __name__ == "__main__":
    program()
    unittest.main()
