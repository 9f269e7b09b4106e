"""What a theorem file says twice, in vain, or too much of, and what `check` says of its sizes."""

import signal
import time
import unittest

from cli import CommandTest

BASE = """attest-theorem 1
theorem fetch "Every token fetches its own number"
sizes   n >= 1
input   a : [n] -> [n]
tokens  i in [n] carry num = a(i)
task    at every i, number: a(i)
layer
  embed   pos = i, num = num, one = 1, out = 0
  head exact-match
    query = (pos)
    key = (pos)
    value = (out: num)
readout out
check   output
expect  holds at n=1..3
"""
EXPECT = "expect  holds at n=1..3\n"

ONE_HOT = """attest-theorem 1
theorem onehot "Positions as unit vectors"
sizes   n >= 1
input   a : [n] -> [n]
tokens  i in [n] carry num = a(i)
task    at every i, number: a(i)
layer
  embed   pos = unit(i, n), num = num, one = 1, out = 0
  head softmax, scale log(8*n^2)
    query = each k in [n]: pos(k)
    key = each k in [n]: pos(k)
    value = (out: num)
readout out
check   output
"""


class FileTest(CommandTest):
    def changed(self, *changes):
        text = BASE
        for old, new in changes:
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        self.write("f.theorem", text)

    def refused(self, message, *arguments):
        result = self.attest(*arguments)
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn(message, result.err)


class Expectations(FileTest):
    def test_two_lines_that_contradict_each_other_are_refused(self):
        for second in ("expect holds at n=1..3", "expect holds at n=1 full", "expect stated holds at n=1"):
            self.changed((EXPECT, f"expect refuted at n=1..2\n{second}\n"))
            for command in ("verify", "check", "audit"):
                self.refused("f.theorem:16:8: expect: stated at n=1: got holds, but line 15 expects refuted",
                             command, "f.theorem")

    def test_two_kinds_contradict_each_other_and_no_kind_contradicts_none(self):
        self.changed((EXPECT, "expect refuted(display) at n=2\nexpect refuted(construction) at n=2\n"))
        self.refused("got refuted(construction), but line 15 expects refuted(display)", "verify", "f.theorem")
        self.changed(("readout out", "readout out + 1"),
                     (EXPECT, "expect refuted at n=2\nexpect refuted(construction) at n=2\n"))
        self.assertEqual(self.attest("verify", "f.theorem").status, 0)

    def test_every_input_that_must_fail_is_replayed(self):
        self.changed(("readout out", "readout out + ind(n = 2)*(out - 1)"),
                     (EXPECT, "expect refuted at n=2 by rank:0\nexpect refuted at n=2 by rank:1\n"))
        result = self.attest("verify", "f.theorem", columns=200)
        self.assertEqual(result.status, 1)
        self.assertIn("rank:0 does not fail; rank:1 fails, as expected", result.out)

    def test_a_setting_of_a_quick_and_a_full_line_is_quick(self):
        self.changed((EXPECT, "expect holds at n=1..2 full\nexpect holds at n=2\n"))
        self.assertIn("1 of 1 verdicts as expected", self.attest("verify", "f.theorem").out)


class Readings(FileTest):
    def test_a_reading_of_what_stands_nowhere_is_refused(self):
        self.changed((EXPECT, 'read 1/(n - 2) as 1  because "it is 1 there"\n'))
        for command in (("verify", "f.theorem", "n=2"), ("check", "f.theorem")):
            self.refused("f.theorem:15:1: 1/(n - 2) stands nowhere in tokens, layers and readout", *command)

    def test_a_reading_serves_if_one_variant_has_its_place(self):
        self.changed((EXPECT, 'read 1/(n - 2) as 1  because "it is 1 there"\n'
                      "variant printed\n  change readout = out*(1/(n - 2))  because \"so it stands\"\n"
                      "variant whole\n  change readout = out*1  because \"one is enough\"\n"))
        self.assertEqual(self.attest("check", "f.theorem").err, "")

    def test_two_readings_of_one_literal_are_refused(self):
        self.changed((EXPECT, 'read out as out  because "a"\nread out as 2*out  because "b"\n'))
        self.refused("f.theorem:16:1: a second reading of out, which line 15 reads", "verify", "f.theorem", "n=2")


class Limits(FileTest):
    def test_what_is_too_large_is_refused_at_once(self):
        for change, message in ((("layer\n", "layer d = 1000000000\n"), "d = 1000000000 is more than 65536"),
                                (("head exact-match", "head exact-match for S in [1000000]"),
                                 "1000000 heads or layers of one family are more than 4096"),
                                (("out = 0", "out = 0, pad = zeros(252)"), "more than 256 names")):
            self.changed(change)
            start = time.monotonic()
            self.refused(message, "verify", "f.theorem", "n=2")
            self.assertLess(time.monotonic() - start, 5)

    def test_one_input_of_a_large_setting_ends_at_a_signal(self):
        self.write("o.theorem", ONE_HOT)
        for number in (signal.SIGTERM, signal.SIGINT):
            process = self.start("run", "o.theorem", "n=150", "--input", "rank:0")
            time.sleep(1)
            process.send_signal(number)
            out, err = process.communicate(timeout=10)
            self.assertEqual((process.returncode, out), (128 + number, b""))
            self.assertEqual(err, b"attest: interrupted before there was a result\n")


class Check(FileTest):
    def test_the_extent_of_the_first_and_the_last_setting_is_told(self):
        self.changed((EXPECT, "expect  holds at n=1..3; at n=5 full\n"))
        lines = self.attest("check", "f.theorem", columns=200).out.splitlines()
        first, last = lines[-2:]
        self.assertIn("  space          stated n=1: 1 input, 1 judged output each; exact sums, one input at a time; ", first)
        self.assertIn("stated n=3: 27 inputs, 3 judged outputs each; exact sums, one input at a time; ", last)
        space = self.attest("check", "f.theorem", "--format", "json").json()["theorems"][0]["space"]
        self.assertEqual([(s["parameters"], s["inputs"], s["judged"]) for s in space], [("n=1", "1", 1), ("n=3", "27", 3)])

    def test_what_has_no_type_is_found_without_a_run(self):
        for task in ("1 < 2", "(1, 2)", "a", "num"):
            self.changed(("number: a(i)", f"number: {task}"))
            result = self.attest("check", "f.theorem")
            self.assertEqual((result.status, result.out), (2, ""), task)
            self.assertIn("f.theorem:6:29: ", result.err)

    def test_show_names_the_file_in_the_command_that_it_recommends(self):
        self.changed()
        text = self.attest("show", "f.theorem", columns=200).out
        self.assertIn("`attest show f.theorem --variant stated`, followed by", text)
        self.assertEqual(self.attest("show", "f.theorem", "--variant", "stated", "n=2").status, 0)


if __name__ == "__main__":
    unittest.main()
