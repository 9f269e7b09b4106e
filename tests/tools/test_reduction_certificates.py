"""Certificates of reductions and attest-check-reduction, which has no code of attest: what is true is accepted, whatever was done to it is not."""

import unittest

import reduction_oracle
from certificate_attacks import EXAMPLES, TESTS, AttackedCertificates
from cli import CommandTest, changed
from test_certificates import GOLDEN as OTHERS
from test_shattering_certificates import GOLDEN as SHATTERED

GOLDEN = TESTS / "accepted" / "reduction-certificates"
REJECTED = TESTS / "rejected" / "reduction-certificates"
PROGRAM = "attest-check-reduction"
HOLDS = "every image is an instance of the target with the same answer"
# Where each golden certificate comes from, and what it says.
COMMANDS = {
    "disjointness": (["strassen/relation-to-disjointness", "m=2"], f"strassen/relation-to-disjointness (printed) at m=2: {HOLDS}"),
    "indexing": (["strassen/composition-to-indexing", "n=3"], f"strassen/composition-to-indexing (printed) at n=3: {HOLDS}"),
    "quotient": (["strassen/disjointness-to-quotient", "s=2"], f"strassen/disjointness-to-quotient (printed) at s=2: {HOLDS}"),
    "sum2": (["strassen/match3-to-sum2", "l=2", "m=7", "--variant", "repaired"], f"strassen/match3-to-sum2 (repaired) at l=2, m=7: {HOLDS}"),
    "sum2_of_one_letter": (["strassen/match3-to-sum2", "l=2", "m=3", "--variant", "printed"],
                           "strassen/match3-to-sum2 (printed) at l=2, m=3: refuted, the reduction fails at an instance"),
    "match2": ([f"{EXAMPLES}/reduction_disjointness_to_match2.theorem", "m=2", "--variant", "stated"], None),
    "match2_tight": ([f"{EXAMPLES}/reduction_disjointness_to_match2.theorem", "m=2", "--variant", "tight"], None),
    "partition": ([f"{EXAMPLES}/reduction_partition_to_subset_sum.theorem", "n=2", "m=3", "--variant", "stated"], None),
}


class ReductionCertificates(AttackedCertificates, CommandTest):
    golden, rejected, least_attacks, program = GOLDEN, REJECTED, 25, PROGRAM
    edits, seed, kind = 100, 20261129, "certificates of reductions"
    is_true = staticmethod(reduction_oracle.is_true)

    def test_golden_certificates_are_what_attest_writes_and_are_accepted_by_checker_and_oracle(self):
        self.assertEqual(sorted(COMMANDS), sorted(path.stem for path in GOLDEN.iterdir()))
        for name, (arguments, claim) in COMMANDS.items():
            with self.subTest(name):
                golden = (GOLDEN / f"{name}.jsonl").read_text()
                refuted = '"claim":"reduction refuted"' in golden
                result = self.attest("verify", *arguments, "--certificate", "c.jsonl")
                self.assertEqual(result.status, 1 if refuted else 0, result.err)
                self.assertEqual((self.directory / "c.jsonl").read_text(), golden)
                self.assertRegex(result.err, rf"\Aattest: certificate: reduction {'refuted' if refuted else 'holds'}; .*\n\Z")
                status, out, err = self.check_text(golden)
                self.assertEqual((status, err), (0, ""), out)
                self.assertRegex(out, r"\Aaccepted: .*\nestablished: .*\ntrusted: that the theorem's text, .*\n\Z")
                if claim:
                    self.assertEqual(out.splitlines()[0], f"accepted: {claim}")
                self.assertIs(reduction_oracle.is_true(golden), True)

    def test_a_certificate_of_an_instance_that_does_not_fail_or_is_none_is_rejected(self):
        golden = (GOLDEN / "sum2_of_one_letter.jsonl").read_text()
        self.assertIn('{"instance":[2,2]}', golden)
        for instance, why in (("1,2", "no instance of the source"), ("2", "no instance of the source"), ("2,2,2", "more values than cells")):
            status, out, _ = self.check_text(changed(golden, ("[2,2]", f"[{instance}]")))
            self.assertEqual(status, 1)
            self.assertIn(why, out)
        golden = changed((GOLDEN / "sum2.jsonl").read_text(), ("reduction holds", "reduction refuted"), ('{"instances":"25","yes":"11"}', '{"instance":[1,1]}'))
        self.assertRegex(self.check_text(golden)[1], r"\Arejected: line 2, .*the image of this instance has its answer\n\Z")

    def test_a_yes_that_becomes_a_no_at_one_instance_alone_is_found(self):
        # 1 of 16 instances has both letters at both places.
        golden = (GOLDEN / "disjointness.jsonl").read_text()
        planted = changed(golden, ('"exists i in [m]: a(i) and b(i)"', '"(exists i in [m]: a(i) and b(i)) and not (forall i in [m]: a(i) and b(i))"'))
        status, out, _ = self.check_text(planted)
        self.assertEqual((status, out), (1, "rejected: the instance 1 1 1 1 is a no and becomes a yes\n"))
        self.assertIs(reduction_oracle.is_true(planted), False)

    def test_the_programs_name_each_other(self):
        here = GOLDEN / "sum2.jsonl"
        for name, other, file in (("attest-check", PROGRAM, here), ("attest-check-cover", PROGRAM, here), ("attest-check-shattering", PROGRAM, here),
                                  (PROGRAM, "attest-check", OTHERS / "match3.jsonl"), (PROGRAM, "attest-check-cover", OTHERS / "cover_match3.jsonl"),
                                  (PROGRAM, "attest-check-shattering", SHATTERED / "sum2.jsonl")):
            self.assert_named(name, other, file)

    def test_what_is_not_decided_or_says_nothing_has_no_certificate(self):
        result = self.attest("verify", "strassen/match3-to-sum2", "l=2", "m=3", "--variant", "repaired", "--certificate", "c.jsonl")
        self.assertIn("no certificate is written", result.err)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
