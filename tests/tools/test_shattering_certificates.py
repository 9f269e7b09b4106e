"""Certificates of shattered sets and attest-check-shattering, which has no code of attest: what is true is accepted, whatever was done to it is
not."""

import json
import unittest

import shattering_oracle
from certificate_attacks import EXAMPLES, TESTS, AttackedCertificates
from cli import CommandTest, changed
from test_certificates import GOLDEN as OTHERS

GOLDEN = TESTS / "accepted" / "shattering-certificates"
REJECTED = TESTS / "rejected" / "shattering-certificates"
PROGRAM = "attest-check-shattering"
# Where each golden certificate comes from, and what it says.
COMMANDS = {
    "indexing": (["shatter", "indexing", "n=3"], "indexing (named) at n=3: split-VC is 3"),
    "constant": (["shatter", "indexing", "n=1"], "indexing (named) at n=1: split-VC is 0"),
    "disjointness": (["shatter", "disjointness", "m=3"], "disjointness (named) at m=3: split-VC is 3"),
    "sum2": (["shatter", "sum2", "l=4"], "sum2 (named) at l=4, m=8: split-VC is 3"),
    "connectivity": (["shatter", "connectivity", "n=4"], "connectivity (named) at n=4: split-VC is 2"),
    "random": (["shatter", "random", "n=5", "--seed", "2"], "random (table) at n=5, seed=2: split-VC is 2"),
    "one_partition": (["shatter", "random", "n=9", "--seed", "1", "--partition", "1,2,3"],
                      "random (table) at n=9, seed=1: the VC dimension with rows on positions {1, 2, 3} is 4"),
    "claimed_rows": (["verify", f"{EXAMPLES}/shattered_multiplexer.theorem", "k=1", "--variant", "stated"],
                     "own:shattered-addressing (stated) at k=1: split-VC is 2"),
    "claimed_rows_of_a_paper": (["verify", "strassen/sum2-shattered", "l=8", "--variant", "printed"],
                                "strassen/sum2-shattered (printed) at l=8: split-VC is at least 4"),
}


class ShatteringCertificates(AttackedCertificates, CommandTest):
    golden, rejected, least_attacks, program = GOLDEN, REJECTED, 40, PROGRAM
    edits, seed, kind = 100, 20261127, "certificates of shattered sets"
    is_true = staticmethod(shattering_oracle.is_true)

    def certified(self, *arguments, status=0):
        """The certificate's text and what attest says of it."""
        result = self.attest(*arguments, "--certificate", "c.jsonl")
        self.assertEqual(result.status, status, result.err)
        return (self.directory / "c.jsonl").read_text(), result.err

    def test_golden_certificates_are_what_attest_writes_and_are_accepted_by_checker_and_oracle(self):
        self.assertEqual(sorted(COMMANDS), sorted(path.stem for path in GOLDEN.iterdir()))
        for name, (arguments, claim) in COMMANDS.items():
            with self.subTest(name):
                golden = (GOLDEN / f"{name}.jsonl").read_text()
                text, err = self.certified(*arguments)
                self.assertEqual(text, golden)
                self.assertRegex(err, r"\Aattest: certificate: (split-VC|the VC dimension of this partition) is .*\n\Z")
                status, out, err = self.check_text(golden)
                self.assertEqual((status, err), (0, ""), out)
                self.assertRegex(out, r"\Aaccepted: .*\nestablished: .*\ntrusted: that the function of the first line .*\n\Z")
                self.assertEqual(out.splitlines()[0], f"accepted: {claim}")
                self.assertIs(shattering_oracle.is_true(golden), True)

    def test_every_line_is_needed_once_in_its_order(self):
        for name in ("disjointness", "random", "one_partition", "claimed_rows"):
            lines = (GOLDEN / f"{name}.jsonl").read_text().splitlines(True)[:-1]
            for at in range(1, len(lines)):
                if '"symmetry"' in lines[at]:
                    continue  # fewer of them leave more partitions, which may be too small for the set
                for changed_lines in (lines[:at] + lines[at + 1:], lines[:at] + lines[at:at + 1] + lines[at:]):
                    text = "".join(changed_lines) + f'{{"end":{len(changed_lines)}}}\n'
                    status, out, _ = self.check_text(text)
                    self.assertEqual(status, 1, (name, at, out))

    def test_every_witness_has_to_give_its_pattern(self):
        # Each column in the place of each other one.
        lines = (GOLDEN / "disjointness.jsonl").read_text().splitlines(True)
        columns = [at for at, line in enumerate(lines) if line.startswith('{"column":')]
        self.assertEqual(len(columns), 8)
        for at in columns:
            for other in columns:
                if at != other:
                    status, out, _ = self.check_text("".join([*lines[:at], lines[other], *lines[at + 1:]]))
                    self.assertEqual(status, 1, out)
                    self.assertRegex(out, rf"rejected: line {at + 1}, .*: the function is [01] at row [123] of this column")

    def test_other_cells_close_nothing_unless_they_are_small_as_well(self):
        # Each hint of a tree in turn is another cell, or none; what is accepted is still true.
        golden = (GOLDEN / "one_partition.jsonl").read_text()
        lines = golden.splitlines(True)
        nodes = [at for at, line in enumerate(lines) if line.startswith('{"cells":')]
        self.assertGreater(len(nodes), 3)
        statuses = []
        for at in nodes[:4]:
            cells = json.loads(lines[at])["cells"]
            for k in range(min(len(cells), 5)):
                for cell in (None, 0, 1, 2, 3):
                    if cell != cells[k]:
                        other = json.dumps({"cells": [*cells[:k], cell, *cells[k + 1:]]}, separators=(",", ":")) + "\n"
                        statuses.append(self.check_text("".join([*lines[:at], other, *lines[at + 1:]]))[0])
        self.assertLessEqual(set(statuses), {0, 1})
        self.assertGreater(statuses.count(1), len(statuses) // 3)

    def test_the_programs_name_each_other(self):
        for name, other, file in (("attest-check", PROGRAM, GOLDEN / "sum2.jsonl"), ("attest-check-cover", PROGRAM, GOLDEN / "random.jsonl"),
                                  (PROGRAM, "attest-check", OTHERS / "match3.jsonl"), (PROGRAM, "attest-check-cover", OTHERS / "cover_match3.jsonl")):
            self.assert_named(name, other, file)

    def test_what_is_too_large_to_be_gone_through_is_undecided_and_not_accepted(self):
        record = (GOLDEN / "disjointness.jsonl").read_text().splitlines()[0]
        domain = "[" + ",".join(map(str, range(1, 14))) + "]"  # 26 positions
        record = changed(record.replace("[[1,2,3]]", f"[{domain}]"), ('["m","3"]', '["m","13"]'), ('"at_least":3,"at_most":3', '"at_least":0,"at_most":{}'))
        hints = '\n{"split":[],"rows":[]}\n{"column":[' + ",".join("0" * 26) + ']}\n{"end":3}\n'
        status, out, _ = self.check_text(record.replace("{}", "0") + hints)
        self.assertEqual((status, out), (3, "undecided: a function of more than 24 positions\n"))
        self.assertEqual(self.check_text(record.replace("{}", "null") + hints)[0], 0)

    def test_a_truth_table_is_its_own_definition(self):
        self.write("table.txt", "3 2\n010 110 001\n")
        text, _ = self.certified("shatter", "--truth-table", "table.txt")
        self.assertIn('"values":[0,1,2]}],"function":{"table":"010110001"}', text)
        self.assertEqual(self.check_text(text)[0], 0)
        self.assertIs(shattering_oracle.is_true(text), True)

    def test_a_stopped_search_gives_the_lower_bound_alone(self):
        text, err = self.certified("shatter", "random", "n=15", "--threads", "1", "--budget", "1", "--quiet", status=3)
        self.assertIn('"at_most":null}', text)
        self.assertRegex(self.check_text(text)[1], r"\Aaccepted: random \(table\) at n=15, seed=\d+: split-VC is at least \d+\n")
        self.assertEqual(err, "")

    def test_what_an_option_cannot_be_used_for_is_refused(self):
        self.assert_refused(["shatter", "parity", "n=4", "--certificate", "-"], "--certificate")
        self.assert_refused(["shatter", "parity", "n=4", "--certificate", "nowhere/c.jsonl"], "--certificate: got")
        self.assert_refused(["shatter", "random", "n=25", "--certificate", "c.jsonl"], "--certificate", "values at most")
        self.assert_refused(["verify", f"{EXAMPLES}/shattered_parity.theorem", "n=4", "--variant", "stated", "--certificate", "c.jsonl"],
                            "--certificate", "no rows")
        self.assert_refused(["verify", "strassen/sum2-shattered", "l=4", "--certificate", "c.jsonl"], "--certificate", "found 4 verdicts")

    def test_rows_that_are_not_shattered_have_no_certificate(self):
        result = self.attest("verify", "strassen/indexing-shattered", "n=1", "--variant", "printed", "--certificate", "c.jsonl")
        self.assertEqual(result.status, 1)
        self.assertIn("no certificate is written: the check columns of the claimed rows is refuted", result.err)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
