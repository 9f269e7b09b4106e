"""attest verify --by: cover by the best tuple, enumeration, and the choice between them."""

import pathlib
import unittest

from cli import MATCH2, POLY, STRASSEN, CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
RELATION = "strassen/relation-composition"
QUOTIENT = "strassen/quotient-composition"

# Answers of every form, of which the cover makes conditions, or which it evaluates as a whole.
TASKS = ("sign: exists j in [n], k in [n]: a(j) + a(k) = s",
         "sign: exists j in [n], k in [n] where j != k: a(j) + a(k) = s",
         "sign: exists j in [n], k in 1..j: a(j) + a(k) = s",
         "sign: exists j in [n]: exists k in j..n: a(j) + a(k) = s",
         "sign: forall j in [n], k in [n] where j < k: a(j) + a(k) != s",
         "sign: forall j in [n]: exists k in [n]: a(j) + a(k) <= s",
         "sign: forall j in [n]: forall k in [n]: a(j) + a(k) >= s",
         "sign: not (exists j in [n], k in [n]: a(j) + a(k) = s)",
         "sign: a(1) = s or exists j in [n], k in [n]: a(j) + a(k) = s",
         "number: max j in [n]: a(j)",
         "number: if a(1) = 1 then a(n) else s",
         "number: a(a(1) mod n + 1)",
         "number: s")
READOUTS = ("1/2 - abs(first + second - num)", "abs(first + second - num) - 1/2", "max(first, second)", "num",
            "min(first, 1) - 1/4")
TEXT = """attest-theorem 1
theorem pairs "one of many"
sizes   n >= 1, m >= 1    limit verify n <= 5, m <= 6
input   a : [n] -> [m], s : 2..2*m
tokens  i in [n + 1] carry num = if i <= n then a(i) else s
task    at n + 1, %s
layer   residual
  embed   num = num, sq = num^2, one = 1, first = 0, second = 0
  head strassen
    over j in [n]
    over k in [n]
    row 1 (i) = 2*(2*(num_i - 1/4), 2*(num_i - 1/4), 0, 0, 0, -(num_i - 1/4)^2)
    row 2 (j) = (num_j, 0, -2*num_j, -num_j^2, 1, 1)
    row 3 (k) = (0, num_k, 2*num_k, 2, -2*num_k^2, 0)
    value 2 (j) = (first: num_j, second: 1)
    value 3 (k) = (1, num_k)
readout %s
check   output, unique-maximum
"""


class Cover(CommandTest):
    def verdict(self, *words, **more):
        return self.attest("verify", *words, "--format", "json", **more)

    def test_more_inputs_than_can_be_visited_are_covered(self):
        result = self.verdict(RELATION, "m=6", "--variant", "repaired", "--quiet")
        document = result.json()
        self.assertEqual((result.status, document["verdict"], document["evidence"]), (0, "holds", "cover"))
        space = str(2 ** 72)
        self.assertEqual(document["inputs"], {"space": space, "total": space, "checked": space, "failing": "0",
                                              "undecided": "0"})
        self.assertEqual({check["name"]: check["evidence"] for check in document["checks"]}["output"], "cover")
        self.assertTrue(any("by cover, since enumeration" in note for note in document["notes"]))

    def test_small_settings_are_enumerated_unless_one_says_otherwise(self):
        words = (RELATION, "m=2", "--variant", "repaired")
        self.assertEqual(self.verdict(*words).json()["evidence"], "enumeration")
        self.assertEqual(self.verdict(*words, "--by", "auto").json()["evidence"], "enumeration")
        self.assertEqual(self.verdict(*words, "--by", "cover").json()["evidence"], "cover")

    def test_a_counterexample_is_an_input_that_fails_when_it_is_run(self):
        document = self.verdict(QUOTIENT, "m=2", "factor=4", "--by", "cover").json()
        self.assertEqual((document["verdict"], document["kind"]), ("refuted", "construction"))
        self.assertIsNone(document["inputs"]["failing"])
        found = document["counterexample"]
        run = self.attest(*found["replay"].split()[1:], "--format", "json").json()
        self.assertEqual(run["input"], found["input"])
        self.assertEqual(run["verdict"], "refuted")
        words = ("--by", "enumeration", "--failing", "1000")
        failing = self.verdict(QUOTIENT, "m=2", "factor=4", *words).json()["failing"]
        self.assertIn(found["rank"], [one["rank"] for one in failing])

    def test_both_methods_agree(self):
        for a2 in ("1/4", "2", "8", "10", "21"):
            with self.subTest(a2=a2):
                words = (POLY, "t=2", "n=2", f"A2={a2}", "--variant", "repaired", "--by")
                self.assertEqual(self.verdict(*words, "cover").json()["verdict"],
                                 self.verdict(*words, "enumeration").json()["verdict"])

    def test_both_methods_agree_on_tasks_of_every_form(self):
        for number, task in enumerate(TASKS):
            with self.subTest(task=task):
                self.write("pairs.theorem", TEXT % (task, READOUTS[number % len(READOUTS)]))
                said = []
                for method in ("cover", "enumeration"):
                    documents = self.verdict("pairs.theorem", "n=1..3", "m=1..3", "--by", method).documents()
                    said.append([(d["parameters"], d["verdict"], [(c["name"], c["verdict"]) for c in d["checks"]])
                                 for d in documents])
                self.assertEqual(len(said[0]), 9)
                self.assertEqual(said[0], said[1])

    def test_what_the_cover_cannot_do_is_refused_in_one_line(self):
        self.assert_refused(["verify", str(EXAMPLES / "first_maximum.theorem"), "n=3", "m=2", "--by", "cover"],
                            "--by", "hard maximum")
        self.assert_refused(["verify", "strassen/match3-to-sum2", "l=2", "m=4", "--by", "cover"], "--by")
        self.assert_refused(["verify", STRASSEN, "n=2", "--by", "luck"], "--by", "luck")
        for option in (["--first"], ["--failing", "3"]):
            self.assert_refused(["verify", STRASSEN, "n=2", "--variant", "repaired", "--by", "cover", *option], option[0])

    def test_by_counts_the_cover_says_what_enumeration_says(self):
        sizes = [("ea/next-token", "N=3", "tau=2", "context=3..5"), (MATCH2, "N=2..3", "M=2..3"),
                 ("ea/next-token-dot-product", "N=3", "tau=2", "context=5", "ratio=21/2"),
                 ("ea/next-token-dot-product", "N=3", "tau=2", "context=5", "ratio=211/20")]
        for words in sizes:
            with self.subTest(words=words):
                said = []
                for method in ("cover", "enumeration"):
                    documents = self.verdict(*words, "--by", method).documents()
                    said.append([(d["parameters"], d["verdict"], [(c["name"], c["verdict"]) for c in d["checks"]])
                                 for d in documents])
                    self.assertTrue(method == "enumeration" or
                                    all(d["details"]["cover"]["by"] == "counts" for d in documents))
                self.assertEqual(said[0], said[1])

    def test_the_heads_for_the_next_token_are_decided_at_the_sizes_of_the_paper(self):
        for theorem in ("ea/next-token", "ea/next-token-dot-product"):
            for context in (16, 64, 512):
                document = self.verdict(theorem, "N=16", "tau=2", f"context={context}", "--variant", "constructed").json()
                self.assertEqual((document["verdict"], document["evidence"]), ("holds", "cover"))
                self.assertEqual(document["inputs"]["checked"], str(16 ** context))
                # exp(beta) is the least integer above the bound (L - 2)(4N - 5)/2.
                g, rest, most = (context - 2) * 59 // 2 + 1, context - 2, 30
                worst = 0 if theorem == "ea/next-token" else rest * most / (2 * g + rest)
                self.assertAlmostEqual(float(document["margins"]["output_error"]["upper"]), worst, delta=1e-12)
                self.assertAlmostEqual(float(document["margins"]["output_error"]["lower"]), worst, delta=1e-12)

    def test_failing_inputs_are_counted_where_there_are_more_than_can_be_visited(self):
        # With one ReLU a(1) < a(n) is called equal: m^(n-2) * m(m-1)/2 inputs of m^n.
        text = (EXAMPLES / "equal_ends.theorem").read_text(encoding="utf-8")
        limits = "limit verify n <= 6, m <= 6"
        self.assertIn(limits, text)
        self.write("ends.theorem", text.replace(limits, "limit verify n <= 20, m <= 20"))
        words = ("ends.theorem", "--variant", "one_sided", "--by", "cover", "--count")
        for n, m in ((3, 4), (13, 12), (20, 20)):
            inputs = self.verdict(*words, f"n={n}", f"m={m}").json()["inputs"]
            self.assertEqual((inputs["space"], inputs["failing"]),
                             (str(m ** n), str(m ** (n - 2) * m * (m - 1) // 2)))
        self.assertEqual(self.verdict("ends.theorem", "--variant", "one_sided", "--by", "enumeration", "n=3",
                                      "m=4").json()["inputs"]["failing"], "24")

    def test_of_some_words_only_the_judged_ones_are_covered(self):
        # The answer is the last symbol; where it is m the output is one less.
        text = """attest-theorem 1
theorem last "the last symbol"
sizes   n >= 2, m >= 2
input   a : [n] -> [m]
%s
tokens  i in [n] carry num = a(i)
task    at n, number: a(n) + 0/(a(1) - a(2))
layer   residual
  embed   num = num, big = ind(num = m), pos = i, one = 1, first = 0
  head softmax, scale 40
    over j in [n]
    query (i) = (one)
    key (j) = (pos)
    value (j) = (first: num - big)
readout first
check   output
"""
        differ = "where   a(1) != a(2)"
        self.write("differ.theorem", text % differ)
        self.write("small.theorem", text % (differ + "\njudged if a(n) < m"))
        self.write("never.theorem", text % "where   a(1) > m")
        self.write("undefined.theorem", text % "where   1/(a(1) - a(2)) != 0")
        self.write("sorted.theorem", text % "where   a(1) < a(2)\nwhere   forall i in [n - 1]: a(i) <= a(i + 1)")
        for name in ("differ", "small", "never", "undefined", "sorted"):
            for words in (("n=3", "m=3"), ("n=4", "m=2")):
                by_cover, one_by_one = (self.verdict(f"{name}.theorem", *words, "--by", by, *count).json()
                                        for by, count in (("cover", ["--count"]), ("enumeration", [])))
                self.assertEqual(by_cover["verdict"], one_by_one["verdict"])
                self.assertEqual(by_cover["inputs"], one_by_one["inputs"])
        n, m = 40, 7
        inputs = m ** (n - 1) * (m - 1)
        differ = self.verdict("differ.theorem", f"n={n}", f"m={m}", "--count").json()
        self.assertEqual((differ["verdict"], differ["inputs"]["space"], differ["inputs"]["failing"]),
                         ("refuted", str(inputs), str(inputs // m)))
        word = differ["counterexample"]["input"]["a"]
        self.assertTrue(word[0] != word[1] and word[-1] == m)
        small = self.verdict("small.theorem", f"n={n}", f"m={m}").json()
        self.assertEqual((small["verdict"], small["evidence"], small["inputs"]["not_judged"]),
                         ("holds", "cover", str(inputs // m)))
        self.assert_refused(["verify", "sorted.theorem", "n=20", "m=20", "--by", "cover"], "is not told by 2000000 boxes")

    def test_a_part_is_enumerated_unless_one_says_otherwise(self):
        self.assertEqual(self.verdict(STRASSEN, "n=2", "--variant", "repaired", "--part", "0/2").json()["evidence"],
                         "enumeration")

    def test_a_cover_out_of_budget_says_how_much_is_closed(self):
        result = self.verdict(RELATION, "m=12", "--variant", "repaired", "--by", "cover", "--budget", "1", "--quiet")
        document = result.json()
        self.assertEqual((result.status, document["verdict"]), (3, "undecided"))
        self.assertRegex(document["reason"], r"budget was used up after \d+ candidates for the best tuple were closed")
        self.assertEqual(document["inputs"]["checked"], "0")


if __name__ == "__main__":
    unittest.main()
