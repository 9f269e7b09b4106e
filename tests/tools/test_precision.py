"""attest precision: formats, models, least widths."""

import json
import unittest
import xml.etree.ElementTree

from cli import STRASSEN, CommandTest


class Precision(CommandTest):
    def study(self, *arguments):
        result = self.attest("precision", *arguments, "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        return result.documents()

    def test_every_cell_counts_every_input(self):
        (document,) = self.study(STRASSEN, "n=2")
        self.assertEqual(document["schema"], "attest/precision/1")
        self.assertEqual(len(document["formats"]), 7 * 3)
        for cell in document["formats"]:
            self.assertEqual((cell["total"], cell["checked"], cell["undecided"]), ("32", "32", "0"))
            self.assertEqual(cell["first_wrong"] is None, cell["right"] == "32")
        least = {entry["model"]: entry["bits"] for entry in document["least_precision"]}
        self.assertEqual(set(least), {"stored", "plain", "mixed"})
        self.assertGreaterEqual(document["sufficient_plain"], least["plain"])

    def test_the_least_width_fails_one_below(self):
        (document,) = self.study(STRASSEN, "n=2", "--formats", "p4")
        for entry in document["least_precision"]:
            self.assertTrue(entry["run"][str(entry["bits"])])
            self.assertFalse(entry["run"][str(entry["bits"] - 1)])

    def test_a_wrong_input_can_be_run_and_is_right_exactly(self):
        (document,) = self.study(STRASSEN, "n=2", "--formats", "e5m2", "--models", "plain", "--no-least")
        wrong = document["formats"][0]["first_wrong"]
        run = self.attest("run", STRASSEN, "n=2", "--variant", document["variant"], "--input", json.dumps(wrong["input"]),
                          "--format", "json")
        self.assertEqual(run.json()["verdict"], "holds")

    def test_results_do_not_depend_on_threads(self):
        def cells(threads):
            (document,) = self.study(STRASSEN, "n=2", "--formats", "e4m3", "--threads", threads)
            return document["formats"], document["least_precision"]
        self.assertEqual(cells("1"), cells("2"))

    def test_a_range_gives_a_chart_and_a_slope(self):
        result = self.attest("precision", STRASSEN, "n=1..2", "--formats", "fp16", "--chart", "least.svg")
        self.assertEqual(result.status, 0, result.err)
        self.assertRegex(result.out, r"plain: about -?\d+\.\d more bits where n doubles")
        root = xml.etree.ElementTree.parse(self.directory / "least.svg").getroot()
        self.assertTrue(root.tag.endswith("svg"))
        self.assertEqual(len([child for child in root.iter() if child.tag.endswith("polyline")]), 3)

    def test_tables_in_every_format(self):
        for name, sign in (("markdown", "| fp16 |"), ("csv", "fp16,"), ("latex", "\\toprule")):
            result = self.attest("precision", STRASSEN, "n=1", "--formats", "fp16", "--format", name)
            self.assertEqual(result.status, 0)
            self.assertIn(sign, result.out)

    def test_a_budget_that_is_too_small_is_undecided(self):
        result = self.attest("precision", STRASSEN, "n=4", "--budget", "0.2", "--formats", "fp16", "--models", "plain")
        self.assertEqual(result.status, 3)
        self.assertIn("the budget of 0.2 s was used up", result.out)

    def test_what_is_wrong_is_one_line(self):
        for arguments, words in (
            ([STRASSEN, "n=2", "--formats", "fp17"], ["--formats", "fp17", "bfloat16"]),
            ([STRASSEN, "n=2", "--formats", "fp16,fp16"], ["each format once"]),
            ([STRASSEN, "n=2", "--formats", "p1"], ["p2..p4096"]),
            ([STRASSEN, "n=2", "--formats", ""], ["--formats"]),
            ([STRASSEN, "n=2", "--models", "exact"], ["--models", "stored, plain, mixed"]),
            ([STRASSEN, "n=2", "--chart", "a.svg"], ["--chart", "range"]),
            ([STRASSEN, "n=2", "--part", "0/2"], ["--part"]),
            ([STRASSEN], ["n: missing"]),
            (["anna/sum", "N=2", "M=2"], ["anna/sum", "no such layer"]),
            (["strassen/nothing"], ["strassen/nothing"]),
        ):
            with self.subTest(arguments=arguments):
                self.assert_refused(["precision", *arguments], *words)


if __name__ == "__main__":
    unittest.main()
