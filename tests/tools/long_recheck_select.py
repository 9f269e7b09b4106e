"""The second evaluator on dat/select-and-relate: tables from seeds and files, a value of receiver and sender, a temperature that
is searched; and planted errors of documents."""

import json
import math
import pathlib
import sys
import unittest
from fractions import Fraction

from cli import CommandTest, program
from long_recheck import changed, tool

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from rechecker import mutants_command, recheck_command, statements, verdicts  # noqa: E402

TEXT = ROOT / "constructions" / "dat" / "select_and_relate.theorem"
SIZES = ("X=2", "Y=3", "n=3", "d_r=2")
SEEDS = ("utility=1", "relation=1")
UTILITY = [[3, 1, 2], [0, 2, 1]]
RELATION = [[[-5, 3], [0, 12], [7, 7]], [[1, 2], [3, 4], [-12, 6]]]


def settings(words):
    return dict(word.split("=") for word in words)


class SelectAndRelate(CommandTest):
    def tables(self):
        """Two tables in files, as arguments."""
        files = [(name, self.directory / self.write(f"{name}.json", json.dumps(table)))
                 for name, table in (("utility", UTILITY), ("relation", RELATION))]
        return tuple(f"{name}={path}" for name, path in files)

    def assert_both(self, verdict, *given, count=1):
        status, text = tool(recheck_command.main, "verdict", TEXT, "constructed", *given)
        self.assertEqual((status, text.count(f": {verdict}, both\n")), (0, count), text)

    def test_attest_agrees_at_the_settings_of_the_text(self):
        status, text = tool(recheck_command.main, "verdict", TEXT)
        self.assertEqual((status, text.split("\n")[-2]), (0, "14 agrees"), text)
        self.assertNotIn("alone", text)  # every input was visited

    def test_attest_agrees_at_temperatures_that_are_given(self):
        for verdict, given in (("holds", ("beta=5", *SEEDS)), ("refuted", ("select=first", "u_max=1", "beta=5", *SEEDS)),
                               ("holds", ("select=refined", "beta=6", *SEEDS)), ("refuted", ("beta=1", *SEEDS)),
                               ("holds", ("beta=11/2", *SEEDS)), ("refuted", ("eps=1/1000", "beta=5", *SEEDS)),
                               ("holds", ("parts=7", "beta=5", *SEEDS)), ("refuted", ("beta=5", "utility=3", "relation=4"))):
            with self.subTest(given):
                self.assert_both(verdict, *SIZES, *given)

    def test_attest_agrees_on_tables_in_files(self):
        for verdict, given in (("holds", ()), ("holds", ("beta=5",)), ("refuted", ("beta=1",))):
            with self.subTest(given):
                self.assert_both(verdict, *SIZES, *self.tables(), *given)

    def test_neither_takes_a_table_that_is_none(self):
        for said in (UTILITY[:1], [[3, 1, 4], [0, 2, 1]], [[3, 1, 2.0], [0, 2, 1]], [[3, 1, True], [0, 2, 1]], "no table"):
            with self.subTest(said):
                path = self.directory / self.write("utility.json", json.dumps(said))
                status, text = tool(recheck_command.main, "verdict", TEXT, "constructed", *SIZES, f"utility={path}")
                self.assertEqual((status, text.split("\n")[-2]), (3, "1 refused"), text)

    def test_the_worst_error_is_that_of_the_mean_over_the_context(self):
        """By the definition, in machine numbers: sum of exp(beta u(x, y_i)) R(x, y_i), divided by the sum of the weights."""
        given = settings((*SIZES, "beta=5", *self.tables()))
        found = verdicts.conclude(statements.read(TEXT.read_text(encoding="utf-8"))[0], "constructed", given, 1000, 10**5, {})
        worst = 0
        for x in range(2):
            for y in ((a, b, c) for a in range(3) for b in range(3) for c in range(3)):
                weights = [math.exp(5*UTILITY[x][c]) for c in y]
                best = max(y, key=lambda c, x=x: UTILITY[x][c])
                for number in range(2):
                    mean = sum(w*RELATION[x][c][number]/2 for w, c in zip(weights, y))/sum(weights)
                    worst = max(worst, abs(mean - RELATION[x][best][number]/2))
        self.assertEqual((found.inputs, found.not_judged, found.failing), (54, 0, []))
        self.assertAlmostEqual(float(found.error[0]), worst, places=12)
        self.assertLess(found.error[1] - found.error[0], Fraction(1, 10**15))

    def test_where_no_temperature_works_both_judge_the_last_one(self):
        text = changed(TEXT.read_text(encoding="utf-8"), ("auto in 1..10000", "auto in 1..4"))
        file = self.directory / self.write("own.theorem", text)
        status, said = tool(recheck_command.main, "verdict", file, "constructed", *SIZES, *SEEDS)
        self.assertEqual((status, "refuted, both\n" in said), (0, True), said)
        found = verdicts.conclude(statements.read(text)[0], "constructed", settings((*SIZES, *SEEDS)), 1000, 10**5, {})
        self.assertEqual((found.judge.setting.candidate, found.headline()), (4, "refuted"))

    def test_mutants_get_the_same_verdict_twice(self):
        _, text = tool(mutants_command.main, TEXT, "--count", "12", "--seed", "5")
        self.assertIn(" 0 disagrees", text.split("\n")[-2], text)


class Planted(CommandTest):
    """A document, or a text, with one wrong entry is told from the true one."""

    GIVEN = (*SIZES, "beta=1", *SEEDS)

    def documents(self, *given):
        verdict = self.attest("verify", str(TEXT), "--variant", "constructed", *given, "--failing", "20", "--format", "json")
        run = self.attest("run", str(TEXT), "--variant", "constructed", *given, "--input", "rank:1", "--format", "json")
        return [verdict.json(), run.json()]

    def said(self, documents, *given, text=TEXT):
        name = self.write("documents.json", "\n".join(map(json.dumps, documents)))
        return tool(recheck_command.main, "verdict", text, "constructed", *given, "--document", self.directory / name)

    def test_a_wrong_count_error_or_witness_of_a_document_is_noticed(self):
        documents = self.documents(*self.GIVEN)
        self.assertEqual(self.said(documents, *self.GIVEN)[0], 0)
        for path, value, said in (((0, "verdict"), "holds", "verdict: attest holds, recheck refuted"),
                                  ((0, "inputs", "failing"), "23", "inputs.failing"),
                                  ((0, "inputs", "not_judged"), "25", "inputs.not_judged"),
                                  ((0, "inputs", "checked"), "53", "inputs.checked"),
                                  ((0, "margins", "output_error", "lower"), "3.2", "output error"),
                                  ((0, "margins", "decision_margin", "upper"), "-3.1", "decision margin"),
                                  ((0, "worst_input", "rank"), "0", "worst input"),
                                  ((0, "counterexample", "rank"), "2", "counterexample"),
                                  ((0, "counterexample", "coordinate"), 2, "token 1"),
                                  ((0, "failing", 0, "rank"), "0", "failing inputs"),
                                  ((0, "size", "embedding_dimension"), 4, "embedding dimension"),
                                  ((1, "outputs", 1, "truth"), "1/2", "truth"),
                                  ((1, "outputs", 0, "right"), True, "right"),
                                  ((1, "outputs", 1, "value"), {"lower": "0.1", "upper": "0.2"}, "y: attest")):
            with self.subTest(path):
                wrong = json.loads(json.dumps(documents))
                *places, last = path
                place = wrong
                for step in places:
                    place = place[step]
                self.assertNotEqual(place[last], value)
                place[last] = value
                status, text = self.said(wrong, *self.GIVEN)
                self.assertEqual((status, said in text), (1, True), text)

    def test_another_temperature_than_the_least_is_noticed(self):
        given = (*SIZES, *SEEDS)
        documents = self.documents(*given, "beta=6")[:1]
        status, text = self.said(documents, *given)
        self.assertEqual((status, "beta that is searched: attest 6, recheck 5" in text), (1, True), text)

    def test_another_text_than_the_one_that_was_run_is_noticed(self):
        documents = self.documents(*self.GIVEN)[:1]
        for old, new in (("R(num_q, num_i, l)", "R(num_q, num_i, d_r + 1 - l)"), ("ind(num_i = c)", "ind(num_i >= c)"),
                         ("argmax i in [n]: u(x, y(i)) first", "argmax i in [n]: u(x, y(i)) last"),
                         ("relation(a, c, l)/parts", "relation(a, c, l)/3"), ("judged if select !=", "judged if select ="),
                         ("u(num, c)", "u(3 - num, c)")):
            with self.subTest(new):
                file = self.directory / self.write("other.theorem", changed(TEXT.read_text(encoding="utf-8"), (old, new)))
                status, text = self.said(documents, *self.GIVEN, text=file)
                # Copies of the best object are no tie: the last of them is the same object.
                self.assertEqual(status, 0 if new.endswith("last") else 1, text)


if __name__ == "__main__":
    program()
    unittest.main()
