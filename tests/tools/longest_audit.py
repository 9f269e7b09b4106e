"""attest audit --quick: every verdict is the recorded one (as README.md shows in sum), and says what is wrong with what is refuted."""

from cli import CommandTest


class QuickAudit(CommandTest):
    def test_a_quick_audit_finds_everything_as_recorded(self):
        result = self.attest("audit", "--quick", "--format", "json", timeout=900)  # half a minute where nothing else runs
        self.assertEqual((result.status, result.err), (0, ""))
        documents = result.documents()
        self.assertEqual({d["claim"].split("/")[0] for d in documents}, {"strassen", "anna", "dat", "poly", "ea"})
        for document in documents:
            self.assertEqual(document["schema"], "attest/verdict/1")
            self.assertEqual(document["recorded"], document["verdict"])
            # What is refuted says what is wrong with it, and what is not refuted does not.
            for check in document["checks"] + [document]:
                with self.subTest(claim=document["claim"], parameters=document["parameters"],
                                  check=check.get("name", "the headline")):
                    kinds = ("display", "constant", "construction", "statement")
                    self.assertIn(check["kind"], kinds if check["verdict"] == "refuted" else (None,))
        keys = [(d["claim"], d["variant"], str(d["parameters"])) for d in documents]
        self.assertEqual(len(keys), len(set(keys)))
