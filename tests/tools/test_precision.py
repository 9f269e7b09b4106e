"""attest precision: formats, models, least widths."""

import json
import pathlib
import re
import signal
import time
import unittest
import xml.etree.ElementTree

from cli import POLY, STRASSEN, CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


MEAN = """attest-theorem 1
theorem mean "The mean of bits that begin and end alike"
sizes n >= 1    limit verify n <= 10
input w : [n] -> {0, 1}
where w(1) = w(n)
judged if (sum i in [n]: w(i)) != 2
tokens i in [n] carry b = w(i)
task at n, number: w(1)
layer
  embed b = b, one = 1, out = 0
  head softmax
    query = (one)
    key = (one)
    value = (out: b)
readout out
check output
variant all: drop where
"""


class SomeInputsAlone(CommandTest):
    def formats(self, *words):
        result = self.attest("precision", *words, "--no-least", "--format", "json")
        document, = [json.loads(line) for line in result.out.splitlines()]
        return document["inputs"], document["formats"]

    def test_what_is_no_input_or_is_not_judged_asks_nothing_of_a_format(self):
        self.write("mean.theorem", MEAN)
        for variant, unjudged, right in (("stated", "3", "1"), ("all", "1", "1")):
            inputs, formats = self.formats("mean.theorem", "--variant", variant, "n=2")
            self.assertEqual(inputs["space"], "4")
            self.assertIn("judged if", inputs["why_not_judged"])
            for one in formats:
                self.assertEqual((one["checked"], one["unjudged"], one["right"]), ("4", unjudged, right), one)
                self.assertEqual(one["first_wrong"] is None, variant == "stated")

    def test_layers_of_exact_match_are_asked_for_inputs_alone(self):
        inputs, formats = self.formats(str(EXAMPLES / "list_ranking.theorem"), "--variant", "stated", "n=3")
        for one in formats:  # 6 of 64 words are lists, and each is ranked rightly
            self.assertEqual((one["checked"], one["unjudged"], one["right"]), ("64", "58", "6"))

    def test_a_word_that_is_no_input_is_refused(self):
        self.write("mean.theorem", MEAN)
        self.assert_refused(["precision", "mean.theorem", "n=2", "--input", '{"w": [0, 1]}'], "--input", "w(1) = w(n)")


CONSTANT = """attest-theorem 1
theorem constant "The mean of ones is one"
sizes n >= 1    limit verify n <= 10
input w : [n] -> {0, 1}
tokens i in [n] carry b = w(i)
task at n, number: 1
layer
  embed b = b, one = 1, out = 0
  head softmax
    query = (one)
    key = (one)
    value = (out: one)
readout out
check output
"""


class Answers(CommandTest):
    def last_lines(self, *words, lines):
        result = self.attest("precision", *words, columns=200)
        self.assertEqual((result.status, result.err), (0, ""))
        return result.out.splitlines()[-lines:]

    def test_a_range_ends_with_what_is_right_and_what_is_wrong_first(self):
        self.assertEqual(self.last_lines(STRASSEN, "n=1..2", "--formats", "bf16,fp16,e4m3", "--models", "tensor-core", lines=2), [
            "bfloat16, fp16, tensor-core: right up to n = 2; 5 bits are enough at n = 2",
            'fp8-e4m3, tensor-core: right up to n = 1, first wrong n = 2: {"f":[[1,2],[2,1]],"x":2}; 5 bits are enough at n = 2'])

    def test_one_setting_ends_with_an_answer_as_well(self):
        self.assertEqual(self.last_lines(STRASSEN, "n=2", "--formats", "e4m3", "--models", "plain", lines=1), [
            'fp8-e4m3, plain: wrong at n=2: {"f":[[1,2],[2,1]],"x":2}; 7 bits are enough'])

    def test_drawn_inputs_prove_no_size(self):
        line, = self.last_lines(STRASSEN, "n=2..4", "--sample", "100", "--formats", "fp16", "--models", "flash", "--no-least", lines=1)
        self.assertEqual(line, "fp16, flash: right up to n = 2, no input that was drawn is wrong up to n = 4")

    def test_a_theorem_file_is_asked_over_a_range(self):
        """Counts are n times a multiple of 1/n, cast: three bits lose one at n = 7."""
        self.write("mean.theorem", CONSTANT.replace("number: 1", "number: (sum i in [n]: w(i))").replace("out: one", "out: n*b"))
        lines = self.last_lines("mean.theorem", "n=2..8", "--formats", "bf16,e4m3,e5m2", "--models", "tensor-core", "--no-least", lines=2)
        self.assertEqual(lines, [
            "bfloat16, fp8-e4m3, tensor-core: right up to n = 8",
            'fp8-e5m2, tensor-core: right up to n = 6, first wrong n = 7: {"w":[0,0,0,0,1,1,1]}'])

    def test_a_width_that_is_right_because_sums_stall_says_so(self):
        """Two bits count eight ones as four, and add eight quarters to one."""
        self.write("constant.theorem", CONSTANT)
        words = ("constant.theorem", "n=8", "--formats", "p2,p8", "--models", "plain")
        document = self.attest("precision", *words, "--format", "json").json()
        self.assertEqual([(cell["right"], cell["stalls"]) for cell in document["formats"]], [("256", True), ("256", False)])
        self.assertEqual([(entry["bits"], entry["stalls"]) for entry in document["least_precision"]], [(2, True)])
        line, = self.last_lines(*words, lines=1)
        self.assertIn("2 bits are enough, but sums stall", line)
        self.assertIn("2 (sums stall)", self.attest("precision", *words).out)

    def test_without_a_claim_every_construction_has_its_sizes(self):
        document = self.attest("precision", "--formats", "e5m2", "--sample", "2", "--format", "json").json()
        found = {row["claim"]: row["formats"]["fp8-e5m2"] for row in document["constructions"]}
        self.assertGreaterEqual(len(found), 15)
        self.assertTrue(document["complete"])
        composition = found[STRASSEN]
        self.assertEqual((composition["right_to"], composition["wrong_at"]), (1, 2))
        run = self.attest("precision", STRASSEN, "n=2", "--input", json.dumps(composition["first_wrong"]), "--formats", "e5m2",
                          "--models", "tensor-core", "--no-least", "--format", "json").json()
        self.assertEqual(run["formats"][0]["right"], "0")


LOOKUP = """attest-theorem 1
theorem overflow "A value that no eight bits hold"
sizes n >= 1    limit verify n <= 6
input w : [n] -> {0, 1}
tokens i in [n] carry b = w(i)
task at n, number: 0
layer
  embed b = b, one = 1, many = MANY, out = 0
  head HEAD
    VALUES
readout out
check output
"""


class NotANumber(CommandTest):
    """Zero times what is infinite or no number is no number, and an output that is none is wrong: by every model alike."""

    def right(self, head, *values, many=1):
        text = LOOKUP.replace("HEAD", head).replace("VALUES", "\n    ".join(values)).replace("MANY", str(many))
        name = self.write("mine.theorem", text)
        result = self.attest("precision", name, "n=2", "--formats", "fp16,e4m3", "--models", "plain,tensor-core,flash", "--no-least",
                             "--format", "json")
        (document,) = [json.loads(line) for line in result.out.splitlines()]
        found = {(cell["model"], cell["format"]): cell["right"] for cell in document["formats"]}
        for name in ("fp16", "fp8-e4m3"):
            self.assertEqual(len({right for (_, form), right in found.items() if form == name}), 1, found)
        return [found["plain", name] for name in ("fp16", "fp8-e4m3")]

    def test_where_nothing_matches_beside_an_overflow(self):
        rows = ("query = (5*one)", "key = (b)")
        self.assertEqual(self.right("exact-match", *rows, "value = (out: 100*one)"), ["4", "4"])
        self.assertEqual(self.right("exact-match", *rows, "value = (out: 1000*one)"), ["4", "0"])

    def test_a_factor_of_zero_beside_an_overflow(self):
        rows = ("row 1 = (one)", "row 2 = (one)", "row 3 = (one)", "value 2 = (out: 0*one)")
        self.assertEqual(self.right("strassen", *rows, "value 3 = (out: 100*one)"), ["4", "4"])
        self.assertEqual(self.right("strassen", *rows, "value 3 = (out: 1000*one)"), ["4", "0"])
        # 1000 times 1000 is what fp16 does not hold.
        self.assertEqual(self.right("strassen", *rows, "value 3 = (out: 1000*many)", many=1000), ["0", "0"])


class Precision(CommandTest):
    def study(self, *arguments):
        result = self.attest("precision", *arguments, "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        return result.documents()

    def test_every_cell_counts_every_input(self):
        (document,) = self.study(STRASSEN, "n=2")
        self.assertEqual(document["schema"], "attest/precision/1")
        self.assertEqual(len(document["formats"]), 7 + 6)  # fp64 is no format of tensor-core
        for cell in document["formats"]:
            self.assertEqual((cell["total"], cell["checked"], cell["undecided"]), ("32", "32", "0"))
            self.assertEqual(cell["first_wrong"] is None, cell["right"] == "32")
        least = {entry["model"]: entry["bits"] for entry in document["least_precision"]}
        self.assertEqual(set(least), {"tensor-core", "plain"})
        self.assertGreaterEqual(document["sufficient_plain"], least["plain"])
        self.assertEqual(document["sufficient_above_least"], document["sufficient_plain"] - least["plain"])
        self.assertEqual(document["exact_verdict"], "holds")
        self.assertIsNone(document["exact_reason"])

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
        texts, lines = self.chart("least.svg")
        for word in ("n", "significand bits p", "bfloat16: 8", "fp16: 11", "fp32: 24"):
            self.assertIn(word, texts)
        names = [text for text in texts if text.startswith(("tensor-core: ", "plain: ", "enough by the margin", "proved for n >= "))]
        self.assertEqual(len(names), len(lines))
        self.assertEqual([name.endswith("where n doubles") for name in names], [True, True, False, False])
        # Two sizes were run; what is proved for every size begins behind them, at its first two.
        self.assertEqual([len(line) for line in lines], [2, 2, 2, 2])
        self.assertGreater(lines[3][0][0], lines[0][-1][0])
        proved = self.attest("precision", STRASSEN, "--every-size", "--format", "json").json()
        self.assertEqual(names[3], f"proved for n >= {proved['from']['n']}: {proved['bits']}")
        self.assertEqual([text for text in texts if text.isdigit()][-2:], [str(proved["from"]["n"] + k) for k in range(2)])

    def chart(self, name):
        """What is written in a chart, and the points of its lines."""
        root = xml.etree.ElementTree.parse(self.directory / name).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        parts = list(root.iter())
        self.assertIn("prefers-color-scheme:dark", next(part.text for part in parts if part.tag.endswith("style")))
        lines = [[tuple(map(float, point.split(","))) for point in part.get("points").split()]
                 for part in parts if part.tag.endswith("polyline")]
        return [part.text or "" for part in parts if part.tag.endswith("text")], lines

    def test_a_chart_names_what_does_not_vary_and_hides_no_line(self):
        words = ("anna/ema-match2", "N=2", "M=2..16", "domain=positive", "--formats", "p5", "--models", "tensor-core,flash", "--chart", "m.svg")
        self.assertEqual(self.attest("precision", *words).status, 0)
        texts, lines = self.chart("m.svg")
        self.assertIn("N = 2, domain = positive", " ".join(texts))
        self.assertIn("proved for M >= 2: p >= 3 + log2(M)", texts)  # N is 2
        self.assertEqual(lines[0], lines[1])  # both lie on the same points, and both are seen
        text = (self.directory / "m.svg").read_text(encoding="utf-8")
        self.assertRegex(text, r'class="line0" points="[^"]*"/><circle class="series0" cx="[\d.]+" cy="[\d.]+" r="5\.9"')
        self.assertRegex(text, r'class="line1" points="[^"]*"/><rect class="series1" x="[\d.]+" y="[\d.]+" width="10\.2"')

    def test_bits_for_every_size_are_no_fewer_than_the_least_found_and_are_run(self):
        document = self.attest("precision", STRASSEN, "--every-size", "--format", "json").json()
        self.assertEqual((document["schema"], document["refusal"], document["needed"], document["growth"]),
                         ("attest/precision-every-size/1", None, "n", "Theta(log n)"))
        self.assertEqual({size["by"] for size in document["sizes"]}, {"every-size", "margin"})
        found = 0
        for size in document["sizes"]:
            n = size["parameters"]["n"]
            self.assertEqual(size["run"], size["right"])
            self.assertEqual(size["by"] == "every-size", n >= document["from"]["n"])
            self.assertGreaterEqual(2**size["needed"], n)
            if size["by"] == "every-size":
                least = int(document["least"].split("*")[0]) * n**2
                self.assertEqual(document["least"].split("*", 1)[1], "n^2")
                self.assertTrue(2**(size["enough"] - 1) < least <= 2**size["enough"])
            if size["least_found"] is not None:
                self.assertLessEqual(size["least_found"], size["enough"])
                found += 1
        self.assertGreaterEqual(found, 3)
        for name, sign in (("text", "2^p >= "), ("markdown", "- **enough**: p >= "), ("latex", "\\toprule"), ("csv", "needed,least found,enough")):
            result = self.attest("precision", STRASSEN, "--every-size", "--format", name)
            self.assertEqual(result.status, 0)
            self.assertIn(sign, result.out)

    def test_bits_begin_where_a_size_that_hangs_on_another_one_begins(self):
        document = self.attest("precision", "ea/next-token", "--every-size", "--format", "json").json()
        self.assertEqual(document["from"], {"N": 2, "context": "tau + 1", "tau": 1})
        self.assertEqual(document["growth"], "O(log N + log context)")
        for size in document["sizes"]:
            self.assertGreater(size["parameters"]["context"], size["parameters"]["tau"])
            self.assertEqual(size["right"], size["run"])

    def test_where_nothing_is_proved_for_every_size_one_sentence_says_so(self):
        for words, said in ((("anna/k-hop",), "no proof for every size"), (("dat/symbol-retrieval",), "beta=p/q"),
                            ((POLY, "t=2"), "A2=p/q"), ((STRASSEN, "n=5"), "all sizes are given (n=5): leave one out")):
            result = self.attest("precision", *words, "--every-size")
            self.assertEqual(result.status, 3)
            self.assertRegex(re.sub(r"\s+", " ", result.out), "not proved [^.]*" + re.escape(said))
            self.assertNotIn("enough", result.out.split("not proved")[0])
        self.assert_refused(["precision", STRASSEN, "--every-size", "--formats", "fp16"], "--formats", "--every-size")
        self.assert_refused(["precision", "anna/low-rank", "--every-size"], "--every-size", "anna/low-rank")

    def test_tables_in_every_format(self):
        for name, sign in (("markdown", "| fp16 |"), ("csv", "fp16,"), ("latex", "\\toprule")):
            result = self.attest("precision", STRASSEN, "n=1", "--formats", "fp16", "--format", name)
            self.assertEqual(result.status, 0)
            self.assertIn(sign, result.out)

    def test_a_budget_that_is_too_small_is_undecided(self):
        result = self.attest("precision", STRASSEN, "n=5", "--budget", "0.2", "--formats", "fp16", "--models", "plain")
        self.assertEqual(result.status, 3)
        self.assertIn("the budget of 0.2 s was used up", result.out)
        self.assertIn("stopped before the margin was known", result.out)

    def test_one_input_is_shown_with_its_outputs(self):
        (document,) = self.study(STRASSEN, "n=20", "--input", "rank:5", "--formats", "fp32,p100", "--models", "plain",
                                 "--no-least")
        self.assertIn("one input", document["inputs"]["restriction"])
        self.assertEqual([len(cell["outputs"]) for cell in document["formats"]], [1, 1])
        self.assertEqual([cell["total"] for cell in document["formats"]], ["1", "1"])
        self.assertIsNone(document["sufficient_plain"])

    def test_inputs_that_are_not_judged_are_counted_and_are_not_wrong(self):
        setting = ("dat/select-and-relate", "X=2", "Y=3", "n=3", "d_r=2", "utility=1", "relation=1", "beta=6", "--formats", "e5m2,fp16")
        (document,) = self.study(*setting)
        for cell in document["formats"]:
            self.assertEqual((cell["total"], cell["checked"], cell["unjudged"]), ("54", "54", "24"))
            self.assertEqual(cell["first_wrong"] is None, cell["right"] == "30")
        self.assertIn("judged if select != unique", document["inputs"]["why_not_judged"])
        self.assertEqual(document["margin_name"], "decision margin")
        least = {entry["model"]: entry["bits"] for entry in document["least_precision"]}
        self.assertGreaterEqual(document["sufficient_plain"], least["plain"])
        text = self.attest("precision", *setting).out
        self.assertIn("not judged     24 of them", text)
        self.assertRegex(text, r"fp8-e5m2 .*\d+/30 .*24\n")
        self.assertRegex(text, r"fp16 .* all .* all .*24\n")
        self.assertIn("| 24 |", self.attest("precision", *setting, "--format", "markdown").out)

    def test_one_input_that_is_not_judged_has_outputs_and_no_answer(self):
        one = ("dat/select-and-relate", "X=2", "Y=3", "n=3", "d_r=2", "utility=1", "relation=1", "beta=6", "--input", '{"x":2,"y":[1,2,3]}',
               "--formats", "fp16")
        result = self.attest("precision", *one, columns=160)
        self.assertEqual(result.status, 0)
        self.assertRegex(result.out, r"not judged: -?[0-9.]+ -?[0-9.]+")
        self.assertIn("none judged", result.out)
        (document,) = self.study(*one)
        self.assertEqual([entry["bits"] for entry in document["least_precision"]], [None] * 2)
        self.assertEqual([cell["right"] for cell in document["formats"]], ["0"] * 2)

    def test_the_best_match_has_no_temperature(self):
        symbols = ("dat/symbol-retrieval", "n=1", "n_s=2", "beta=3", "--formats", "fp16", "--temperature")
        self.assertEqual(self.attest("precision", *symbols, "--variant", "printed").status, 0)
        refused = self.attest("precision", *symbols, "--variant", "constructed")
        self.assertEqual((refused.status, refused.out), (2, ""))
        self.assertIn("--temperature", refused.err)

    def test_a_sample_says_nothing_about_other_inputs(self):
        result = self.attest("precision", STRASSEN, "n=3", "--sample", "5", "--formats", "fp16", "--models", "plain")
        self.assertEqual(result.status, 0)
        self.assertIn("nothing is said about the others", result.out)
        again = self.attest("precision", STRASSEN, "n=3", "--sample", "5", "--formats", "fp16", "--models", "plain")
        self.assertEqual(result.out, again.out)

    def test_ctrl_c_ends_with_what_is_known(self):
        process = self.start("precision", STRASSEN, "n=4", "--formats", "fp16,fp32", "--format", "json")
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        document = json.loads(out)
        self.assertEqual((document["complete"], document["reason"]), (False, "interrupted"))
        self.assertIn("262144 inputs", err.decode())

    def test_a_bar_is_drawn_where_it_is_asked_for(self):
        arguments = ("precision", STRASSEN, "n=4", "--formats", "fp16", "--models", "plain", "--budget", "1.5")
        self.assertRegex(self.attest(*arguments, "--progress", "always").err, r"(fp16|p[0-9]+) plain \[")
        self.assertNotIn("\r", self.attest(*arguments).err)

    def test_right_answers_of_a_refuted_claim_are_told_apart(self):
        command = ["precision", "poly/root-finding", "p=x1*x2-x3", "n=2", "r=1", "--variant", "printed", "--formats", "fp16",
                   "--models", "plain"]
        document = self.attest(*command, "--format", "json").json()
        self.assertEqual([entry["right"] for entry in document["formats"]], ["9"])
        self.assertEqual(document["exact_verdict"], "refuted")
        self.assertIn("root", document["exact_reason"])
        self.assertIn("without rounding", self.attest(*command).out)

    def test_a_size_that_cannot_be_numbered_is_refused_by_every_thread(self):
        result = self.attest("precision", STRASSEN, "n=1000", "--sample", "4", "--formats", "fp16", "--models", "plain",
                             "--no-least", "--threads", "2")
        self.assertEqual(result.status, 2)
        self.assertIn("too many different contents", result.err)

    def test_what_is_wrong_is_one_line(self):
        for arguments, words in (
            ([STRASSEN, "n=2", "--formats", "fp17"], ["--formats", "fp17", "bfloat16"]),
            ([STRASSEN, "n=2", "--formats", "fp16,fp16"], ["each format once"]),
            ([STRASSEN, "n=2", "--formats", "p1"], ["p2..p4096"]),
            ([STRASSEN, "n=2", "--formats", ""], ["--formats"]),
            ([STRASSEN, "n=2", "--models", "exact"], ["--models", "stored, plain, tensor-core"]),
            ([STRASSEN, "n=2", "--models", "mixed"], ["--models", "mixed"]),
            ([STRASSEN, "n=2", "--models", "plain:block=2"], ["--models", "behind colons"]),
            ([STRASSEN, "n=2", "--models", "flash,flash"], ["each once"]),
            ([STRASSEN, "n=2", "--models", "flash", "--formats", "fp16,fp64"], ["--formats", "fp64", "in fp32"]),
            ([STRASSEN, "n=2", "--models", "tensor-core:v100", "--formats", "bf16"], ["--formats", "bfloat16", "v100"]),
            (["anna/induction-heads", "N=3", "sigma=2", "--models", "flash:scale=row"], ["--models", "exact matches"]),
            (["--no-least"], ["--no-least", "a claim"]),
            ([STRASSEN, "n=2", "--chart", "a.svg"], ["--chart", "range"]),
            ([STRASSEN, "n=2", "--part", "0/2"], ["--part"]),
            ([STRASSEN], ["n: missing"]),
            (["anna/low-rank", "N=1", "r=1", "m=1", "s=1"], ["anna/low-rank", "docs/precision.md"]),
            (["poly/root-finding", "p=x1*x2-1", "n=2", "r=1", "--variant", "printed"], ["printed", "constant monomial"]),
            (["poly/function-composition", "t=2", "n=2"], ["A2", "auto", "a number"]),
            (["anna/sum", "N=2", "M=2", "--temperature"], ["--temperature", "anna/sum"]),
            ([STRASSEN, "n=2", "--input", "rank:32"], ["rank:32", "0 to 31"]),
            ([STRASSEN, "n=2", "--input", "nonsense"], ["--input", "rank:R"]),
            ([STRASSEN, "n=2", "--sample", "0"], ["--sample"]),
            ([STRASSEN, "n=2", "--sample", "2", "--input", "rank:1"], ["--sample", "--input"]),
            (["strassen/nothing"], ["strassen/nothing"]),
        ):
            with self.subTest(arguments=arguments):
                self.assert_refused(["precision", *arguments], *words)


if __name__ == "__main__":
    unittest.main()
