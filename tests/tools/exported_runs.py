"""Exported layers run by the tools they are meant for, on every input of a small size, against the exact decisions: what
`.ci/release exports` does. A runner takes an exported folder and gives (outputs, decisions) for the cells of its test vectors."""

import json
import math
import os

import exported
from cli import CommandTest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def example(name, *sizes):
    return [f"{ROOT}/examples/{name}.theorem", *sizes]


# What is exported, and what is in it.
LAYERS = (
    ["strassen/function-composition", "n=2"],  # softmax over pairs, three terms
    ["strassen/function-composition", "n=3"],
    ["strassen/match3", "n=3", "m=4"],
    ["strassen/relation-composition", "m=2"],
    ["strassen/quotient-composition", "m=2"],
    ["strassen/third-order-match3", "n=3", "m=3"],  # one term of three
    ["strassen/triangular-relation-composition", "m=2"],  # tuples of a receiver's own
    ["poly/function-composition", "t=2", "n=2", "A2=39/4"],  # sums over four tokens, two heads
    ["anna/ema-match2", "N=4", "M=4"],  # exact match
    ["anna/ema-match2", "N=3", "M=4", "domain=positive", "--variant", "printed"],  # wrong on most inputs
    ["anna/sum", "N=4", "M=4"],
    ["ea/next-token", "N=2", "tau=1", "context=5"],  # z^2 / (1 + z^2)
    ["dat/select-and-relate", "n=2", "X=2", "Y=2", "beta=2"],
    example("items_and_query", "n=3"),  # several kinds of tokens
    example("argmax", "n=4", "m=4"),  # injective inputs
    example("inverse", "n=4"),
    example("first_maximum", "n=4", "m=3"),  # the first of the best
    example("last_maximum", "n=4", "m=3"),
    example("saturated_majority", "n=5"),  # the mean of the best
    example("xor", "n=5"),
    example("lookup", "n=3"),  # vectors
    example("directed_triangle", "n=2", "m=2"),
    example("majority", "n=5"),
    example("residual_collision", "n=4", "--variant", "collision"),  # wrong on some
    example("middle", "n=2"),
    example("induction_softmax", "n=4", "k=3"),  # two layers
)
# How far an output may be outside of its enclosure; a decision nearer to its threshold than that is not one of the machine's.
NEAR = {"float64": 1e-9, "float32": 1e-3}


class ExportedRuns(CommandTest):
    form = None  # what --to gets

    def runner(self, folder, cells):
        raise NotImplementedError

    def run_layers(self):
        own = [[self.write("prefix.theorem", exported.PREFIX), "n=4"]]  # a mask
        if self.form == "onnx":
            own.append([self.write("product.theorem", exported.PRODUCT), "n=4"])
        for words in (*LAYERS, *own):
            for dtype in NEAR:
                with self.subTest(words=words, dtype=dtype):
                    self.run_layer(words, dtype)

    def run_layer(self, words, dtype):
        name = f"{'-'.join(words).replace('/', '_')}-{dtype}"[-80:]
        result = self.attest("export", *words, "--to", self.form, "--dtype", dtype, "--vectors", "10000", "--out", name, timeout=120)
        self.assertEqual((result.status, result.err), (0, ""))
        folder = self.directory / name
        document = json.loads((folder / "test_vectors.json").read_text())
        self.assertTrue(document["every_input"])
        vectors = document["vectors"]
        outputs, decisions = self.runner(folder, [vector["cells"] for vector in vectors])
        self.assertEqual(len(outputs), len(vectors))
        wrong = 0
        for k, vector in enumerate(vectors):
            rights = []
            for j, certified in enumerate(vector["outputs"]):
                self.assertLessEqual(exported.distance(certified, outputs[k][j]), NEAR[dtype], vector)
                if margin(certified, document["decision"]) < NEAR[dtype]:
                    rights.append(certified["right"])  # a tie, or nearly: the exact one decides
                elif decisions is None:
                    rights.append(abs(outputs[k][j] - fraction(certified["truth"])) < fraction(certified["within"]))
                else:
                    self.assertEqual(decisions[k][j], certified["decision"], vector)
                    rights.append(decisions[k][j] == certified["truth"])
                self.assertEqual(rights[-1], certified["right"], vector)
            wrong += not all(rights)
        variant = words if "--variant" in words else [*words, "--variant", document["origin"]["variant"]]
        inputs = self.verdict(*variant)["inputs"]
        judged = int(inputs["checked"]) - int(inputs.get("not_judged") or 0)
        self.assertEqual((len(vectors), str(wrong)), (judged, inputs["failing"]))


def margin(certified, decision):
    """How far the exact output is from where the decision changes."""
    y = (float(certified["value"]["lower"]) + float(certified["value"]["upper"])) / 2
    if decision == "sign":
        return abs(y)
    if decision == "none":
        return abs(abs(y - fraction(certified["truth"])) - fraction(certified["within"]))
    return abs(y - math.floor(y) - 0.5)


def fraction(text):
    numerator, _, denominator = str(text).partition("/")
    return int(numerator) / int(denominator or 1)
