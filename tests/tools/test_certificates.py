"""Certificates, and attest-check and attest-check-cover, which have no code of attest: what is true is accepted, whatever was done to it is not."""

import re
import unittest

import certificate_oracle
from certificate_attacks import EXAMPLES, TESTS, AttackedCertificates
from cli import CommandTest, changed

GOLDEN = TESTS / "accepted" / "certificates"
REJECTED = TESTS / "rejected" / "certificates"
# Where each golden certificate comes from.
COMMANDS = {
    "match2_printed": ["anna/ema-match2", "N=2", "M=2", "--variant", "printed"],
    "some_one": [f"{EXAMPLES}/some_one.theorem", "n=6", "--variant", "stated"],
    "function_composition": ["strassen/function-composition", "n=2", "--variant", "printed"],
    "match3": ["strassen/match3", "n=2", "m=3", "--variant", "repaired"],
    "argmax_cold": [f"{EXAMPLES}/argmax.theorem", "n=3", "m=4", "--variant", "cold"],
    "cover_function_composition": ["strassen/function-composition", "n=2", "--variant", "repaired", "--by", "cover"],
    "cover_match3": ["strassen/match3", "n=2", "m=3", "--variant", "repaired", "--by", "cover"],
    "cover_triangular_relation_composition": ["strassen/triangular-relation-composition", "m=2", "--variant", "constructed", "--by",
                                              "cover"],
    "cover_equal_ends": [f"{EXAMPLES}/equal_ends.theorem", "n=2", "m=2", "--variant", "stated", "--by", "cover"],
    "argmax": [f"{EXAMPLES}/argmax.theorem", "n=2", "m=4", "--variant", "stated"],
}


def is_of_a_cover(certificate):
    return '"claim":"output holds by cover"}' in certificate.split("\n")[0]


class Certificates(AttackedCertificates, CommandTest):
    golden, rejected, least_attacks, program = GOLDEN, REJECTED, 90, "attest-check"
    other_programs = ("attest-check-cover",)
    edits, seed = 300, 20261126
    is_true = staticmethod(certificate_oracle.is_true)

    def program_for(self, text):
        return "attest-check-cover" if is_of_a_cover(text) else "attest-check"

    def certified(self, *arguments, status):
        """The certificate of `attest verify` and what attest says of it."""
        result = self.attest("verify", *arguments, "--certificate", "c.jsonl")
        self.assertEqual(result.status, status, result.err)
        return result.err

    def test_golden_certificates_are_what_attest_writes_and_are_accepted_by_checker_and_oracle(self):
        self.assertEqual(sorted(COMMANDS), sorted(path.stem for path in GOLDEN.iterdir()))
        for name, arguments in COMMANDS.items():
            with self.subTest(name):
                golden = (GOLDEN / f"{name}.jsonl").read_text()
                refuted = '"claim":"output refuted"' in golden
                display = name == "function_composition"  # refuted by a display, while the outputs hold
                self.assertIn("attest: certificate: output", self.certified(*arguments, status=1 if refuted or display else 0))
                self.assertEqual((self.directory / "c.jsonl").read_text(), golden)
                self.assertEqual(is_of_a_cover(golden), name.startswith("cover_"))
                status, out, err = self.check_text(golden)
                self.assertEqual((status, err), (0, ""), out)
                self.assertRegex(out, r"\Aaccepted: .*\nestablished: .*\ntrusted: that the theorem's text, .*\n\Z")
                self.assertIs(certificate_oracle.is_true(golden), True)

    def test_each_program_names_the_other_one_for_the_other_certificates(self):
        for name, other, file in (("attest-check", "attest-check-cover", "cover_match3"), ("attest-check-cover", "attest-check", "match3"),
                                  ("attest-check-cover", "attest-check", "match2_printed")):
            self.assert_named(name, other, GOLDEN / f"{file}.jsonl")

    def test_an_output_of_0_is_a_no_and_no_yes(self):
        # Without the 1/2 that is subtracted, outputs of the right answer no are 0. Turned round, those of yes are: cover_a_yes_with_an_output_of_0.
        golden = (GOLDEN / "cover_triangular_relation_composition.jsonl").read_text()
        at_0 = golden.replace('["affine","-1/2",', '["affine","0",')
        self.assertEqual(self.check_text(at_0)[0], 0)
        self.assertIs(certificate_oracle.is_true(at_0), True)
        turned = (REJECTED / "cover_a_yes_with_an_output_of_0.jsonl").read_text()
        self.assertIs(certificate_oracle.is_true(turned), False)

    def test_the_lines_of_a_cover_are_all_needed_once_in_their_order(self):
        for golden in sorted(GOLDEN.glob("cover_*")):
            lines = golden.read_text().splitlines(True)[:-1]
            for at in range(1, len(lines)):
                for changed_lines in (lines[:at] + lines[at + 1:], lines[:at] + lines[at:at + 1] + lines[at:]):
                    text = "".join(changed_lines) + f'{{"end":{len(changed_lines)}}}\n'
                    status, out, _ = self.check_text(text)
                    self.assertEqual(status, 1, (golden.name, at, out))

    def test_a_tie_that_the_checker_cannot_decide_is_undecided(self):
        # Two means by weights e and 1 that add up to 1, at the threshold 1/2 of 3/2: each is irrational, their sum is not.
        golden = (GOLDEN / "match2_printed.jsonl").read_text()
        record, _, _ = golden.splitlines()
        head = re.search(r'"heads":\[(\{.*\})\],"W_O"', record).group(1)
        softmax = head.replace("exact-match", "softmax")
        softmax = softmax.replace('[1,[["1","0"]]],[2,[["-1","2"]]]', '[1,[["0","1"]]],[2,[["{}","0"]]]')
        values = '"values":[[2,[["1","-1"]]]]'
        softmax = re.sub(r'"values":\[\[2,\[\["0","1"\]\]\]\]', values, softmax)
        both = softmax.replace("{}", "1") + "," + softmax.replace("{}", "-1")
        record = changed(record, (head, both), ('"W_O":[[1,1,1,"1"]]', '"W_O":[[1,1,1,"1"],[2,1,1,"1"]]'),
                         ('"readout":["affine","0",', '"readout":["affine","-1/2",'), ('"every":["i"],"at":[]', '"every":[],"at":["1"]'),
                         ("ind(exists j in [N]: (x(i) + x(j)) mod M = 0)", "0"))
        self.write("tie.jsonl", record + '\n{"input":[[1,2]]}\n{"end":2}\n')
        status, out, _ = self.check("tie.jsonl")
        self.assertEqual(status, 3, out)

    def test_an_option_that_cannot_be_used_is_refused_before_the_run(self):
        here = ["verify", "anna/ema-match2", "N=2", "M=2"]
        one = [*here, "--variant", "printed", "--certificate", "c.jsonl"]
        self.assert_refused([*here, "--certificate", "c.jsonl"], "--certificate", "found 3 verdicts")
        self.assert_refused([*one, "--part", "0/2"], "--certificate", "--part")
        self.assert_refused(["verify", "anna/ema-match2", "--certificate", "c.jsonl"], "--certificate", "sizes")
        self.assert_refused([*here, "--variant", "printed", "--certificate", "-"], "--certificate")
        self.assert_refused([*here, "--variant", "printed", "--certificate", "nowhere/c.jsonl"], "--certificate: got")
        self.assert_refused(["verify", f"{EXAMPLES}/three_hops.theorem", "n=2", "--variant", "stated", "--certificate", "c.jsonl"],
                            "--certificate", "several layers")

    def test_what_gives_nothing_to_check_writes_nothing_and_is_not_silent(self):
        err = self.certified("strassen/relation-composition", "m=5", "--variant", "repaired", "--by", "enumeration", "--budget", "0.1",
                             status=3)
        self.assertIn("no certificate is written", err)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
