"""attest fmt and attest check: theorem files from outside."""

import json
import os
import pathlib
import re
import unittest

from cli import CommandTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARGMAX = (ROOT / "examples" / "argmax.theorem").read_text(encoding="utf-8")
LOOSE = ARGMAX.replace("sizes   n", "sizes n").replace("[n + 1]", "[n+1]")
MIDDLE = """attest-theorem 1
theorem warm extends "argmax.theorem" (stated)
change  c = 1/10  because "a warm softmax averages"
expect  refuted at n=3 m=4
"""


class Fmt(CommandTest):
    def test_files_are_rewritten_in_the_one_layout_and_those_that_change_are_named(self):
        self.write("loose.theorem", LOOSE)
        self.write("good.theorem", ARGMAX)
        result = self.attest("fmt", "loose.theorem", "good.theorem")
        self.assertEqual((result.status, result.out, result.err), (0, "loose.theorem\n", ""))
        self.assertEqual((self.directory / "loose.theorem").read_text(), ARGMAX)
        self.assertEqual(self.attest("fmt", "loose.theorem", "good.theorem").out, "")
        self.assertEqual(self.files(), ["good.theorem", "loose.theorem"])

    def test_check_names_the_files_and_leaves_them(self):
        self.write("loose.theorem", LOOSE)
        result = self.attest("fmt", "--check", "loose.theorem")
        self.assertEqual((result.status, result.out, result.err), (1, "loose.theorem\n", ""))
        self.assertEqual((self.directory / "loose.theorem").read_text(), LOOSE)
        self.attest("fmt", "loose.theorem")
        result = self.attest("fmt", "--check", "loose.theorem")
        self.assertEqual((result.status, result.out, result.err), (0, "", ""))

    def test_standard_input_goes_to_standard_output(self):
        result = self.attest("fmt", "-", stdin=LOOSE.encode())
        self.assertEqual((result.status, result.out, result.err), (0, ARGMAX, ""))
        result = self.attest("fmt", "--check", "-", stdin=LOOSE.encode())
        self.assertEqual((result.status, result.out), (1, "standard input\n"))

    def test_a_private_file_stays_private(self):
        self.write("loose.theorem", LOOSE)
        os.chmod(self.directory / "loose.theorem", 0o600)
        self.attest("fmt", "loose.theorem")
        self.assertEqual((self.directory / "loose.theorem").stat().st_mode & 0o777, 0o600)

    def test_an_error_in_one_file_leaves_all_as_they_are(self):
        self.write("loose.theorem", LOOSE)
        self.write("wrong.theorem", LOOSE.replace("check ", "chekc "))
        result = self.attest("fmt", "loose.theorem", "wrong.theorem")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("wrong.theorem:15:1: 'chekc' begins no statement; did you mean 'check'?", result.err)
        self.assertEqual((self.directory / "loose.theorem").read_text(), LOOSE)

    def test_a_file_that_would_be_too_large(self):
        self.write("loose.theorem", LOOSE)
        self.assert_refused(["fmt", "--max-bytes", "100", "loose.theorem"], "--max-bytes", "nothing was written")
        self.assertEqual((self.directory / "loose.theorem").read_text(), LOOSE)


class Check(CommandTest):
    def test_what_a_file_states_is_said(self):
        self.write("argmax.theorem", ARGMAX)
        result = self.attest("check", "argmax.theorem")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(result.out, """\
argmax.theorem: theorem argmax "One softmax head returns the position of the maximum"
  sizes          n >= 1
                 m >= n
  parameters     c = 3
  inputs         a : [n] -> [m] injective
  tokens         i in [n + 1] carry num = if i <= n then a(i) else 0
  task           at n + 1, number: argmax j in [n]: a(j)
  heads          softmax, scale log(2*n)
  checks         output
  also           error <= n^2*(2*n)^-c
  expect         holds at n=2..4 m=4
                 cold refuted(construction) at n=3 m=4
  variant        stated: as it stands
  variant        cold: param c: 3 becomes 1/10, because a warm softmax averages
  space          stated n=2 m=4 c=3: 12 inputs, 1 judged output each; exact sums, one input at a
                 time; 36 steps, under 0.01 s
                 stated n=4 m=4 c=3: 24 inputs, 1 judged output each; exact sums, one input at a
                 time; 120 steps, under 0.01 s
                 cold n=3 m=4 c=1/10: 24 inputs, 1 judged output each; exact sums, one input at a
                 time; 96 steps, under 0.01 s
""")

    def test_sizes_that_there_are_none_of_are_refused(self):
        for sizes, said in (("n >= 3, n <= 2, m >= n", "no n meets n >= 3, n <= 2"),
                            ("n >= 1, m >= 1, 2 > m, m mod 2 = 0", "no m meets m >= 1, 2 > m, m mod 2 = 0"),
                            ("n >= 3, m >= n    limit verify n < 5/2",
                             "no n meets n >= 3, n < 5/2 with the limits of 'verify'")):
            with self.subTest(sizes=sizes):
                self.write("none.theorem", re.sub("(?m)^sizes.*$", "sizes " + sizes, ARGMAX, count=1))
                self.assert_refused(["check", "none.theorem"], said)
        self.write("one.theorem", re.sub("(?m)^sizes.*$", "sizes n >= 1, m >= n, m mod 2 = 0  limit verify n <= 4", ARGMAX,
                                         count=1))
        self.assertEqual(self.attest("check", "one.theorem").status, 0)

    def test_programs_of_the_catalogue_are_checked_in_its_own_text_alone(self):
        text = self.attest("show", "anna/k-hop", "--format", "theorem").out
        self.write("mine.theorem", text + "note \"mine\"\n")
        self.assert_refused(["check", "mine.theorem"], "a variant that is a program is one of this program's catalogue")
        result = self.attest("check", str(ROOT / "constructions/anna/k_hop.theorem"))
        self.assertEqual(result.status, 0)
        self.assertIn("printed N=5 sigma=5 k=1 s=2: 3125 inputs, 5 judged outputs each; one input at", result.out)
        self.assertIn("703125 steps, about 0.07 s", result.out)

    def test_json_says_the_same(self):
        self.write("argmax.theorem", ARGMAX)
        result = self.attest("check", "argmax.theorem", "--format", "json")
        document = json.loads(result.out)
        self.assertEqual(document["schema"], "attest/check/1")
        theorem, = document["theorems"]
        self.assertEqual((theorem["file"], theorem["theorem"], theorem["extends"]), ("argmax.theorem", "argmax", None))
        self.assertEqual(theorem["statements"]["sizes"], ["n >= 1", "m >= n"])
        self.assertEqual([variant["name"] for variant in theorem["variants"]], ["stated", "cold"])
        self.assertEqual([(one["steps"], one["seconds"]) for one in theorem["space"]],
                         [("36", "4e-05"), ("120", "1e-04"), ("96", "1e-04")])
        self.assertEqual(theorem["variants"][1]["changes"], ["param c: 3 becomes 1/10, because a warm softmax averages"])

    def test_a_theorem_that_extends_a_file_beside_it_is_said_as_a_whole(self):
        (self.directory / "folder").mkdir()
        self.write("folder/argmax.theorem", ARGMAX)
        self.write("folder/warm.theorem", MIDDLE)
        result = self.attest("check", "folder/warm.theorem")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("folder/warm.theorem: theorem warm\n  extends        argmax.theorem (stated)\n"
                      "                 change c = 1/10  because \"a warm softmax averages\"\n", result.out)
        self.assertIn("parameters     c = 1/10\n", result.out)

    def test_a_base_that_is_wrong_or_missing(self):
        self.write("warm.theorem", MIDDLE)
        self.assert_refused(["check", "warm.theorem"], "extends", '"argmax.theorem"', "can be read")
        self.write("argmax.theorem", ARGMAX.replace("variant cold", "variant stated"))
        result = self.attest("check", "warm.theorem")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("argmax.theorem:16:1: 'stated' is the theorem as it stands", result.err)
        self.write("argmax.theorem", ARGMAX)
        self.write("warm.theorem", MIDDLE.replace("change  c", "change  d2"))
        result = self.attest("check", "warm.theorem")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("warm.theorem:3:1: the theorem has no 'd2'", result.err)

    def test_all_errors_of_all_files_are_told(self):
        self.write("one.theorem", ARGMAX.replace("check ", "chekc ").replace("readout out", "readout"))
        self.write("two.theorem", "no theorem\n")
        result = self.attest("check", "one.theorem", "two.theorem")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual([line for line in result.err.splitlines() if ".theorem:" in line],
                         ["one.theorem:14:8: expected an expression, found the end of the statement",
                          "one.theorem:15:1: 'chekc' begins no statement; did you mean 'check'?",
                          "two.theorem:1:1: a theorem file begins with the line 'attest-theorem 1'"])

    def test_every_file_of_the_repository(self):
        files = sorted(str(path) for folder in ("examples", "constructions", "lowerbounds", "reductions") for path in (ROOT / folder).rglob("*.theorem"))
        self.assertGreater(len(files), 20)
        result = self.attest("check", *files)
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(" ".join(result.out.split()).count(": theorem "), len(files))
        self.assertEqual(self.attest("fmt", "--check", *files).out, "")


class BadInput(CommandTest):
    def test_what_is_no_theorem_file(self):
        self.write("argmax.txt", ARGMAX)
        for command in ("fmt", "check"):
            with self.subTest(command=command):
                self.assert_refused([command], "FILE", "missing")
                self.assert_bad_value([command, "argmax.txt"], "FILE", "argmax.txt")
                self.assert_bad_value([command, "none.theorem"], "FILE", "none.theorem")
                self.assert_bad_value([command, "-", "-"], "FILE", "-")
                self.assert_refused([command, "--part", "0/2", "argmax.theorem"], "--part", "no use")

    def test_a_hostile_file_gets_lines_and_not_a_crash(self):
        for name, text in (("binary", b"attest-theorem 1\n\xff\xfe\x00"), ("deep", b"attest-theorem 1\nreadout " + b"(" * 100000),
                           ("tower", b"attest-theorem 1\nreadout " + b"9^" * 50000 + b"9"),
                           ("digits", b"attest-theorem 1\nreadout " + b"9" * 100000),
                           ("commas", b"attest-theorem 1\nreadout (" + b"1," * 90000),
                           ("heads", b"attest-theorem 1\ntheorem t\nlayer\n" + b"head softmax\n" * 40000),
                           ("patches", b"attest-theorem 1\ntheorem t extends u\n" + b"change c = 1\n" * 20000),
                           ("large", b"#" * (2 << 20))):
            with self.subTest(name=name):
                (self.directory / "hostile.theorem").write_bytes(text)
                result = self.attest("check", "hostile.theorem", timeout=10)
                self.assertIn(result.status, (0, 2))
                self.assertEqual(result.status == 2, bool(result.err))
                self.assertLess(len(result.err), 1 << 16)


if __name__ == "__main__":
    unittest.main()
