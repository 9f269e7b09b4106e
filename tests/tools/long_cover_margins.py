"""The margins and counts of attest verify --by cover beside those of an enumeration, and how a cover ends early."""

import os
import pathlib
import re
import signal
import subprocess
import time
import unittest
from fractions import Fraction

from cli import POLY, STRASSEN, CommandTest, program

RELATION = "strassen/relation-composition"
QUOTIENT = "strassen/quotient-composition"
MATCH3 = "strassen/match3"
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
MARGINS = ("score_gap", "output_error", "decision_margin")
# Catalogue claims at sizes where both methods run, weakened ones among them.
SETTINGS = ((STRASSEN, "n=2"), (STRASSEN, "n=3"), (RELATION, "m=2"), (MATCH3, "n=3", "m=5"), (MATCH3, "n=4", "m=4"),
            ("strassen/third-order-match3", "n=3", "m=4"), (QUOTIENT, "m=2", "factor=5"), (QUOTIENT, "m=2", "factor=6"),
            (POLY, "t=2", "n=2", "A2=14"), (POLY, "t=3", "n=2", "A2=28"), (POLY, "t=2", "n=3", "A2=16"))


def expected_settings(path):
    """Variant and sizes of the first three lines of a theorem file that expect a verdict that holds; of ranges their first two."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = re.match(r"expect\s+(\w+\s+)?holds at ([^#]+)", line.strip())
        if not match:
            continue
        sizes = [re.sub(r"=(\d+)\.\.(\d+)", lambda r: f"={r[1]}..{min(int(r[1]) + 1, int(r[2]))}", word)
                 for word in match.group(2).split()]
        found.append(["--variant", match.group(1).strip(), *sizes] if match.group(1) else sizes)
    return found[:3]


class CoverMargins(CommandTest):
    def both(self, *words):
        documents = []
        for method in ("cover", "enumeration"):
            result = self.attest("verify", *words, "--by", method, "--format", "json", "--quiet", timeout=60)
            documents.append([d for d in result.documents() if d["inputs"]["checked"] != "0"] if result.out else [])
        return documents

    def intersect(self, one, other):
        self.assertLessEqual(Fraction(one["lower"]), Fraction(other["upper"]))
        self.assertLessEqual(Fraction(other["lower"]), Fraction(one["upper"]))

    def compare(self, covered, visited):
        self.assertEqual(covered["verdict"], visited["verdict"])
        if covered["verdict"] != "holds":
            return 0
        for name in MARGINS:
            one, other = covered["margins"][name], visited["margins"][name]
            self.assertEqual(one is None, other is None, name)
            if one is None:
                continue
            self.intersect(one, other)
            if name == "score_gap":
                self.assertEqual(one["exact"], other["exact"])
        self.assertIsNotNone(covered["worst_input"])
        return 1

    def test_the_margins_of_both_methods_intersect_in_the_catalogue(self):
        held = 0
        for words in SETTINGS:
            with self.subTest(words=words):
                for covered, visited in zip(*self.both(*words)):
                    held += self.compare(covered, visited)
        self.assertGreater(held, len(SETTINGS) // 2)

    def test_the_margins_of_both_methods_intersect_in_the_gallery(self):
        held = 0
        for path in sorted(EXAMPLES.glob("*.theorem")):
            for sizes in expected_settings(path)[:2]:
                with self.subTest(path=path.name, sizes=sizes):
                    covered, visited = self.both(str(path), *sizes)
                    for one, other in zip(covered, visited):
                        held += self.compare(one, other)
        self.assertGreater(held, 10)

    def test_a_small_factor_brings_the_ends_together(self):
        words = (RELATION, "m=2", "--variant", "repaired", "--by", "cover", "--format", "json", "--quiet")
        wide = self.attest("verify", *words).json()["margins"]["decision_margin"]
        near = self.attest("verify", *words, "--margin", "1.0001").json()["margins"]["decision_margin"]
        self.assertLessEqual(Fraction(near["upper"]), Fraction("1.00011") * Fraction(near["lower"]))
        self.assertLessEqual(Fraction(wide["lower"]), Fraction(near["lower"]))
        for bad in ("1", "0", "-2", "two", ""):
            self.assert_refused(["verify", RELATION, "m=2", "--by", "cover", "--margin", bad], "--margin")
        self.assert_refused(["verify", RELATION, "m=2", "--variant", "repaired", "--margin", "2"], "--margin")

    def test_errors_far_below_a_double_keep_their_digits(self):
        words = (STRASSEN, "n=48", "--variant", "repaired", "--by", "cover", "--format", "json", "--quiet")
        error = self.attest("verify", *words, timeout=100).json()["margins"]["output_error"]
        self.assertLess(Fraction(error["upper"]), Fraction(1, 10**370))
        self.assertGreater(2 * Fraction(error["lower"]), Fraction(error["upper"]))

    def test_failing_inputs_are_counted_as_an_enumeration_counts_them(self):
        for words in ((QUOTIENT, "m=2", "factor=4"), (QUOTIENT, "m=2", "factor=2"), (POLY, "t=2", "n=2", "A2=4"),
                      (RELATION, "m=2", "--variant", "repaired")):
            with self.subTest(words=words):
                covered = self.attest("verify", *words, "--by", "cover", "--count", "--format", "json", timeout=60)
                visited = self.attest("verify", *words, "--by", "enumeration", "--format", "json", timeout=60)
                self.assertEqual([d["inputs"] for d in covered.documents()], [d["inputs"] for d in visited.documents()])
        self.assert_refused(["verify", RELATION, "m=2", "--variant", "repaired", "--count"], "--count")

    def test_what_there_is_to_look_at_is_said_before(self):
        result = self.attest("verify", RELATION, "m=6", "--variant", "repaired")
        self.assertRegex(result.err, r"2\^72 inputs, by cover, since enumeration .* at most 186624 candidates .* 241864704 terms")

    def test_a_signal_leaves_no_verdict_that_holds(self):
        command = [program(), "verify", RELATION, "m=12", "--variant", "repaired", "--format", "json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.directory) as process:
            time.sleep(2)
            os.kill(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertIn(b'"verdict":"undecided"', out)
        self.assertRegex(out.decode(), r"interrupted (after \d+ candidates|before)")


if __name__ == "__main__":
    unittest.main()
