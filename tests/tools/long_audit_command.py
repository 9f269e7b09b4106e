"""attest audit: every verdict beside the recorded one."""

import json
import re

from cli import CommandTest


class Audit(CommandTest):
    def test_a_paper_can_be_audited_alone(self):
        result = self.attest("audit", "--quick", "--paper", "strassen", "--format", "json", timeout=60)
        self.assertEqual(result.status, 0)
        self.assertEqual({d["claim"].split("/")[0] for d in result.documents()}, {"strassen"})

    def test_a_claim_can_be_audited_alone(self):
        result = self.attest("audit", "--claim", "strassen/match3", "--quick", "--format", "json")
        self.assertEqual(result.status, 0)
        self.assertEqual({d["claim"] for d in result.documents()}, {"strassen/match3"})
        self.assert_refused(["audit", "--claim", "strassen/match4"], "strassen/match4")
        self.assert_refused(["audit", "--claim", "strassen/match3", "--paper", "poly"], "CLAIM, --paper")

    def test_claims_are_named_with_or_without_the_option(self):
        audit = ("audit", "--quick", "--format", "json")
        two = self.attest(*audit, "ea/kernel", "anna/sum").documents()
        self.assertEqual([document["claim"] for document in two if document["claim"] not in ("ea/kernel", "anna/sum")], [])
        self.assertEqual(len({document["claim"] for document in two}), 2)

        def verdicts(documents):
            return sorted((d["claim"], d["variant"], str(d["parameters"]), d["verdict"]) for d in documents)
        self.assertEqual(verdicts(self.attest(*audit, "anna/sum", "--claim", "ea/kernel").documents()), verdicts(two))
        self.assert_refused(["audit", "anna/sum", "anna/sun"], "anna/sun")
        self.assert_refused(["audit", "anna/sum", "--paper", "anna"], "--paper")
        self.assert_refused(["audit", "anna/sum", "anna/sum"], "anna/sum", "once")

    def test_the_summary_has_a_line_a_paper_and_a_line_a_claim_that_does_not_hold_as_printed(self):
        result = self.attest("audit", "--quick", "--paper", "anna", timeout=60)
        self.assertEqual((result.status, result.err), (0, ""))
        documents = self.attest("audit", "--quick", "--paper", "anna", "--format", "json", timeout=60).documents()
        failing = {d["claim"].split("/")[1] for d in documents
                   if d["variant"] == "printed" and d["verdict"] not in ("holds", "not-applicable")}
        lines = result.out.splitlines()
        self.assertTrue(lines[0].startswith("anna"), lines[0])
        self.assertEqual({line.split()[0] for line in lines if re.match("  [a-z](?!roved for every size)", line)}, failing)
        self.assertIn(f"{len(documents)} verdicts: ", result.out)
        self.assertIn(f"; {len(documents)} as recorded.", result.out)
        self.assertIn("--all; one claim with its repair: attest show", " ".join(lines[-2:]))

    def test_everything_is_there_with_all(self):
        arguments = ("audit", "--quick", "--claim", "strassen/match3")
        documents = self.attest(*arguments, "--format", "json").documents()
        lines = self.attest(*arguments, "--all", columns=200).out.splitlines()
        self.assertEqual(len([line for line in lines if line.startswith("strassen/match3")]), len(documents))
        self.assertIn("Why, for all that does not hold:", lines)

    def test_what_is_proved_for_every_size_stands_beside_the_sizes_that_were_run(self):
        claims = ("strassen/relation-composition", "strassen/match3", "anna/sum")
        for claim in claims:
            with self.subTest(claim=claim):
                documents = self.attest("audit", "--quick", claim, "--format", "json", timeout=60).documents()
                proof = json.loads(self.attest("prove", claim, "--format", "json", timeout=60).out)
                proved = [d["every_size"] for d in documents if d["every_size"]]
                self.assertEqual(bool(proved), proof["verdict"] == "holds")
                for every in proved:
                    self.assertEqual((every["verdict"], [every["from"]]), (proof["verdict"], proof["from"]))
                # What does not hold at a size is not called proved.
                self.assertTrue(all(d["verdict"] == "holds" for d in documents if d["every_size"]))
        summary = self.attest("audit", "--quick", *claims[:2], columns=200).out
        self.assertIn("proved for every size: relation-composition (m >= 3), match3 (m >= 2, n >= 3)", summary)
        table = self.attest("audit", "--quick", claims[1], "--format", "csv").out.splitlines()
        self.assertTrue(table[0].endswith(",every size,certificates,kernel"))
        self.assertTrue(any(line.endswith(',"m >= 2, n >= 3",not run,not run') for line in table), table)

    def test_growth_has_the_verdict_of_the_proof_from_its_corner_on(self):
        """What one size says of it stands where the proof does not reach, and in `verify`."""
        documents = self.attest("audit", "strassen/relation-composition", "--quick", "--format", "json", timeout=60).documents()
        (step,) = (step["statement"] for step in self.attest("prove", "strassen/relation-composition", "--format", "json",
                                                             timeout=60).json()["steps"] if step["name"] == "growth")
        seen = set()
        for document in documents:
            if document["variant"] != "repaired":
                continue
            (growth,) = (check for check in document["checks"] if check["name"] == "growth")
            reached = document["parameters"]["m"] >= 3
            seen.add(reached)
            if reached:
                self.assertEqual((growth["verdict"], growth["evidence"], growth["reason"]), ("holds", "symbolic", step))
            else:
                self.assertEqual(growth["verdict"], "undecided")
        self.assertEqual(seen, {True, False})
        one = self.attest("verify", "strassen/relation-composition", "m=3", "--variant", "repaired", "--format", "json").json()
        (growth,) = (check for check in one["checks"] if check["name"] == "growth")
        self.assertEqual(growth["verdict"], "undecided")
        self.assertIn("one size decides no growth, `attest prove` may", growth["reason"])
