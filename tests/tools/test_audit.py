"""attest audit: every verdict beside the recorded one."""

from cli import CommandTest


class Audit(CommandTest):
    def test_a_quick_audit_finds_everything_as_recorded(self):
        result = self.attest("audit", "--quick", "--format", "json", timeout=120)
        self.assertEqual((result.status, result.err), (0, ""))
        documents = result.documents()
        self.assertEqual({d["claim"].split("/")[0] for d in documents}, {"strassen", "anna", "dat", "poly", "ea"})
        for document in documents:
            self.assertEqual(document["schema"], "attest/verdict/1")
            self.assertEqual(document["recorded"], document["verdict"])
        keys = [(d["claim"], d["variant"], str(d["parameters"])) for d in documents]
        self.assertEqual(len(keys), len(set(keys)))

    def test_a_paper_can_be_audited_alone(self):
        result = self.attest("audit", "--quick", "--paper", "strassen", "--format", "json", timeout=60)
        self.assertEqual(result.status, 0)
        self.assertEqual({d["claim"].split("/")[0] for d in result.documents()}, {"strassen"})

    def test_a_claim_can_be_audited_alone(self):
        result = self.attest("audit", "--claim", "strassen/match3", "--quick", "--format", "json")
        self.assertEqual(result.status, 0)
        self.assertEqual({d["claim"] for d in result.documents()}, {"strassen/match3"})
        self.assert_refused(["audit", "--claim", "strassen/match4"], "strassen/match4")
        self.assert_refused(["audit", "--claim", "strassen/match3", "--paper", "poly"], "--claim, --paper")

    def test_the_table_says_that_verdicts_are_as_recorded(self):
        result = self.attest("audit", "--quick", "--paper", "anna", timeout=60)
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("as recorded", result.out.splitlines()[0])
