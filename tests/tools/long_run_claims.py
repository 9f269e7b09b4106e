"""attest run on claims without a layer: reductions, algorithms, protocols, lower bounds, datasets."""

import json
import unittest

from cli import CommandTest

# A size beyond what `verify` enumerates, with a random input.
LARGE = {
    "strassen/composition-to-indexing": ["n=500"],
    "strassen/match3-to-sum2": ["l=500", "m=1000"],
    "strassen/relation-to-disjointness": ["m=200"],
    "strassen/disjointness-to-quotient": ["s=100"],
    "strassen/indexing-shattered": ["n=200"],
    "strassen/sum2-shattered": ["l=100"],
    "strassen/disjointness-shattered": ["m=200"],
    "strassen/head-decomposition": ["n=40", "--variant", "printed"],
    "strassen/matrix-form": ["n=8", "d=3"],
    "poly/max2sat-to-ip-triangle": ["variables=15", "clauses=30", "falsified=2"],
    "poly/ksat-to-kip": ["variables=16", "clauses=60", "k=4"],
    "poly/ip-triangle-to-cycle": ["n=20", "d=30", "r=4"],
    "poly/ip-to-gap-ip": ["n=20", "d=8", "T=2"],
    "poly/gap-ip-triangle-to-strassen": ["n=20", "d=12", "m=4"],
    "poly/gap-kip-to-poly": ["h=x1*x2*x3", "n=10", "d=12", "m=3"],
    "poly/tree-algorithm": ["h=x1x2+x2x3", "n=12", "d=3"],
    "poly/one-cycle-algorithm": ["h=x1x2+x2x3+x3x1", "n=8", "d=2"],
    "poly/treewidth-algorithm": ["h=x1x2+x2x3+x3x1+x3x4+x4x1", "n=8", "d=2"],
    "poly/variable-separability": ["h=x1x2+x1x3", "n=12", "d=2"],
    "poly/tensor-form": ["h=x1x2+x1x2x3", "n=8", "d=3"],
    "poly/special-cases": ["n=6", "d=3", "t=3"],
    "dat/factorisation": ["n=12", "d=32", "d_r=20"],
    "dat/error-inequality": ["n=200", "d_r=10"],
    "ea/cycles": ["N=16", "tau=20"],
    "anna/routing": ["q=60", "s=4", "letters=9"],
    "anna/mpc-simulates-ema": ["N=20", "s=60", "letters=6", "--variant", "constructed"],
    "anna/mpc-simulates-anna": ["N=12", "s=60", "l=3"],
    "anna/low-rank": ["N=80", "r=2", "m=2", "s=40"],
    "anna/lsh": ["N=20", "d=20"],
    "anna/reformer-receptive-field": ["B=3", "L=2", "N=20"],
    "poly/pointer-jumping-strassen": ["n=900000"],
}


class RunClaims(CommandTest):
    def run_json(self, *arguments, status=0):
        result = self.attest("run", *arguments, "--format", "json", timeout=60)
        self.assertEqual((result.status, result.err), (status, ""), arguments)
        return result.json()

    def test_sizes_beyond_enumeration_run(self):
        for claim, parameters in LARGE.items():
            with self.subTest(claim=claim):
                document = self.run_json(claim, *parameters, "--input", "random")
                self.assertEqual(document["verdict"], "holds")
                self.assertTrue(document["outputs"] or document["checks"])
                self.assertTrue(all(output.get("right", True) for output in document["outputs"]))

    def test_text_says_what_json_says(self):
        arguments = ["poly/tree-algorithm", "h=x1x2", "n=2", "d=2", "--variant", "printed", "--input",
                     '{"Q1": [[1,1],[1,1]], "Q2": [[1,1],[0,0]], "V2": [[1,1],[0,0]]}']
        document = self.run_json(*arguments, status=1)
        text = self.attest("run", *arguments)
        self.assertEqual(text.status, 1)
        wrong = [output for output in document["outputs"] if not output["right"]]
        self.assertEqual(len(wrong), text.out.count("<-- wrong"))
        # e^2/(e^2 + 1) in place of e/(e + 1), as the claim's file works out by hand.
        self.assertTrue(wrong[0]["value"]["lower"].startswith("8.8079"))
        self.assertTrue(wrong[0]["truth"]["lower"].startswith("7.3105"))
        self.assertIn("verdict        refuted", text.out)

    def test_a_reduction_shows_its_image_and_both_answers(self):
        document = self.run_json("strassen/relation-to-disjointness", "m=2", "--input", '{"a": [1,0], "b": [1,1]}')
        self.assertEqual(document["steps"]["image"], {"A": [[0, 1, 0], [0, 0, 0], [0, 0, 0]],
                                                      "B": [[0, 0, 0], [1, 0, 0], [1, 0, 0]]})
        (output,) = document["outputs"]
        self.assertEqual((output["decision"], output["truth"], output["right"]), (1, 1, True))
        self.assertEqual(document["rank"], "11")

    def test_the_print_that_is_wrong_is_wrong_on_an_input(self):
        for arguments in (["strassen/match3-to-sum2", "l=2", "m=3", "--variant", "printed"],
                          ["poly/gap-kip-to-poly", "n=2", "d=2", "m=1", "--variant", "printed"],
                          ["poly/tree-algorithm", "h=x1x2", "n=2", "d=2", "--variant", "printed"],
                          ["anna/mpc-simulates-ema", "N=28", "s=16", "letters=4", "--variant", "printed"],
                          ["strassen/sum2-shattered", "l=2", "--variant", "printed"]):
            document = self.run_json(*arguments, "--input", "random", status=1)
            self.assertEqual(document["verdict"], "refuted")
            self.assertIn("reason", document)

    def test_every_gap_instance_of_a_small_size_is_decided_row_by_row(self):
        yes = 0
        for rank in range(12):
            document = self.run_json("poly/gap-kip-to-poly", "n=1", "d=2", "m=1", "--input", f"rank:{rank}")
            (output,) = document["outputs"]
            first, second = (vectors[0] for vectors in document["input"]["sets"])
            product = sum(a == b == "1" for a, b in zip(first, second))
            self.assertEqual(output["truth"], int(product == 1))
            yes += output["truth"]
        self.assertGreater(yes, 0)

    def test_inner_products_are_counted_as_by_hand(self):
        document = self.run_json("poly/ip-triangle-to-cycle", "n=1", "d=2", "r=4", "--input",
                                 '{"sets": [["11"],["10"],["11"]], "targets": [1,1,2]}')
        self.assertEqual(document["outputs"][0]["truth"], 1)
        self.assertEqual(document["steps"]["target instance"]["targets"], [1, 1, 2, 2])
        document = self.run_json("poly/ip-triangle-to-cycle", "n=1", "d=2", "r=4", "--input",
                                 '{"sets": [["11"],["10"],["11"]], "targets": [1,1,1]}')
        self.assertEqual(document["outputs"][0]["truth"], 0)

    def test_a_walk_that_does_not_come_back_is_shown_as_far_as_it_goes(self):
        document = self.run_json("ea/cycles", "N=1000", "tau=12", "--input", "random")
        window = document["input"]["window"]
        self.assertEqual(document["outputs"][0]["decision"], (window[0] + window[1]) % 1000)
        self.assertEqual([check["verdict"] for check in document["checks"]], ["undecided"])

    def test_a_line_of_generate_is_an_input_and_a_wrong_label_is_found(self):
        generated = self.attest("generate", "match2", "--count", "4").out.splitlines()
        example = json.loads(generated[1])
        document = self.run_json("anna/datasets", "--input", json.dumps(example))
        self.assertEqual(len(document["outputs"]), len(example["x"]))
        example["y"][3] = 1 - example["y"][3]
        document = self.run_json("anna/datasets", "--input", json.dumps(example), status=1)
        self.assertEqual([k for k, output in enumerate(document["outputs"]) if not output["right"]], [3])

    def test_a_pair_that_no_player_knows_is_summed_by_nobody(self):
        def run(variant, status):
            return self.run_json("poly/pointer-jumping-strassen", "n=3", "--variant", variant, "--input",
                                 '{"j": 4, "k": 7}', status=status)

        self.assertEqual(run("printed", 1)["steps"]["players who know them"], [])
        self.assertEqual(run("repaired", 0)["steps"]["summed by"], ["Player 1"])

    def test_show_says_what_run_takes_beyond_verify(self):
        text = " ".join(self.attest("show", "strassen/composition-to-indexing").out.split())
        self.assertIn("n: an integer from 1 to 7 (`run`: to 2000)", text)
        self.assertEqual(self.attest("run", "strassen/composition-to-indexing", "n=2001", "--input", "random").status, 2)
        self.assertEqual(self.attest("verify", "strassen/composition-to-indexing", "n=8").status, 2)

    def test_claims_without_inputs_say_why(self):
        for claim, parameters, why in (("strassen/size-bound", ["task=match3", "n=5"], "numbers"),
                                       ("strassen/split-vc", ["function=parity", "n=3"], "partitions")):
            result = self.attest("run", claim, *parameters, "--input", "random")
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertIn("nothing to run", result.err)
            self.assertIn(why, result.err)
            self.assertEqual(len(result.err.splitlines()), 1)

    def test_too_much_work_is_refused_with_the_number_that_is_too_large(self):
        for arguments in (["poly/tree-algorithm", "h=x1x2+x2x3+x3x4", "n=1000", "d=2"],
                          ["poly/ip-triangle-to-cycle", "n=128", "d=2", "r=8"],
                          ["dat/dual-attention", "n=64", "d_model=256", "n_sa=2", "n_ra=2", "d_r=4"],
                          ["poly/gap-hypergraph-to-poly", "n=256", "d=8", "m=2"]):
            result = self.attest("run", *arguments, "--input", "random")
            self.assertEqual((result.status, result.out), (2, ""), arguments)
            self.assertIn("at most", result.err)

    def test_an_input_of_another_size_is_refused(self):
        cases = (
            (["poly/ksat-to-kip", "variables=3", "clauses=1"], '{"variables": 2, "clauses": []}'),
            (["poly/ksat-to-kip", "variables=3", "clauses=1"], '{"variables": 3, "clauses": [[1],[2]]}'),
            (["poly/ip-to-gap-ip", "n=2", "d=2"], '{"sets": [["01"],["11"]], "targets": [1]}'),
            (["ea/cycles", "N=4", "tau=2"], '{"window": [0,1,4]}'),
            (["anna/routing", "q=2", "s=1"], '{"messages": [{"from": 1, "to": 3, "words": [0]}]}'),
            (["dat/error-inequality", "n=2"], '{"alpha": ["1/2","1/4"], "r": [[1],[1]], "R": [1], "selected": 1}'),
            (["strassen/matrix-form", "n=1", "d=1"], '{"f": [[1]], "g": [[1]], "h": [[1]], "V1x": [[1]]}'),
            (["anna/reformer-receptive-field", "B=2", "L=1", "N=3"], '{"layers": [[[1,2]]]}'),
            (["strassen/datasets", "task=relation-composition"], '{"x": [1,0,1]}'),
        )
        for arguments, text in cases:
            with self.subTest(arguments=arguments, text=text):
                result = self.attest("run", *arguments, "--input", text)
                self.assertEqual((result.status, result.out), (2, ""))
                self.assertIn("expected", result.err)
                self.assertEqual(len(result.err.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
