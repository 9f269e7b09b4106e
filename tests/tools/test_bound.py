"""attest bound: explicit lower bounds."""

import csv
import io
import math
import unittest

from cli import STRASSEN, CommandTest

CLAIM = "strassen/size-bound"


def literal_limit(s):
    """4 k (t + 2) at d = H = s and a network of s + 2 parameters (ReLU(1.5 - y) added)."""
    k = s * s + s
    t = 2 * s**3 + 3 * s**2 + 3 * s + 2 * (s + 2) + 1
    return 4 * k * (t + 2)


def predicates_limit(s):
    return 2 * (s * s + s) * (s + math.log2(8 * math.e * s))


def least(limit, rows):
    s = 1
    while limit(s) < rows:
        s += 1
    return s


class Bound(CommandTest):
    def bounds(self, *words):
        result = self.attest("bound", CLAIM, *words, "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        document = result.json()
        self.assertEqual(document["schema"], "attest/bound/1")
        self.assertEqual(document["claim"], CLAIM)
        return document["bounds"]

    def test_a_theorem_file_states_no_bound(self):
        self.assert_refused(["bound", "mine.theorem", "n=3"], "claim", "mine.theorem", "no theorem file states", CLAIM)

    def test_a_bound_has_its_fields_and_exact_strings(self):
        (bound,) = self.bounds("task=function-composition", "n=1000")
        self.assertEqual(bound["parameters"], {"task": "function-composition", "n": 1000})
        self.assertEqual(bound["split_vc"]["at_least"], "1000")
        self.assertEqual([form["form"] for form in bound["forms"]], ["literal", "absorbed", "predicates", "regions"])
        self.assertEqual(bound["at_least"], max((f["least_size"] for f in bound["forms"]), key=int))
        for form in bound["forms"]:
            self.assertEqual(form["at"]["size"], form["least_size"])
            self.assertGreaterEqual(int(form["at"]["vc_at_most"]), 1000)
            self.assertLess(int(form["below"]["vc_at_most"]), 1000)
            self.assertEqual(int(form["below"]["size"]), int(form["least_size"]) - 1)

    def test_two_forms_recomputed_here(self):
        for bound in self.bounds("task=function-composition", "n=50,137,1000,31415,1000000"):
            n = bound["parameters"]["n"]
            forms = {form["form"]: int(form["least_size"]) for form in bound["forms"]}
            self.assertEqual(forms["literal"], least(literal_limit, n))
            self.assertEqual(forms["predicates"], least(predicates_limit, n))

    def test_the_bound_of_a_task_depends_on_its_rows_alone(self):
        (match3,) = self.bounds("task=match3", "n=1001")
        (relations,) = self.bounds("task=relation-composition", f"n={1000 ** 2}")
        (quotient,) = self.bounds("task=quotient-composition", f"n={2000 ** 2}")
        self.assertEqual({b["split_vc"]["at_least"] for b in (match3, relations, quotient)}, {"999"})
        sizes = [[form["least_size"] for form in b["forms"]] for b in (match3, relations, quotient)]
        self.assertEqual(sizes[0], sizes[1])
        self.assertEqual(sizes[0], sizes[2])

    def test_the_headline_says_when_a_bound_says_nothing(self):
        text = self.attest("bound", CLAIM, "task=match3", "n=5").out
        self.assertIn("max{d, H, P} >= 1, which says nothing", text.splitlines()[1])
        text = self.attest("bound", CLAIM, "task=function-composition", "n=1000").out
        self.assertEqual(text.splitlines()[1], "max{d, H, P} >= 10")
        self.assertIn("4 * 2 * (15 + 2) = 136 < 1000", text)
        for word in ("Theorem 8.4", "Theorem 2.2", "Warren", "Lemma 3.5"):
            self.assertIn(word, text)

    def test_lists_and_ranges_make_a_table(self):
        result = self.attest("bound", CLAIM, "task=function-composition,match3", "n=9..11,100", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(result.out)))
        self.assertEqual([(row["task"], row["n"]) for row in rows],
                         [(task, n) for task in ("function-composition", "match3") for n in ("9", "10", "11", "100")])
        for form in ("text", "markdown", "latex"):
            self.assertEqual(self.attest("bound", CLAIM, "task=match3", "n=5..6", "--format", form).status, 0)

    def test_thresholds_are_where_the_bound_passes_a_size(self):
        result = self.attest("bound", CLAIM, "task=relation-composition", "--exceeds", "1,10", "--format", "json")
        for threshold in result.json()["thresholds"]:
            n, size = int(threshold["from_n"]), int(threshold["exceeds"])
            side = math.isqrt(n)
            self.assertEqual(side * side, n)
            before, after = self.bounds("task=relation-composition", f"n={(side - 1) ** 2},{n}")
            self.assertLessEqual(int(before["at_least"]), size)
            self.assertGreater(int(after["at_least"]), size)

    def test_the_largest_n_is_quick(self):
        result = self.attest("bound", CLAIM, "task=function-composition", "n=1000000000000000000")
        self.assertEqual(result.status, 0)
        self.assertLess(result.seconds, 5)

    def test_a_budget_ends_a_long_list_with_what_is_done(self):
        result = self.attest("bound", CLAIM, "task=function-composition", f"n={10**18 - 9999}..{10**18}",
                             "--budget", "0.01", "--format", "json")
        self.assertEqual(result.status, 3)
        document = result.json()
        self.assertIn("budget", document["stopped"])
        self.assertTrue(0 < len(document["bounds"]) < 10000)
        self.assertIn("of 10000 settings", result.err)

    def test_show_gives_the_bound_in_short(self):
        text = self.attest("show", CLAIM, "task=function-composition", "n=1000").out
        self.assertIn("1000 rows, Lemma 3.5", text)

    def test_a_file_carries_its_command(self):
        self.attest("bound", CLAIM, "task=match3", "n=100", "--out", "bound.txt")
        self.assertIn("attest bound", (self.directory / "bound.txt").read_text().splitlines()[0])


class BadInput(CommandTest):
    def test_claims_without_a_bound_are_named(self):
        self.assert_refused(["bound", STRASSEN, "n=3"], "claim", STRASSEN, CLAIM)
        self.assert_refused(["bound", "strassen/size-bond", "n=3"], CLAIM)
        self.assert_refused(["bound"], "expected")

    def test_wrong_parameters(self):
        task = "task=function-composition"
        self.assert_refused(["bound", CLAIM], "task", "missing")
        self.assert_refused(["bound", CLAIM, task], "n", "missing")
        for value in ("0", "-1", "x", "1.5", "", "1000000000000000001", "1" + "0" * 30, "1,,2", "1,"):
            with self.subTest(n=value):
                self.assert_refused(["bound", CLAIM, task, f"n={value}"], "n", "from 1 to 1000000000000000000")
        self.assert_refused(["bound", CLAIM, "task=sorting", "n=3"], "task", "match3")
        self.assert_refused(["bound", CLAIM, task, "n=3", "n=4"], "n", "once")
        self.assert_refused(["bound", CLAIM, task, "n=3", "m=4"], "m")
        self.assert_refused(["bound", CLAIM, task, "n=1..10001"], "n", "10000")

    def test_tokens_that_are_not_a_square(self):
        for task in ("relation-composition", "quotient-composition"):
            self.assert_refused(["bound", CLAIM, f"task={task}", "n=99"], "n", '"99"', "81 or 100")

    def test_wrong_options(self):
        task = "task=function-composition"
        for value in ("0", "x", "", "1,", "-1", "1e3"):
            self.assert_refused(["bound", CLAIM, task, "--exceeds", value], "--exceeds", "expected")
        self.assert_refused(["bound", CLAIM, task, "n=3", "--exceeds", "1"], "n")
        self.assert_refused(["bound", CLAIM, task, "n=3", "--part", "0/2"], "--part")
        self.assert_refused(["bound", CLAIM, task, "n=3", "--format", "xml"], "--format")
        self.assert_refused(["verify", CLAIM, task, "n=5000"], "n", "4096")


if __name__ == "__main__":
    unittest.main()
