"""Several layers by enclosures, from outside: both examples against sums written down here with 60 decimal digits, and what the
other commands make of such files."""

import decimal
import itertools
import json
import pathlib
import unittest
from decimal import Decimal

from cli import CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
INDUCTION = str(EXAMPLES / "induction_softmax.theorem")
HOPS = str(EXAMPLES / "three_hops.theorem")


def softmax(scale, scores):
    weights = [(scale * score).exp() for score in scores]
    return [weight / sum(weights) for weight in weights]


def induction(w, n, k, first_scale):
    """y at the last token: squares of differences in the place of rows; what all tokens of a row add cancels."""
    letters = [0, *w]
    tokens = range(1, n + 2)
    previous, squares = [], []
    for i in tokens:
        weights = softmax(first_scale, [Decimal(-(i - 1 - j) ** 2) for j in tokens])
        previous.append(sum(weight * letter for weight, letter in zip(weights, letters)))
        squares.append(sum(weight * letter ** 2 for weight, letter in zip(weights, letters)))
    scores = [2 * w[-1] * one - square for one, square in zip(previous, squares)]
    weights = softmax(Decimal(8 * n * k).ln(), scores)
    return sum(weight * letter for weight, letter in zip(weights, letters))


class Examples(CommandTest):
    def test_the_induction_head_is_the_sum_that_is_written_down(self):
        with decimal.localcontext() as context:
            context.prec = 60
            seen = 0
            for n, k, variant in ((2, 2, "stated"), (3, 2, "stated"), (3, 2, "warm"), (4, 3, "warm")):
                scale = Decimal(64 * n * k ** 3).ln() if variant == "stated" else Decimal(1)
                for w in itertools.product(range(1, k + 1), repeat=n):
                    after = {}
                    if any(after.setdefault(a, b) != b for a, b in zip(w, w[1:])) or w[-1] not in w[:-1]:
                        continue
                    run = self.attest("run", INDUCTION, "--variant", variant, f"n={n}", f"k={k}", "--input",
                                      json.dumps({"w": w}), "--format", "json").json()
                    output = run["outputs"][0]
                    y, truth = induction(w, n, k, scale), w[w.index(w[-1]) + 1]
                    self.assertLessEqual(Decimal(output["value"]["lower"]), y)
                    self.assertLessEqual(y, Decimal(output["value"]["upper"]))
                    self.assertEqual((output["truth"], output["right"]), (truth, abs(y - truth) < Decimal("0.5")))
                    seen += 1
            self.assertEqual(seen, 2 + 6 + 6 + 33)

    def test_hops_are_exact(self):
        for p in itertools.product(range(1, 4), repeat=3):
            outputs = self.attest("run", HOPS, "n=3", "--input", json.dumps({"p": p}), "--format", "json").json()["outputs"]
            self.assertEqual([one["value"]["exact"] for one in outputs],
                             [str(p[p[p[i] - 1] - 1]) for i in range(3)])


class Commands(CommandTest):
    def test_parts_are_merged(self):
        parts = []
        for residue in range(3):
            run = self.attest("verify", INDUCTION, "n=4", "k=3", "--variant", "warm", "--part", f"{residue}/3",
                              "--format", "json")
            parts.append(self.write(f"part{residue}.json", run.out))
        merged = self.attest("merge", *parts, "--format", "json")
        whole = self.attest("verify", INDUCTION, "n=4", "k=3", "--variant", "warm", "--format", "json").json()
        self.assertEqual(whole["verdict"], "refuted")
        for field in ("verdict", "inputs", "checks", "margins", "counterexample"):
            self.assertEqual(merged.json()[field], whole[field], field)

    def test_the_weights_are_shown_layer_by_layer(self):
        weights = self.attest("show", HOPS, "n=3", "--format", "json").json()["weights"]
        self.assertEqual(len(weights["layers"]), 2)
        second = weights["layers"][1]
        self.assertEqual(second["residual"], True)
        self.assertEqual(second["heads"][0]["W_1"], [["0", "0", "0", "0", "2", "0"], ["0", "0", "-1", "0", "0", "0"]])
        self.assertEqual(second["W_O"], [{"from": "second.1", "to": "stream.6", "factor": "1"}])

    def test_the_weights_that_are_shown_are_taken_back_and_run(self):
        for theorem, words in ((HOPS, ("n=3",)), ("anna/k-hop", ("N=4", "sigma=2", "k=2", "s=1", "--variant", "constructed"))):
            shown = self.attest("show", theorem, *words, "--format", "json").json()
            document = self.write("weights.json", json.dumps(shown["weights"]))
            for command in (("verify",), ("run", "--input", "random"), ("explain", "--input", "random")):
                result = self.attest(command[0], theorem, *words, *command[1:], "--weights", document)
                self.assertEqual((result.status, result.err), (0, ""), command)
                self.assertIn("own:weights", result.out)
            # Nothing of the last layer lands, so that the answer is what the encoding began with.
            changed = json.loads(json.dumps(shown["weights"]))
            for landing in changed["layers"][-1]["W_O"]:
                landing["factor"] = "0"
            document = self.write("weights.json", json.dumps(changed))
            self.assertEqual(self.attest("verify", theorem, *words, "--weights", document).status, 1 if theorem == HOPS else 2)

    def test_what_is_not_done_is_refused_by_name(self):
        document = self.write("weights.json", "{}")
        for said, arguments in (("several layers", ("precision", HOPS, "n=2")),
                                ("several layers", ("verify", HOPS, "n=2", "--by", "cover")),
                                ("embedding_dimension: missing", ("verify", HOPS, "n=2", "--weights", document))):
            result = self.attest(*arguments)
            self.assertEqual((result.status, result.out), (2, ""), arguments)
            self.assertIn(said, result.err)
        self.assertEqual(self.attest("prove", HOPS).status, 0)
        proved = self.attest("prove", INDUCTION, "--format", "json")
        self.assertEqual(proved.status, 3)

    def test_the_files_are_as_fmt_writes_them_and_expect_what_they_get(self):
        for path, count in ((INDUCTION, 6), (HOPS, 7)):
            result = self.attest("verify", path)
            self.assertEqual(result.status, 0, result.out)
            self.assertIn(f"{count} of {count} verdicts as expected", result.out)
            self.assertEqual(self.attest("check", path).status, 0)


if __name__ == "__main__":
    unittest.main()
