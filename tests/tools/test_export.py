"""attest export: a layer as arrays, read back by hand (exported.py) and run on inputs, and what is refused."""

import json
import os
import re
import resource
import signal
import subprocess
import time
import unittest
from fractions import Fraction

import exported
from cli import CommandTest, program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMS = {"json": ["layer.json"], "npz": ["compare.py", "layer.npz", "model.py"], "onnx": ["layer.onnx"],
         "safetensors": ["layer.safetensors"], "torch": ["compare.py", "layer.safetensors", "model.py"]}
# Softmax over pairs with three terms, a receiver that no term has, sums over four tokens, exact match, hard maxima, a leftmost one, several kinds, several heads, a ReLU
# readout, vectors, injective inputs: the theorem and sizes of which every input is run.
LAYERS = (
    ["strassen/function-composition", "n=2"],
    ["strassen/match3", "n=2", "m=3"],
    ["strassen/relation-composition", "m=2"],
    ["strassen/triangular-relation-composition", "m=2"],
    ["poly/function-composition", "t=2", "n=2", "A2=39/4"],
    ["anna/ema-match2", "N=3", "M=3"],
    ["ea/next-token", "N=2", "tau=1", "context=3"],
)


def example(name, *sizes):
    return [f"{ROOT}/examples/{name}.theorem", *sizes]


OWN = (example("items_and_query", "n=3"), example("first_maximum", "n=3", "m=3"), example("xor", "n=3"), example("induction_softmax", "n=3", "k=3"), example("argmax", "n=3", "m=3"))


class Export(CommandTest):
    def export(self, words, form, *options, folder="out"):
        result = self.attest("export", *words, "--to", form, "--out", folder, *options)
        self.assertEqual((result.status, result.out, result.err), (0, "", ""), words)
        return self.directory / folder

    def vectors(self, folder):
        return json.loads((folder / "test_vectors.json").read_text())

    def test_each_form_has_its_files(self):
        for form, own in FORMS.items():
            folder = self.export(LAYERS[0], form, folder=form)
            self.assertEqual(sorted(path.name for path in folder.iterdir()),
                             sorted([*own, "README.md", "test_vectors.json", "tokens.json"]))

    def test_every_decision_of_layers_that_are_run_by_hand_is_the_certified_one(self):
        for k, words in enumerate((*LAYERS, *OWN)):
            with self.subTest(words=words):
                folder = self.export(words, "npz", "--vectors", "40", folder=f"npz{k}")
                layer = exported.Layer(*exported.read_npz(folder / "layer.npz"))
                self.check_vectors(layer, self.vectors(folder)["vectors"])

    def test_tokens_that_see_those_up_to_them(self):
        words = [self.write("prefix.theorem", exported.PREFIX), "n=3"]
        arrays, structure = exported.read_npz(self.export(words, "npz") / "layer.npz")
        self.assertEqual(arrays["head1_mask"].entries, [True, False, False, True, True, False, True, True, True])
        self.check_vectors(exported.Layer(arrays, structure), self.vectors(self.directory / "out")["vectors"])

    def check_vectors(self, layer, vectors):
        self.assertGreater(len(vectors), 2)
        for vector in vectors:
            outputs = layer.outputs(vector["cells"])
            for certified, output in zip(vector["outputs"], outputs, strict=True):
                self.assertLess(exported.distance(certified, output), 1e-9, vector)
                if certified["decision"] is not None:
                    self.assertEqual(layer.decision(output), certified["decision"], vector)

    def test_all_forms_hold_the_same_numbers_and_say_how_far_off_they_are(self):
        for k, words in enumerate((LAYERS[0], LAYERS[4], OWN[1])):
            exact, _ = exported.read_json(self.export(words, "json", folder=f"json{len(words)}{k}") / "layer.json")
            for dtype in ("float64", "float32"):
                for form, read in (("npz", exported.read_npz), ("safetensors", exported.read_safetensors)):
                    folder = self.export(words, form, "--dtype", dtype, folder=f"{form}{dtype}{k}")
                    arrays, structure = read(folder / FORMS[form][-2 if form == "npz" else 0])
                    self.assertEqual({name: a.shape for name, a in arrays.items()}, {name: a.shape for name, a in exact.items()})
                    worst = Fraction(0)
                    for name, array in exact.items():
                        for number, rounded in zip(array.entries, arrays[name].entries, strict=True):
                            if isinstance(number, int):
                                self.assertEqual(rounded, number)
                            elif "sqrt" not in number and "log" not in number:
                                worst = max(worst, abs(Fraction(rounded) - Fraction(number)))
                    said = Fraction(structure["conversion_error"]["absolute"])
                    irrational = any("sqrt" in str(entry) or "log" in str(entry) for a in exact.values() for entry in a.entries)
                    self.assertLessEqual(worst, said)
                    self.assertLessEqual(said, (2**-24 if dtype == "float32" else 2**-53) * 2**10)
                    self.assertEqual(said > 0, worst > 0 or irrational)

    def test_wrong_outputs_are_those_that_verify_counts(self):
        for words in (example("residual_collision", "n=4", "--variant", "collision"),
                      ["anna/ema-match2", "N=3", "M=4", "domain=positive", "--variant", "printed"]):
            inputs = self.verdict(*words)["inputs"]
            folder = self.export(words, "npz", "--vectors", "1000", folder=words[1])
            document = self.vectors(folder)
            self.assertTrue(document["every_input"])
            layer = exported.Layer(*exported.read_npz(folder / "layer.npz"))
            wrong = sum(any(layer.decision(y) != out["truth"] for y, out in zip(layer.outputs(vector["cells"]), vector["outputs"]))
                        for vector in document["vectors"])
            self.assertGreater(wrong, 0)
            self.assertEqual((str(len(document["vectors"])), str(wrong)), (inputs["checked"], inputs["failing"]))

    def test_tokens_say_which_row_of_X_an_input_shows(self):
        for k, words in enumerate((LAYERS[0], LAYERS[2], OWN[0], example("inverse", "n=3"))):
            with self.subTest(words=words):
                folder = self.export(words, "json", folder=f"json{k}")
                arrays, _ = exported.read_json(folder / "layer.json")
                document = json.loads((folder / "tokens.json").read_text())
                for t, token in enumerate(document["tokens"]):
                    self.assertEqual(token["first"], arrays["first"][t])
                    strides = [0] * len(document["cells"])
                    for read in token["reads"]:
                        strides[read["cell"]] = read["stride"]
                    self.assertEqual(strides, arrays["strides"].row(t))
                    for k, content in enumerate(token["contents"]):
                        if content is not None:
                            self.assertEqual(content["x"], arrays["X"].row(token["first"] + k))
                for vector in self.vectors(folder)["vectors"]:
                    values = [cell["values"][place] for cell, place in zip(document["cells"], vector["cells"], strict=True)]
                    spelled = re.findall(r"-?\d+", json.dumps(vector["input"]).replace('"A"', "").replace('"B"', ""))
                    self.assertEqual([str(value) for value in values], spelled)

    def test_test_vectors_are_what_run_says(self):
        folder = self.export(["strassen/function-composition", "n=3"], "json", "--vectors", "5", "--seed", "7")
        document = self.vectors(folder)
        self.assertEqual((document["every_input"], len(document["vectors"])), (False, 5))
        for vector in document["vectors"]:
            run = self.attest("run", "strassen/function-composition", "n=3", "--input", json.dumps(vector["input"]), "--format", "json").json()
            self.assertEqual(vector["outputs"], run["outputs"])

    def test_the_same_command_writes_the_same_bytes(self):
        for form in FORMS:
            first = {path.name: path.read_bytes() for path in self.export(LAYERS[0], form, folder="same").iterdir()}
            (self.directory / "same").rename(self.directory / f"first-{form}")
            again = {path.name: path.read_bytes() for path in self.export(LAYERS[0], form, folder="same").iterdir()}
            (self.directory / "same").rename(self.directory / f"again-{form}")
            self.assertEqual(first, again)

    def test_your_own_weights_and_files_are_exported_and_named(self):
        shown = self.attest("show", "strassen/function-composition", "n=2", "--format", "json").json()
        shown["weights"]["W_O"][0]["factor"] = "3"
        self.write("mine.json", json.dumps(shown))
        folder = self.export(LAYERS[0], "json", "--weights", "mine.json")
        arrays, structure = exported.read_json(folder / "layer.json")
        self.assertEqual(sorted(set(arrays["W_O"].entries)), ["0", "3"])
        self.assertIn("own:weights", structure["origin"]["claim"])
        self.assertTrue(structure["origin"]["files"]["mine.json"].startswith("sha256 "))
        self.assertIn("mine.json", (folder / "README.md").read_text())
        own = self.export(OWN[0], "json", folder="own")
        self.assertIn("own:items-and-query", (own / "README.md").read_text())

    def test_models_are_short(self):
        folder = self.export(LAYERS[0], "torch")
        model = (folder / "model.py").read_text()
        self.assertLess(len(model.splitlines()), 60)
        self.assertIn("def forward(self", model)


class ByHand(CommandTest):
    """What attest does not write for Coq itself stands in proofs/theorems for some theorems of the catalogue."""

    def test_each_text_is_given_for_the_proof_that_it_names(self):
        folder = f"{ROOT}/proofs/theorems"
        texts = sorted(name for name in os.listdir(folder) if name.endswith(".v"))
        for name in texts:
            with open(f"{folder}/{name}", encoding="utf-8") as file:
                text = file.read()
            named = re.search(r"By hand, of attest prove (.*), its text with sha256", text)
            words = named.group(1).split() if named else ["strassen/function-composition"]
            with self.subTest(name):
                self.assertEqual(self.attest("export", *words, "--to", "coq").out, text)
        self.assertGreater(len(texts), 10)
        said = self.attest("export", "strassen/quotient-composition", "factor=5", "--to", "coq")  # what it is unless said
        self.assertEqual(said.out, self.attest("export", "strassen/quotient-composition", "--to", "coq").out)

    def test_no_text_is_given_for_another_proof(self):
        for words, why in ((["poly/function-composition", "t=2", "A2=19"], "sizes that are given"),
                           (["strassen/quotient-composition", "factor=6"], "parameters"),
                           (["strassen/indexing-shattered", "n=5"], "rows that are shattered"),
                           (["strassen/third-order-match3"], "several sizes")):
            result = self.attest("export", *words, "--to", "coq")
            self.assertEqual((result.status, result.out), (3, ""), words)
            self.assertIn(why, result.err)
        with open(f"{ROOT}/constructions/strassen/match3.theorem", encoding="utf-8") as file:
            (self.directory / "match3.theorem").write_text(file.read(), encoding="utf-8")
        self.assertEqual(self.attest("export", "match3.theorem", "--variant", "repaired", "--to", "coq").status, 3)


class Refused(CommandTest):
    def test_forms_folders_and_numbers(self):
        words = ["export", "strassen/function-composition", "n=2"]
        self.assert_refused([*words, "--out", "x"], "--to", "missing", "npz")
        self.assert_bad_value([*words, "--to", "onx", "--out", "x"], "--to", "onx")
        self.assertIn("did you mean onnx?", self.attest(*words, "--to", "onx", "--out", "x").err)
        self.assert_refused([*words, "--to", "npz"], "--out", "missing", "folder")
        self.assert_refused([*words, "--to", "npz", "--out", "-"], "--out")
        self.assert_bad_value([*words, "--to", "npz", "--out", "layer.npz"], "--out", "layer.npz")
        self.assert_bad_value([*words, "--to", "npz", "--out", "/dev/full"], "--out", "/dev/full")
        self.assert_bad_value([*words, "--to", "npz", "--out", "no/such/x"], "--out", "no/such/x")
        self.assert_bad_value([*words, "--to", "npz", "--out", "x", "--dtype", "float16"], "--dtype", "float16")
        self.assert_bad_value([*words, "--to", "json", "--out", "x", "--dtype", "float32"], "--dtype", "float32")
        self.assert_bad_value([*words, "--to", "npz", "--out", "x", "--vectors", "0"], "--vectors", "0")
        self.assert_refused([*words, "--to", "npz", "--out", "x", "--budget", "3"], "--budget", "nothing beside")
        self.assert_refused([*words, "--to", "coq", "--dtype", "float32"], "--dtype", "nothing beside --to coq")
        self.assert_refused([*words, "--to", "npz", "--out", "x", "--max-bytes", "2000"], "--max-bytes", "nothing was written")
        self.assert_refused(["export", "strassen/function-composition", "--to", "npz", "--out", "x"], "n: missing")
        self.assert_refused(["export", "strassen/function-composition", "n=2..3", "--to", "npz", "--out", "x"], "2..3")

    def test_a_folder_that_holds_something_is_left_alone(self):
        (self.directory / "x").mkdir()
        (self.directory / "x" / "mine").write_text("kept")
        self.assert_refused(["export", "strassen/function-composition", "n=2", "--to", "npz", "--out", "x"], "--out", "empty")
        self.assertEqual((self.directory / "x" / "mine").read_text(), "kept")

    def test_a_claim_without_a_layer_says_what_there_is(self):
        for claim, words in (("poly/gap-kip-to-poly", ["attest reduce"]), ("strassen/size-bound", ["attest bound"]),
                             ("dat/error-inequality", ["attest"]), ("strassen/datasets", ["attest generate"]),
                             ("anna/routing", ["attest run"]), ("anna/lsh", ["attest bench"])):
            with self.subTest(claim=claim):
                self.assert_refused(["export", claim, "--to", "npz", "--out", "x"], claim, "no layer", *words)

    def test_what_a_form_cannot_hold(self):
        self.assert_refused(["export", "anna/k-hop", "N=3", "k=1", "sigma=2", "--to", "npz", "--out", "x"], "no layer", "functions of a token's state")
        self.assert_refused(["export", *example("three_hops", "n=3"), "--to", "onnx", "--out", "x"], "behind another layer", "ties")

    def test_products_and_large_integers_are_for_forms_that_have_them(self):
        product = [self.write("product.theorem", exported.PRODUCT), "n=2"]
        large = [self.write("large.theorem", exported.LARGE), "n=2"]
        for form in ("npz", "safetensors", "torch"):
            self.assert_refused(["export", *product, "--to", form, "--out", "x"], "multiplies", "--to onnx")
        for form in ("npz", "onnx", "safetensors", "torch"):
            self.assert_refused(["export", *large, "--to", form, "--out", "x"], "hard maximum", "beyond 2^53")
        for words, form in ((product, "onnx"), (product, "json"), (large, "json")):
            self.assertEqual(self.attest("export", *words, "--to", form, "--out", f"{form}{words[0]}").status, 0)
        readout = json.loads((self.directory / "jsonproduct.theorem" / "layer.json").read_text())["readout_formulas"]
        self.assertEqual(readout, [{"op": "product", "of": [{"constant": "0", "coefficients": {"2": "1"}},
                                                            {"constant": "0", "coefficients": {"3": "1"}}]}])

    def test_a_full_disk_is_a_write_error_and_leaves_nothing(self):
        result = subprocess.run([program(), "export", "strassen/function-composition", "n=2", "--to", "npz", "--out", "x"],
                                capture_output=True, cwd=self.directory, timeout=15,
                                preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))))
        self.assertEqual((result.returncode, result.stdout), (5, b""))
        self.assertIn(b"cannot be written", result.stderr)
        self.assertEqual(self.files(), [])

    def test_an_interrupted_export_leaves_nothing(self):
        process = self.start("export", "strassen/match3", "n=8", "m=9", "--to", "npz", "--out", "x", "--vectors", "1000000")
        deadline = time.monotonic() + 10
        while not self.files() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
