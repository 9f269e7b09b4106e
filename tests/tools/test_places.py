"""Where a message says that something is wrong: file, line, column, and a caret below the place."""
import unittest

from cli import CommandTest

ARGMAX = """attest-theorem 1
theorem argmax "One softmax head returns the position of the maximum"
sizes   n >= 1, m >= n                             limit verify n <= 12
param   c = 3
input   a : [n] -> [m] injective
tokens  i in [n+1] carry num = if i <= n then a(i) else 0
task    at n+1, number: argmax j in [n]: a(j)
layer   residual
  embed pos = i, num = num, one = 1, out = 0       @enc
  head softmax, scale log(2*n)                     @scale
    query = (c*one)
    key = (num)
    value = (out: pos)                             @value
readout out                                        @readout
check   output
"""


class Places(CommandTest):
    def refused(self, text, *message):
        self.write("f.theorem", text)
        result = self.attest("verify", "f.theorem", "n=2", "m=2")
        self.assertEqual((result.status, result.out), (2, ""))
        for part in message:
            self.assertIn(part, result.err)

    def test_what_only_the_evaluation_finds_is_shown_in_the_file(self):
        self.refused(ARGMAX.replace("number: argmax j in [n]: a(j)", "number: 1 < 2"),
                     "f.theorem:7:25: expected a number as the whole, found a condition",
                     "\n  task    at n+1, number: 1 < 2\n                          ^~~~~\n")

    def test_a_patch_is_shown_where_it_stands_also_on_several_lines(self):
        self.refused(ARGMAX + "variant odd:\n  change key =\n   (num +\n    symbol(1)) because \"of this\"\n",
                     "f.theorem:19:5: in the variant 'odd': 'symbol' is not known here",
                     "\n      symbol(1)) because \"of this\"\n      ^~~~~~~~~\n")
        self.refused(ARGMAX.replace("check   output", "check   output, error <= max(sqrt(n), 2)"),
                     "f.theorem:15:26: ")

    def test_names_are_looked_at_beside_a_statement_that_cannot_be_read(self):
        self.refused(ARGMAX.replace("(c*one)", "(c*one").replace("key = (num)", "key = (nmu)"),
                     "f.theorem:11:19: expected ')'", "f.theorem:12:12: 'nmu' is not known here")
        # Of what a broken statement may have declared nothing is said.
        self.write("g.theorem", ARGMAX.replace("param   c = 3", "param   c = = 3"))
        message = self.assert_refused(["check", "g.theorem"], "g.theorem:4:13: ")
        self.assertEqual(message.count("g.theorem:"), 1, message)

    def test_a_witness_of_what_is_ill_formed_names_the_mark_of_its_statement(self):
        for old, new, mark in (("one = 1", "one = 1/(n-2)", "enc"), ("scale log(2*n)", "scale 1/(n-2)", "scale"),
                               ("(out: pos)", "(out: pos/(n-2))", "value"), ("readout out", "readout out/(n-2)", "readout")):
            with self.subTest(mark=mark):
                self.write("f.theorem", ARGMAX.replace(old, new))
                verdict = self.verdict("f.theorem", "n=2", "m=2")
                self.assertEqual(verdict["verdict"], "ill-formed")
                self.assertIn(f" (@{mark}; line ", verdict["reason"])
                self.assertIn("a division by zero", verdict["reason"])

    def test_check_says_what_is_ill_formed(self):
        self.write("f.theorem", ARGMAX.replace("one = 1", "one = 1/(n-2)") + "expect  ill-formed at n=2 m=2\n")
        self.assertIn("it is ill-formed here: the encoding of token 1: a division by zero (@enc; line 9 of the theorem file)",
                      self.attest("check", "f.theorem", columns=300).out)

    def test_a_refuted_assertion_names_its_mark(self):
        self.write("f.theorem", ARGMAX.replace("check   output", "check   output, assert n >= 3  @bound"))
        checks = {c["name"]: c for c in self.verdict("f.theorem", "n=2", "m=2")["checks"]}
        self.assertEqual(checks["assert"]["verdict"], "refuted")
        self.assertTrue(checks["assert"]["reason"].endswith(" (@bound)"))


class NothingBefore(CommandTest):
    """Every variant and setting is looked at before the first is run: a refusal has no results before it."""

    def test_a_variant_that_cannot_be_built(self):
        self.write("f.theorem", ARGMAX + "variant bare: drop query\n")
        self.assert_refused(["verify", "f.theorem", "n=2", "m=2"], "f.theorem:10:3: there is no query")
        self.write("f.theorem", ARGMAX + "variant bare: drop query\nexpect stated holds, bare refuted at n=2 m=2\n")
        self.assert_refused(["verify", "f.theorem", "--format", "json"], "f.theorem:10:3: there is no query")

    def test_a_later_setting_that_cannot_be_built(self):
        self.write("f.theorem", ARGMAX.replace("layer   residual", "layer   d = 65530 + 4*n, residual"))
        self.assert_refused(["verify", "f.theorem", "n=1..3", "m=3"], "f.theorem:8:")

    def test_a_bound_of_another_form_is_found_by_reading(self):
        self.write("f.theorem", ARGMAX.replace("check   output", "check   output, gap <= 3"))
        self.assert_refused(["check", "f.theorem"], "f.theorem:15:17: a bound has the form gap >= ..")


class Extensions(CommandTest):
    CHILD = 'attest-theorem 1\ntheorem mine/child extends "base.theorem"\nchange param c = 4\n'

    def setUp(self):
        super().setUp()
        self.write("base.theorem", ARGMAX)

    def test_what_is_wrong_in_the_base_is_shown_in_the_base(self):
        self.write("base.theorem", ARGMAX.replace("number: argmax j in [n]: a(j)", "number: 1 < 2"))
        self.write("child.theorem", self.CHILD)
        self.assert_refused(["verify", "child.theorem", "n=2", "m=2"], "base.theorem:7:25: expected a number")

    def test_what_is_ill_formed_in_the_base_says_so(self):
        self.write("base.theorem", ARGMAX.replace("readout out", "readout out/(n-2)"))
        self.write("child.theorem", self.CHILD)
        self.write("grandchild.theorem", 'attest-theorem 1\ntheorem mine/last extends "child.theorem"\nchange param c = 5\n')
        self.assertIn("; line 14 of base.theorem)", self.verdict("grandchild.theorem", "n=2", "m=2")["reason"])
        reason = self.verdict("child.theorem", "n=2", "m=2")["reason"]
        self.assertIn("; line 14 of base.theorem)", reason)

    def test_what_is_wrong_in_a_change_is_shown_in_the_change(self):
        self.write("child.theorem", self.CHILD + "change readout = nuo\n")
        self.assert_refused(["check", "child.theorem"], "child.theorem:4:18: with its changes: 'nuo' is not known here")

    def test_its_changes_are_shown_and_its_statement_is_its_own(self):
        self.write("child.theorem", self.CHILD)
        shown = self.attest("show", "child.theorem", "--format", "json").json()
        self.assertEqual(shown["variants"][0]["changes"], ["param c: 3 becomes 4"])
        self.assertEqual(shown["statement"], "base.theorem (stated) with changes")
        self.write("mid.theorem", "attest-theorem 1\ntheorem mine/mid extends strassen/function-composition (repaired)\n"
                                  "change task = at 2*n+1, number: g(x)\nchange value 3 (k) = (k - n)\ndrop growth\n")
        self.assertNotIn("h(g(x))", self.attest("show", "mid.theorem", "--format", "json").json()["statement"])

    def test_the_hash_of_a_base_of_the_catalogue_is_on_record(self):
        self.write("mid.theorem", "attest-theorem 1\ntheorem mine/mid extends strassen/function-composition (repaired)\n"
                                  "change task = at 2*n+1, number: g(x)\nchange value 3 (k) = (k - n)\ndrop growth\n")
        verdict = self.verdict("mid.theorem", "n=2", status=0)
        self.assertRegex(verdict["files"]["strassen/function-composition"], "^sha256 [0-9a-f]{64}$")


if __name__ == "__main__":
    unittest.main()
