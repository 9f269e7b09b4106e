"""attest verify --weights: a reader's own weights."""

import hashlib
import json
import os
import tempfile

from cli import CommandTest


class Weights(CommandTest):
    def setUp(self):
        super().setUp()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "mine.json")
        self.document = self.attest("show", "strassen/match3", "n=2", "m=4", "--format", "json").json()

    def verify(self, document, *more, claim="strassen/match3", sizes=("n=2", "m=4")):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        return self.attest("verify", claim, *sizes, "--weights", self.path, "--format", "json", *more)

    def test_what_show_prints_verifies_as_the_variant_does(self):
        own = self.verify(self.document)
        self.assertEqual((own.status, own.err), (0, ""))
        theirs = self.attest("verify", "strassen/match3", "n=2", "m=4", "--variant", "repaired", "--format", "json")
        mine, known = own.documents()[0], theirs.documents()[0]
        for field in ("verdict", "inputs", "margins", "size", "worst_input"):
            self.assertEqual(mine[field], known[field])
        self.assertNotIn("changes", mine["details"])

    def test_a_verdict_carries_the_hash_of_the_weights(self):
        own = self.verify(self.document).documents()[0]
        with open(self.path, "rb") as file:
            self.assertEqual(own["files"], {self.path: "sha256 " + hashlib.sha256(file.read()).hexdigest()})

    def test_a_constant_between_two_answers_is_wrong_on_every_input(self):
        document = self.attest("show", "strassen/function-composition", "n=2", "--format", "json").json()
        readout = document["weights"]["readout"]
        readout.update(weights=["0"] * len(readout["weights"]), bias="3/2")
        result = self.verify(document, claim="strassen/function-composition", sizes=("n=2",))
        verdict = result.documents()[0]
        self.assertEqual((result.status, verdict["verdict"], verdict["kind"]), (1, "refuted", "construction"))
        self.assertEqual(verdict["inputs"]["failing"], "32")

    def test_an_output_of_zero_that_is_not_decided_is_counted(self):
        document = self.attest("show", "strassen/match3", "n=2", "m=3", "--format", "json").json()
        document["weights"]["network"][-1].update(weight=[["1", "0"]], bias=["0"])
        verdict = self.verify(document, sizes=("n=2", "m=3")).documents()[0]
        self.assertEqual((verdict["verdict"], verdict["inputs"]["undecided"]), ("undecided", "1"))

    def test_a_holds_has_no_negative_margin_however_small_it_is(self):
        document = self.attest("show", "strassen/relation-composition", "m=2", "--variant", "repaired", "--format",
                               "json").json()
        document["weights"]["network"][0]["weight"][7][2] = "-3/2"
        verdict = self.verify(document, claim="strassen/relation-composition", sizes=("m=2",)).documents()[0]
        self.assertEqual(verdict["verdict"], "holds")
        self.assertGreater(float(verdict["margins"]["decision_margin"]["lower"]), 0)
        self.assertLess(float(verdict["margins"]["decision_margin"]["lower"]), 1e-30)

    def test_the_weights_alone_are_enough(self):
        self.assertEqual(self.verify(self.document["weights"]).status, 0)

    def test_a_worse_threshold_is_refuted_with_a_counterexample(self):
        self.document["weights"]["network"][-1]["bias"] = ["1/2"]
        result = self.verify(self.document)
        self.assertEqual(result.status, 1)
        verdict = result.documents()[0]
        self.assertEqual(verdict["counterexample"]["input"], {"p": [1, 3]})
        self.assertNotIn("replay", verdict["counterexample"])

    def test_bad_files_are_refused_in_one_line(self):
        self.assert_usage(self.verify({"claim": "strassen/relation-composition", "weights": {}}), "--weights")
        self.assert_usage(self.verify(dict(self.document, weights=None)), "--weights")
        self.assert_usage(self.verify([]), "--weights")
        self.assert_usage(self.verify({}), "embedding_dimension")
        for field in ("encoding", "heads", "W_O", "residual", "network"):
            weights = dict(self.document["weights"])
            weights[field] = "nonsense"
            self.assert_usage(self.verify(weights), field)
        self.assert_usage(self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", "nofile"), "--weights")
        self.assert_usage(self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", self.folder.name),
                          "--weights")

    def test_every_kind_of_weights_verifies_as_it_is_shown(self):
        for claim, sizes in (("strassen/function-composition", ("n=2",)),
                             ("poly/function-composition", ("t=2", "n=2", "A2=14")),
                             ("anna/ema-match2", ("N=3", "M=4")),
                             ("strassen/relation-composition", ("m=2",)),
                             ("strassen/triangular-relation-composition", ("m=2",)),
                             ("strassen/third-order-match3", ("n=2", "m=4"))):
            with self.subTest(claim):
                shown = self.attest("show", claim, *sizes, "--format", "json").json()
                mine = self.verify(shown, claim=claim, sizes=sizes)
                known = self.attest("verify", claim, *sizes, "--variant", shown["variant"], "--format", "json")
                self.assertEqual((mine.status, mine.err), (0, ""))
                for field in ("verdict", "inputs", "margins", "size", "worst_input"):
                    self.assertEqual(mine.documents()[0][field], known.documents()[0][field])

    def test_a_changed_row_of_function_composition_is_refuted(self):
        shown = self.attest("show", "strassen/function-composition", "n=3", "--format", "json").json()
        shown["weights"]["W_Q"][2][4][4] = "0"
        result = self.verify(shown, claim="strassen/function-composition", sizes=("n=3",))
        self.assertEqual(result.status, 1)
        self.assertGreater(int(result.documents()[0]["inputs"]["failing"]), 0)

    def test_a_changed_key_of_match2_is_refuted(self):
        shown = self.attest("show", "anna/ema-match2", "N=3", "M=4", "--format", "json").json()
        shown["weights"]["K"][2] = ["0"]
        result = self.verify(shown, claim="anna/ema-match2", sizes=("N=3", "M=4"))
        self.assertEqual(result.status, 1)

    def test_other_claims_weights_and_parts_are_refused(self):
        self.assert_usage(self.verify(self.document, claim="anna/ema-match2", sizes=("N=2", "M=4")), "--weights")
        self.assert_usage(self.verify({}, claim="anna/ema-match2", sizes=("N=2", "M=4")), "K")
        self.assert_usage(self.verify({}, claim="poly/function-composition", sizes=("t=2", "n=2", "A2=14")),
                          "embedding_dimension")
        self.assert_usage(self.verify(self.document, "--part", "0/2"), "--part")

    def assert_usage(self, result, argument):
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual(result.err.count("\n"), 1)
        self.assertTrue(result.err.startswith(f"attest: {argument}"), result.err)
