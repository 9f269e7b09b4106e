"""tools/recheck computes verdicts on theorem files a second time; it agrees with attest, and notices planted errors."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import unittest
from fractions import Fraction
from unittest.mock import ANY

from cli import CommandTest, program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from rechecker import enclosures, errors, expressions, mutants_command  # noqa: E402
from rechecker import recheck_command, statements, verdicts, words  # noqa: E402
from rechecker.evaluation import Environment, evaluate  # noqa: E402
from rechecker.exponential_sums import ExponentialSum  # noqa: E402
from rechecker.scales import Scale, square_root  # noqa: E402

CASES = ROOT / "tests" / "accepted" / "recheck"
# Where attest and the documents differ so far, and the exit status of tools/recheck: 1 they disagree, 3 one of the two, or both,
# give no verdict. A case that agrees leaves this list.
OPEN = {
    "condition_as_a_feature": 3,  # refused, as it has to be
    "gap_of_heads_with_two_scales": 1,  # attest is undecided
    "no_weights_in_an_expressive_head": 3,
    "pair_as_a_feature": 3,  # refused, as it has to be
    "parameter_added_by_a_variant": 3,
    "readout_with_an_if": 3,  # recheck does not evaluate it
    "subset_in_a_feature": 3,
    "task_with_a_coordinate": 3,  # refused, as it has to be
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


def tool(main, *arguments):
    """(exit status, what is printed)"""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
    return status, printed.getvalue()


def example(name):
    return ROOT / "examples" / f"{name}.theorem"


def concluded(text, variant="stated", **given):
    """What recheck alone says of every check, by name, and the first inputs that break one."""
    read, _ = statements.read(text)
    found = verdicts.conclude(read, variant, given, 1000, 100_000, {})
    return {name: verdict for name, _, verdict in found.checks}, found.broken


def changed(text, *changes):
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the text")
        text = text.replace(old, new)
    return text


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

    def test_what_neither_evaluates_is_said_to_have_no_verdict(self):
        status, text = tool(recheck_command.main, "verdict", example("lookup"))
        self.assertEqual(status, 3, text)
        self.assertIn("vector", text)

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
