"""attest audit --certificates and --kernel: columns that attest-check and Coq's kernel fill in the run itself. A wrong certificate, a
broken checker and a kernel that says no are seen. (Coq itself is asked in `.ci/release proofs`.)"""

import os
import unittest.mock

from cli import CommandTest, MATCH2, STRASSEN
from certificate_attacks import EXAMPLES, checker

OWN = str(EXAMPLES / "some_one.theorem")  # of which three settings fail
AUDIT = ("audit", "--quick", "--progress", "never")


class Evidence(CommandTest):
    def program(self, text):
        path = self.directory / "program"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def audit(self, *arguments, check=None, cover=None, shattering=None, reduction=None, coqc=None, **keywords):
        with unittest.mock.patch.dict(os.environ, ATTEST_CHECK=check or checker(),
                                      ATTEST_CHECK_COVER=cover or checker("attest-check-cover"),
                                      ATTEST_CHECK_SHATTERING=shattering or checker("attest-check-shattering"),
                                      ATTEST_CHECK_REDUCTION=reduction or checker("attest-check-reduction"), COQC=coqc or str(self.directory / "no-coqc")):
            return self.attest(*AUDIT, *arguments, **keywords)

    def test_without_the_options_both_columns_say_that_nothing_was_run(self):
        for document in self.audit(MATCH2, "--format", "json").documents():
            self.assertEqual((document["certificates"], document["kernel"]), ("not run", "not run"))
        table = self.audit(MATCH2, "--format", "markdown").out.splitlines()
        self.assertTrue(table[0].endswith(" certificates | kernel |"), table[0])
        self.assertTrue(all(line.endswith(" not run | not run |") for line in table[2:]), table)
        self.assertNotIn("not run", self.audit(MATCH2, "--all").out)

    def test_certificates_of_both_kinds_are_written_and_accepted(self):
        result = self.audit(MATCH2, "--certificates", "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        documents = result.documents()
        for document in documents:
            self.assertEqual(document["certificates"]["verdict"], "accepted", document)
            refuted = any(c["name"] == "output" and c["verdict"] == "refuted" for c in document["checks"])
            self.assertEqual(document["certificates"]["says"], "output refuted" if refuted else "output holds")
            self.assertEqual(document["kernel"], "not run")
        self.assertEqual(len({document["certificates"]["says"] for document in documents}), 2)
        text = self.audit(MATCH2, "--certificates").out
        self.assertIn(f"certificates: {len(documents)} accepted.", text)
        table = self.audit(MATCH2, "--certificates", "--all", columns=160).out
        self.assertEqual(table.count(" accepted\n"), len(documents), table)

    def test_covers_are_certified_and_take_the_place_of_long_enumerations(self):
        # 2^18 inputs at n = 4, which attest enumerates.
        result = self.audit(STRASSEN, "--certificates", "--format", "json", timeout=60)
        self.assertEqual((result.status, result.err), (0, ""))
        says = {d["parameters"]["n"]: d["certificates"] for d in result.documents()}
        self.assertEqual(says[4], {"verdict": "accepted", "says": "output holds by cover"})
        self.assertEqual(says[3], {"verdict": "accepted", "says": "output holds"})
        cut = "sed 5d \"$1\" >cut.jsonl && exec " + checker("attest-check-cover") + " cut.jsonl"
        for text, word, status in (("exit 127", "missing", 3), (cut, "rejected", 1)):
            result = self.audit(STRASSEN, "--certificates", "--format", "json", cover=self.program(text), timeout=60)
            self.assertEqual(result.status, status)
            answers = [d["certificates"] for d in result.documents() if d["parameters"]["n"] == 4]
            self.assertEqual({answer["verdict"] for answer in answers}, {word})
        self.assertIn("expected {", answers[0]["says"])

    def test_shattered_rows_are_certified(self):
        result = self.audit("strassen/disjointness-shattered", "--certificates", "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual({(d["certificates"]["verdict"], d["certificates"]["says"]) for d in result.documents()}, {("accepted", "shattered set")})
        result = self.audit("strassen/indexing-shattered", "--certificates", "--format", "json")
        for document in result.documents():
            self.assertEqual(document["certificates"]["verdict"], "accepted" if document["verdict"] == "holds" else "none", document)
        result = self.audit("strassen/split-vc", "--certificates", "--format", "json", timeout=60)
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual({d["certificates"]["verdict"] for d in result.documents()}, {"accepted"})
        self.assertEqual({d["verdict"] for d in result.documents()}, {"holds", "refuted"})
        # The first column's first letter is none.
        cut = "sed '3s/:[[]./:[7/' \"$1\" >changed.jsonl && exec " + checker("attest-check-shattering") + " changed.jsonl"
        result = self.audit("strassen/disjointness-shattered", "--certificates", "--format", "json", shattering=self.program(cut))
        self.assertEqual({d["certificates"]["verdict"] for d in result.documents()}, {"rejected"})
        self.assertEqual(result.status, 1)

    def test_reductions_are_certified(self):
        own = str(EXAMPLES / "reduction_disjointness_to_match2.theorem")
        result = self.audit(own, "--certificates", "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        said = {(d["verdict"], d["certificates"]["verdict"], d["certificates"]["says"]) for d in result.documents()}
        self.assertEqual(said, {("holds", "accepted", "reduction holds"), ("refuted", "accepted", "reduction refuted")})
        # One letter of the image is another.
        cut = "sed '1s/then 2[*]l else 1/then 2*l + 1 else 1/' \"$1\" >changed.jsonl && exec " + checker("attest-check-reduction") + " changed.jsonl"
        result = self.audit(own, "--certificates", "--format", "json", reduction=self.program(cut))
        self.assertIn("rejected", {d["certificates"]["verdict"] for d in result.documents()})
        self.assertEqual(result.status, 1)

    def test_a_planted_wrong_certificate_is_seen(self):
        # The last number of each input that fails is another one.
        check = self.program("sed 's/,1]]}$/,0]]}/' \"$1\" >changed.jsonl && exec " + checker() + " changed.jsonl")
        result = self.audit(OWN, "--certificates", "--format", "json", check=check)
        self.assertEqual(result.status, 1)
        rejected = [d["certificates"]["says"] for d in result.documents() if d["certificates"]["verdict"] == "rejected"]
        self.assertTrue(rejected)
        for why in rejected:
            self.assertIn("every output is right on this input", why)
        text = " ".join(self.audit(OWN, "--certificates", check=check).out.split())
        self.assertIn("certificates: rejected: line 2", text)

    def test_a_broken_checker_is_no_success(self):
        for broken, word, status in (("exit 0", "undecided", 3), ("echo accepted: another/claim at n=1; exit 0", "undecided", 3),
                                     ("echo undecided: open; exit 3", "undecided", 3), ("echo rejected: so it is; exit 1", "rejected", 1),
                                     ("kill -9 $$", "undecided", 3), ("echo rejected: so it is; exit 0", "undecided", 3),
                                     ("sed 's/^/accepted: /' $1; exit 1", "undecided", 3)):
            with self.subTest(broken):
                result = self.audit(OWN, "--certificates", "--format", "json", check=self.program(broken))
                self.assertEqual({d["certificates"]["verdict"] for d in result.documents()}, {word})
                self.assertEqual(result.status, status)

    def test_a_checker_that_is_not_there_is_told(self):
        result = self.audit(OWN, "--certificates", "--format", "json", check=str(self.directory / "nothing"))
        self.assertEqual(result.status, 3)
        for document in result.documents():
            self.assertEqual(document["certificates"]["verdict"], "missing")
            self.assertIn("is not there", document["certificates"]["says"])

    def test_a_theorem_without_certificates_is_told_and_is_nothing_confirmed(self):
        result = self.audit("ea/cycles", "--certificates", "--format", "json")
        self.assertEqual({d["certificates"]["verdict"] for d in result.documents()}, {"none"})
        self.assertEqual(result.status, 3)

    def test_the_kernel_is_asked_of_proofs_and_refutations(self):
        version = "case $1 in --version) echo The Coq Proof Assistant, version 8.16.1; exit;; esac"
        for said, word, status in (("echo Closed under the global context", "accepted", 0), ("echo Error: no; exit 1", "rejected", 1),
                                   ("echo Axioms:; echo 'exported.lemma : False'", "rejected", 1)):
            with self.subTest(said):
                result = self.audit(STRASSEN, "--kernel", "--format", "json", coqc=self.program(f"{version}\n{said}"))
                answers = [d["kernel"] for d in result.documents() if d["kernel"]["verdict"] != "none"]
                self.assertEqual({answer["verdict"] for answer in answers}, {word})
                self.assertEqual(result.status, status)
        by_hand = self.audit("strassen/sum2-shattered", "--kernel", "--format", "json",
                             coqc=self.program(f"{version}\necho Closed under the global context"))
        self.assertEqual({d["kernel"]["verdict"] for d in by_hand.documents() if d["variant"] == "repaired" and d["verdict"] == "holds"},
                         {"accepted"})
        self.assertEqual({d["kernel"]["verdict"] for d in by_hand.documents() if d["verdict"] == "not-applicable"}, {"none"})
        result = self.audit(STRASSEN, "--kernel", "--format", "json")
        self.assertEqual(result.status, 3)
        self.assertIn("missing", {d["kernel"]["verdict"] for d in result.documents()})
