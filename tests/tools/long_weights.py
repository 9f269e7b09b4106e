"""attest verify --weights: a reader's own weights."""

import copy
import hashlib
import json
import os
import shlex
import pathlib
import tempfile
from random import Random

from cli import CommandTest

WEIGHTS = str(pathlib.Path(__file__).resolve().parent.parent / "weights")


def of_version_0_1(name):
    """A document of `attest show` of version 0.1."""
    with open(os.path.join(WEIGHTS, f"show_1_{name}.json"), encoding="utf-8") as file:
        return json.load(file)


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

    def test_weights_of_version_0_1_are_read_and_said_to_be(self):
        """As version 0.1 printed them, changed so that they had no verdict or a margin of 10^-40. Ties are decided now."""
        for name, verdict, failing in (("relation_margin", "holds", "0"), ("match3_tie", "refuted", "1"),
                                       ("match3_threshold_zero", "refuted", "544"), ("ema_match2", "holds", "0")):
            path = os.path.join(WEIGHTS, f"show_1_{name}.json")
            document = of_version_0_1(name)
            sizes = [f"{name}={value}" for name, value in document["parameters"].items()]
            with self.subTest(name):
                result = self.attest("verify", document["claim"], *sizes, "--weights", path, "--format", "json")
                found = result.documents()[0]
                self.assertEqual((found["verdict"], found["inputs"]["failing"], found["inputs"]["undecided"]),
                                 (verdict, failing, "0"))
                self.assertTrue(any("attest/show/1" in note for note in found["notes"]))

    def test_every_field_of_weights_of_version_0_1_is_read_or_refused(self):
        weights = of_version_0_1("match3_tie")["weights"]
        for path in (("extra",), ("W_O",), ("heads", 0, "W_x"), ("heads", 0, "mechanism"), ("heads", 1, "V_2"),
                     ("network", 0, "bias"), ("network", 1, "x"), ("embedding_dimension",), ("residual",), ("encoding", 2)):
            document = copy.deepcopy(weights)
            place = document
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = "nonsense"
            result = self.verify(document, sizes=("n=2", "m=3"))
            name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]
            with self.subTest(name):
                self.assert_usage(result, name.split("[")[0] if name.startswith("encoding") else name)

    def test_the_mechanism_of_weights_of_version_0_1_is_the_one_that_is_run(self):
        strassen = of_version_0_1("match3_tie")["weights"]
        third, triangular = copy.deepcopy(strassen), copy.deepcopy(strassen)
        for head in third["heads"]:
            head["mechanism"] = "third-order"
            for now, name in (("W_q", "W_f"), ("W_k1", "W_g"), ("W_k2", "W_h")):
                head[now] = head.pop(name)
        for head in triangular["heads"]:
            head["mechanism"] = "triangular"
            for now, name in (("W_q", "W_f"), ("W_k", "W_g"), (None, "W_h")):
                matrix = head.pop(name)
                if now:
                    head[now] = matrix
        self.assert_usage(self.verify(triangular, sizes=("n=2", "m=3")), "heads[0].mechanism")
        as_strassen, as_third = (self.verify(document, sizes=("n=2", "m=3")).documents()[0] for document in (strassen, third))
        self.assertNotEqual(as_third["margins"], as_strassen["margins"])

    def test_a_verdict_on_ones_own_weights_is_ones_own(self):
        own = self.verify(self.document).documents()[0]
        with open(self.path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        self.assertEqual(own["claim"], "own:weights")
        self.assertEqual(own["own"], {"file": self.path, "sha256": digest, "base": "strassen/match3"})
        self.assertEqual(own["files"], {})  # every other file
        theirs = self.attest("verify", "strassen/match3", "n=2", "m=4", "--format", "json").documents()
        self.assertTrue(all(verdict["own"] is None for verdict in theirs))

        label = f"own:weights ({self.path}, sha256 {digest[:12]})"
        for kind in ("text", "csv", "markdown", "latex"):
            with self.subTest(format=kind):
                result = self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", self.path, "--format", kind,
                                     columns=400)
                self.assertEqual(result.status, 0)
                shown = result.out.replace("\\_", "_").replace("\\hspace{0pt}", "")
                self.assertIn(label, shown)
                # The catalogue's name stands as the base that the weights change, and nowhere else.
                self.assertEqual([line for line in shown.splitlines() if "strassen/match3" in line and "base " not in line], [])

    def test_weights_from_standard_input_are_ones_own(self):
        result = self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", "-", "--format", "json",
                             stdin=json.dumps(self.document).encode())
        own = result.documents()[0]
        self.assertEqual((result.status, own["claim"], own["own"]["file"]), (0, "own:weights", "-"))

    def test_a_constant_between_two_answers_is_wrong_on_every_input(self):
        document = self.attest("show", "strassen/function-composition", "n=2", "--format", "json").json()
        document["weights"]["readout"] = "0*stream.6 + 3/2"
        result = self.verify(document, claim="strassen/function-composition", sizes=("n=2",))
        verdict = result.documents()[0]
        self.assertEqual((result.status, verdict["verdict"], verdict["kind"]), (1, "refuted", "construction"))
        self.assertEqual(verdict["inputs"]["failing"], "32")

    def test_an_output_of_zero_of_heads_without_a_common_unit_is_decided(self):
        document = self.attest("show", "strassen/match3", "n=2", "m=3", "--format", "json").json()
        # Two heads whose scales have no common unit average the same number.
        heads = document["weights"]["heads"]
        heads[0]["scale"], heads[1]["scale"] = "sqrt(2)", "sqrt(3)"
        document["weights"]["readout"] = "stream.5 + stream.6 - stream.7 - stream.8"
        verdict = self.verify(document, sizes=("n=2", "m=3")).documents()[0]
        # Every answer is a yes, and y is never positive: on two inputs it is 0.
        self.assertEqual((verdict["inputs"]["failing"], verdict["inputs"]["undecided"]), ("4", "0"))

    def test_a_holds_has_no_negative_margin_however_small_it_is(self):
        document = self.attest("show", "strassen/relation-composition", "m=2", "--variant", "repaired", "--format",
                               "json").json()
        weights = document["weights"]
        weights["readout"] = weights["readout"].replace(
            "abs(stream.8 - stream.3)", "relu(stream.3 - stream.8) - relu(stream.8 - 3/2*stream.3)")
        verdict = self.verify(document, claim="strassen/relation-composition", sizes=("m=2",)).documents()[0]
        self.assertEqual(verdict["verdict"], "holds")
        self.assertGreater(float(verdict["margins"]["decision_margin"]["lower"]), 0)
        self.assertLess(float(verdict["margins"]["decision_margin"]["lower"]), 1e-30)

    def test_the_weights_alone_are_enough(self):
        self.assertEqual(self.verify(self.document["weights"]).status, 0)

    def test_a_worse_threshold_is_refuted_with_a_counterexample(self):
        weights = self.document["weights"]
        weights["readout"] = weights["readout"].replace("1/8 ", "1/2 ", 1)
        result = self.verify(self.document)
        self.assertEqual(result.status, 1)
        verdict = result.documents()[0]
        self.assertEqual(verdict["counterexample"]["input"], {"p": [1, 3]})
        replay = shlex.split(verdict["counterexample"]["replay"])
        self.assertEqual(replay[replay.index("--weights") + 1], self.path)
        self.assertEqual(self.attest(*replay[1:], "--format", "json").json()["verdict"], "refuted")

    def test_bad_files_are_refused_in_one_line(self):
        self.assert_usage(self.verify({"claim": "strassen/relation-composition", "weights": {}}), "--weights")
        self.assert_usage(self.verify(dict(self.document, weights=None)), "--weights")
        self.assert_usage(self.verify([]), "--weights")
        self.assert_usage(self.verify({}), "embedding_dimension")
        for field in ("encoding", "heads", "W_O", "residual", "readout"):
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
        shown["weights"]["heads"][0]["W_3"][4][4] = "0"
        result = self.verify(shown, claim="strassen/function-composition", sizes=("n=3",))
        self.assertEqual(result.status, 1)
        self.assertGreater(int(result.documents()[0]["inputs"]["failing"]), 0)

    def test_a_changed_key_of_match2_is_refuted(self):
        shown = self.attest("show", "anna/ema-match2", "N=3", "M=4", "--format", "json").json()
        shown["weights"]["heads"][0]["W_2"][0][2] = "0"
        result = self.verify(shown, claim="anna/ema-match2", sizes=("N=3", "M=4"))
        self.assertEqual(result.status, 1)

    def test_other_claims_weights_and_parts_are_refused(self):
        self.assert_usage(self.verify(self.document, claim="anna/ema-match2", sizes=("N=2", "M=4")), "--weights")
        self.assert_usage(self.verify({}, claim="anna/ema-match2", sizes=("N=2", "M=4")),
                          "embedding_dimension")
        self.assert_usage(self.verify({}, claim="poly/function-composition", sizes=("t=2", "n=2", "A2=14")),
                          "embedding_dimension")
        self.assert_usage(self.verify(self.document, "--part", "0/2"), "--part")

    def test_every_field_is_read_or_refused(self):
        def refused(change, field, claim="strassen/match3", sizes=("n=2", "m=4"), variant="repaired"):
            with self.subTest(field, claim=claim):
                shown = self.attest("show", claim, *sizes, "--format", "json", "--variant", variant).json()
                change(shown)
                self.assert_usage(self.verify(shown, "--variant", variant, claim=claim, sizes=sizes), field)

        def put(*path, value="nonsense"):
            def change(document):
                for name in path[:-1]:
                    document = document[name]
                document[path[-1]] = value
            return change

        weights = "weights"
        for path, field in (((weights, "bias"), "bias"), ((weights, "heads", 0, "W_x"), "heads[0].W_x"),
                            ((weights, "heads", 0, "rows"), "heads[0].rows"),
                            ((weights, "heads", 0, "values", "2"), "heads[0].values"),
                            ((weights, "heads", 0, "kernel"), "heads[0].kernel"),
                            ((weights, "heads", 0, "attention"), "heads[0].attention"),
                            ((weights, "W_O", 0, "to"), "W_O[0].to"), (("schema",), "--weights: schema"),
                            (("claim",), "--weights: claim"), (("variant",), "--weights: variant"),
                            (("parameters",), "--weights: parameters"), (("extra",), "--weights")):
            refused(put(*path), field)
        refused(put("parameters", "m", value=5), "--weights: parameters")
        for path, field in ((("phi",), "phi"), (("psi", "layers"), "psi.layers"), (("psi", "x"), "psi.x"), (("W",), "W"),
                            (("K",), "K"), (("V", 0), "V")):
            with self.subTest(field):
                document = of_version_0_1("ema_match2")
                put(weights, *path)(document)
                self.assert_usage(self.verify(document, claim="anna/ema-match2", sizes=("N=3", "M=4")), field)
        for path in (("scale", "x"), ("readout", "x"), ("x",), ("W_Q",), ("W_V", 0), ("scale", "exact"), ("attention_polynomial",)):
            with self.subTest(path):
                document = of_version_0_1("strassen_composition")
                put(weights, *path)(document)
                name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]
                self.assert_usage(self.verify(document, claim="strassen/function-composition", sizes=("n=2",)), name)

    def test_weights_of_another_variant_or_setting_are_refused(self):
        shown = self.attest("show", "poly/function-composition", "t=2", "n=2", "A2=10", "--format", "json").json()
        self.assert_usage(self.verify(shown, claim="poly/function-composition", sizes=("t=2", "n=2", "A2=1")),
                          "--weights: parameters")
        self.assert_usage(self.verify(self.document, "--variant", "printed"), "--weights: variant")
        self.assert_usage(self.verify(self.document, sizes=("n=2", "m=4..5")), "--weights: parameters")
        for name in ("version", "command", "title", "statement"):
            self.document[name] = "elsewhere"
        self.assertEqual(self.verify(self.document).status, 0)

    def test_a_key_given_twice_is_refused(self):
        with open(self.path, "w", encoding="utf-8") as file:
            text = json.dumps(self.document)
            file.write(text.replace('"residual":', '"residual": false, "residual":'))
        self.assert_usage(self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", self.path), "--weights")

    def test_integers_beyond_63_bits_are_what_they_say(self):
        shown = of_version_0_1("strassen_composition")
        shown["weights"]["readout"]["bias"] = 18446744073709551615
        verdict = self.verify(shown, claim="strassen/function-composition", sizes=("n=2",)).documents()[0]
        self.assertEqual(verdict["verdict"], "refuted")
        self.assertGreater(float(verdict["margins"]["output_error"]["lower"]), 1.8e19)
        self.assertEqual(verdict["counterexample"]["decision"], "18446744073709551616")
        shown["weights"]["readout"]["bias"] = str(10**25)
        verdict = self.verify(shown, claim="strassen/function-composition", sizes=("n=2",)).documents()[0]
        self.assertEqual(verdict["counterexample"]["decision"], str(10**25 + 1))
        for bias in (2.0, 1e3, 2**64, "1e3", True):
            shown["weights"]["readout"]["bias"] = bias
            self.assert_usage(self.verify(shown, claim="strassen/function-composition", sizes=("n=2",)), "readout.bias")

    def test_exponents_that_differ_by_a_multiple_of_2_to_the_64_are_not_equal(self):
        result = self.attest("verify", "strassen/function-composition", "n=1", "--weights",
                             os.path.join(WEIGHTS, "wide_exponents.json"), "--format", "json")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.documents()[0]["inputs"]["failing"], "1")

    def test_weights_at_a_parameter_that_is_searched_for_are_judged_themselves(self):
        # The search has judged the setting that it found: nothing of that may be left.
        claim, sizes = "poly/function-composition", ("t=2", "n=3")
        weak = self.attest("show", claim, *sizes, "A2=1", "--variant", "repaired", "--format", "json").json()
        given = self.verify(weak, claim=claim, sizes=(*sizes, "A2=1", "--variant", "repaired")).documents()[0]
        self.assertEqual(given["verdict"], "refuted")
        weak["parameters"]["A2"] = "auto"
        found = self.verify(weak, claim=claim, sizes=(*sizes, "A2=auto", "--variant", "repaired")).documents()[0]
        for field in ("verdict", "inputs", "margins", "worst_input"):
            self.assertEqual(found[field], given[field], field)

    def test_score_gaps_above_2_to_the_53_are_exact(self):
        result = self.attest("verify", "strassen/function-composition", "n=3", "--weights",
                             os.path.join(WEIGHTS, "wide_gaps.json"), "--format", "json", timeout=60)
        gap = result.documents()[0]["margins"]["score_gap"]
        self.assertEqual(gap["exact"], "18014398509081601")

    def test_changed_entries_of_any_size_get_a_verdict(self):
        """Single entries replaced: however far the scores move, the run ends with 0, 1 or 3."""
        random = Random(20)
        values = ("0", "1", "-7/3", "1000003", "-9007199254740993", "1/1000000007", str(2**63), str(10**30))
        cases = (("strassen/function-composition", ("n=2",), ("heads",)),
                 ("poly/function-composition", ("t=2", "n=2", "A2=14"), ("heads",)),
                 ("anna/ema-match2", ("N=2", "M=3"), ("heads",)),
                 ("strassen/relation-composition", ("m=1",), ("heads",)),
                 ("strassen/match3", ("n=2", "m=3"), ("heads",)))
        for claim, sizes, fields in cases:
            shown = self.attest("show", claim, *sizes, "--format", "json").json()
            for _ in range(12):
                document = copy.deepcopy(shown)
                entry = document["weights"][random.choice(fields)]
                while True:
                    keys = list(entry) if isinstance(entry, dict) else range(len(entry))
                    keys = [k for k in keys if isinstance(entry[k], list) or k == "scale" or not isinstance(k, str)]
                    key = random.choice(list(keys))
                    if not isinstance(entry[key], (list, dict)):
                        break
                    entry = entry[key]
                entry[key] = "1000003" if key == "scale" else random.choice(values)
                result = self.verify(document, claim=claim, sizes=sizes)
                with self.subTest(claim, key=key, value=entry[key]):
                    self.assertIn(result.status, (0, 1, 3), result.err)

    def test_large_and_deep_files_are_refused_at_once(self):
        deep = "[" * 100000
        for text in (deep, '{"a":' * 100000, "7" * 20000000, '{"W_O": "' + "7" * 70000000 + '"}'):
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(text)
            result = self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", self.path)
            self.assert_usage(result, "--weights")
            self.assertLess(result.seconds, 5)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(deep)
        self.assert_usage(self.attest("run", "strassen/match3", "n=2", "m=4", "--input", "@" + self.path), "--input")
        self.assert_usage(self.attest("verify", "strassen/match3", "n=2", "m=4", "--weights", "/dev/zero"), "--weights")
        self.assert_usage(self.attest("run", "strassen/match3", "n=2", "m=4", "--input", "@/dev/zero"), "--input")
        self.assertEqual(self.attest("merge", "/dev/zero").status, 2)
        self.assertEqual(self.attest("merge", self.path).status, 2)

    def test_texts_that_would_cost_much_are_refused_at_once(self):
        for claim, sizes, path, value in (
                ("strassen/function-composition", ("n=2",), ("scale", "exact"), "sqrt(" + "9" * 29 + "8)"),
                ("strassen/function-composition", ("n=2",), ("scale", "exact"),
                 "sqrt(1000000000000000000000000000057000000000000000000000000000013)"),
                ("strassen/function-composition", ("n=2",), ("encoding", 0), "((i+phi)^99)^99"),
                ("strassen/function-composition", ("n=2",), ("encoding", 0), "((i+phi+1)^99)^5"),
                ("strassen/function-composition", ("n=2",), ("encoding", 0), "i/0"),
                ("strassen/function-composition", ("n=2",), ("readout", "bias"), "7" * 200000)):
            with self.subTest(value[:40]):
                shown = of_version_0_1("strassen_composition")
                shown["weights"][path[0]][path[1]] = value
                result = self.verify(shown, claim=claim, sizes=sizes)
                self.assertLess(result.seconds, 5)
                if len(value) != 36:  # sqrt of 30 digits is taken
                    self.assert_usage(result, path[0])
        for p in ("x1/0", "((x1+x2)^99)^99", "x1^" + "9" * 100):
            result = self.attest("run", "poly/root-finding", f"p={p}", "n=2", "r=1", "--input", "rank:0")
            self.assert_usage(result, "p")
            self.assertLess(result.seconds, 5)

    def assert_usage(self, result, argument):
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual(result.err.count("\n"), 1)
        self.assertTrue(result.err.startswith(f"attest: {argument}"), result.err)
