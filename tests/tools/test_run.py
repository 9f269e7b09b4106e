"""attest run: one input through a construction."""

import json
import unittest
from decimal import Decimal

from cli import MATCH2, POLY, STRASSEN, CommandTest, reference

INPUT = '{"f": [[1,2],[1,2]], "x": 1}'


class Run(CommandTest):
    def run_json(self, *arguments, status=0, stdin=b""):
        result = self.attest("run", *arguments, "--format", "json", stdin=stdin)
        self.assertEqual((result.status, result.err), (status, ""))
        return result.json()

    def test_a_run_has_the_fields_of_the_contract(self):
        document = self.run_json(STRASSEN, "n=2", "--input", INPUT)
        self.assertEqual(document["schema"], "attest/run/1")
        self.assertEqual((document["claim"], document["variant"], document["parameters"]),
                         (STRASSEN, "repaired", {"n": 2}))
        self.assertEqual(document["input"], json.loads(INPUT))
        self.assertEqual(document["verdict"], "holds")
        (output,) = document["outputs"]
        self.assertEqual((output["position"], output["decision"], output["truth"]), (5, 1, 1))
        self.assertEqual(output["winner"], [1, 3])
        self.assertEqual(output["score_gap"]["exact"], "4/7*sqrt(7)")

    def test_an_input_means_the_same_however_it_is_given(self):
        self.write("input.json", INPUT)
        results = [self.run_json(STRASSEN, "n=2", "--input", text, stdin=INPUT.encode())["outputs"]
                   for text in (INPUT, "rank:10", "@input.json", "@-")]
        self.assertTrue(all(result == results[0] for result in results))

    def test_ranks_have_token_1_most_significant(self):
        self.assertEqual(self.run_json(STRASSEN, "n=2", "--input", "rank:16")["input"], {"f": [[2, 1], [1, 1]], "x": 1})
        self.assertEqual(self.run_json(STRASSEN, "n=2", "--input", "rank:1")["input"], {"f": [[1, 1], [1, 1]], "x": 2})

    def test_a_random_input_is_that_of_its_seed(self):
        def draw(*options):
            return self.run_json(STRASSEN, "n=8", "--input", "random", *options)["input"]

        self.assertEqual(draw(), draw())
        self.assertEqual(draw("--seed", "7"), draw("--seed", "7"))
        self.assertNotEqual(draw("--seed", "7"), draw("--seed", "8"))

    def test_a_random_run_carries_its_seed(self):
        document = self.run_json(STRASSEN, "n=8", "--input", "random")
        self.assertTrue("seed" in document or "--seed" in document["command"])

    def test_outputs_are_those_of_the_reference(self):
        data = reference()
        cases = [(STRASSEN, [f"n={n}"], sample, sample["y"])
                 for n in ("3", "5", "8") for sample in data["strassen"]["sampled"][n][:4]]
        cases += [(POLY, ["t=3", "n=2", "A2=10"], sample, sample["y"]["10"]["repaired"])
                  for sample in data["poly"]["sampled"]["3,2"][:4]]
        for claim, parameters, sample, y in cases:
            with self.subTest(claim=claim, rank=sample["rank"]):
                result = self.attest("run", claim, *parameters, "--input", f"rank:{sample['rank']}", "--format", "json")
                (output,) = result.json()["outputs"]
                self.assertLessEqual(Decimal(output["value"]["lower"]), Decimal(y))
                self.assertLessEqual(Decimal(y), Decimal(output["value"]["upper"]))
                self.assertEqual(output["truth"], sample["truth"])

    def test_match2_has_an_output_for_every_token(self):
        document = self.run_json(MATCH2, "N=3", "M=4", "--variant", "printed", "--input", '{"p": [1,3,4]}', status=1)
        self.assertEqual([o["decision"] for o in document["outputs"]], [1, 1, 0])
        self.assertEqual([o["truth"] for o in document["outputs"]], [1, 1, 1])
        self.assertEqual([o["winner"] for o in document["outputs"]], [[2], [1], []])
        self.assertEqual([o["score_gap"] for o in document["outputs"]], [None, None, None])
        self.assertEqual(document["verdict"], "refuted")

    def test_without_a_variant_the_repaired_one_runs(self):
        self.assertEqual(self.run_json(MATCH2, "N=1", "M=1", "--input", "rank:0")["variant"], "repaired")


class BadInput(CommandTest):
    def refuse(self, claim, parameters, *inputs, word="expected"):
        for text in inputs:
            with self.subTest(input=text):
                self.assert_refused(["run", claim, *parameters, "--input", text], "input", "expected", word)

    def test_a_rank_outside_of_the_space(self):
        self.refuse(STRASSEN, ["n=2"], "rank:32", "rank:-1", "rank:", "rank:x", "rank:1e1", "rank:" + "9" * 40,
                    word="from 0 to 31")
        self.refuse(MATCH2, ["N=3", "M=4"], "rank:64", word="from 0 to 63")

    def test_wrong_lengths(self):
        self.refuse(STRASSEN, ["n=2"], '{"f": [[1,2],[1]], "x": 1}', '{"f": [[1,2]], "x": 1}', '{"f": [], "x": 1}',
                    '{"f": [[1,2],[1,2],[1,2]], "x": 1}', '{"f": [[1,2,1],[1,2]], "x": 1}')
        self.refuse(MATCH2, ["N=3", "M=4"], '{"p": [1,3]}', '{"p": [1,3,4,4]}', '{"p": []}')

    def test_numbers_out_of_range(self):
        self.refuse(STRASSEN, ["n=2"], '{"f": [[1,2],[1,2]], "x": 3}', '{"f": [[1,2],[0,2]], "x": 1}')
        self.refuse(MATCH2, ["N=3", "M=4"], '{"p": [0,3,4]}', '{"p": [1,3,5]}', '{"p": [1,3,1e30]}')

    def test_wrong_types_and_fields(self):
        self.refuse(STRASSEN, ["n=2"], '{"f": [[1,2],[1,2]], "x": "1"}', '{"f": [[1,2],[1,2]], "x": 1.0}', "[]", "null",
                    '{"f": [[1,2],[1,2]]}', '{"f": [[1,2],[1,2]], "x": 1, "y": 2}', '{"p": [1,3,4]}')

    def test_what_is_not_json(self):
        self.refuse(STRASSEN, ["n=2"], "", "foo", "RANDOM", '{"f": [[1,2],[1,2]], "x": 1')

    def test_a_file_that_cannot_be_read(self):
        self.assert_bad_value(["run", STRASSEN, "n=2", "--input", "@nofile"], "--input", "@nofile")
        self.assert_refused(["run", STRASSEN, "n=2", "--input", "@"], "--input", "file")

    # Says "expected JSON, rank:R, random or @FILE", which is what was given.
    def test_a_directory_is_not_a_file_that_can_be_read(self):
        self.assert_refused(["run", STRASSEN, "n=2", "--input", "@/"], "--input", "file that can be read")

    def test_empty_files_and_empty_standard_input(self):
        self.write("empty", "")
        self.refuse(STRASSEN, ["n=2"], "@empty", "@-")

    def test_poly_needs_a_number_for_A2(self):
        self.assert_bad_value(["run", POLY, "t=2", "n=2", "--input", "rank:0"], "A2", "auto")
