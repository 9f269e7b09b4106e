"""Theorem files with several tasks, scores in the place of rows and tables as parameters; what other commands make of files."""

import itertools
import json
import pathlib
import unittest

from cli import CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
MASK = (1 << 64) - 1


def example(name):
    return str(EXAMPLES / f"{name}.theorem")


def splitmix(state):
    z = (state + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Families(CommandTest):
    def test_the_heads_of_a_family_with_a_name_are_called_by_it(self):
        text = (EXAMPLES.parent / "constructions/strassen/match3.theorem").read_text(encoding="utf-8")
        named = text.replace("head strassen for", "head fam strassen for").replace("head1.", "fam1.").replace("head2.", "fam2.")
        self.write("fam.theorem", named)
        verdict = self.verdict("fam.theorem", "n=2", "m=5", "--variant", "repaired", status=0)
        self.assertIn("this file is not the catalogue's text of strassen/match3", verdict["notes"])
        self.write("fam.theorem", named.replace("fam1.5", "fam.5"))
        self.assert_refused(["verify", "fam.theorem", "n=2", "m=5"], "'fam' is a family of heads: fam1, fam2, ..")
        self.write("fam.theorem", named.replace("fam1.5", "fan1.5"))
        self.assert_refused(["verify", "fam.theorem", "n=2", "m=5"], "'fan1' is not known here")


class SeveralTasks(CommandTest):
    def test_every_kind_is_judged_by_its_own_task(self):
        for rank, (*a, x) in enumerate(itertools.product(range(1, 4), repeat=4)):
            if rank % 7:
                continue
            outputs = self.attest("run", example("items_and_query"), "n=3", "--input", f"rank:{rank}", "--format",
                                  "json").json()["outputs"]
            self.assertEqual([one["position"] for one in outputs], ["ITEM 1", "ITEM 2", "ITEM 3", "QUERY 1"])
            self.assertEqual([one["truth"] for one in outputs], [a[a[i] - 1] for i in range(3)] + [a[x - 1]])
            self.assertTrue(all(one["right"] for one in outputs))

    def test_a_wrong_task_of_one_kind_is_found_and_told(self):
        result = self.attest("explain", example("items_and_query"), "--variant", "one-step", "n=2", "--input",
                             '{"a": [2, 1], "x": 1}', "--token", "ITEM 2")
        self.assertEqual(result.status, 1)
        self.assertIn("ITEM 2", result.out)
        replay = self.attest("explain", example("items_and_query"), "--variant", "one-step", "n=2", "--input",
                             '{"a": [2, 1], "x": 1}', "--token", '"ITEM 2"')
        self.assertEqual(replay.out, result.out)
        self.assert_refused(["explain", example("items_and_query"), "n=2", "--input", "rank:0", "--token", "ASK 1"],
                            "--token", "QUERY 1")

    def test_number_and_sign_in_one_theorem_are_refused(self):
        text = pathlib.Path(example("items_and_query")).read_text(encoding="utf-8")
        self.write("mixed.theorem", text.replace("QUERY at 1, number: a(x)", "QUERY at 1, sign: a(x) = 1"))
        self.assert_refused(["verify", "mixed.theorem", "n=2"], "mixed.theorem:8:1: ", "another kind of answer")

    def test_a_proof_is_refused_with_its_reason(self):
        result = self.attest("prove", example("items_and_query"), columns=200)
        self.assertEqual(result.status, 3)
        self.assertIn("2 tasks", result.out)


class Tables(CommandTest):
    def test_a_seed_draws_the_same_table_everywhere(self):
        for seed in (0, 1, 5):
            start = splitmix(seed)
            table = [1 + splitmix((start + cell) & MASK) % 4 for cell in range(4)]
            result = self.attest("verify", example("drawn_table"), "n=4", f"T={seed}", "--variant", "stated", "--format",
                                 "json").json()
            self.assertEqual(result["verdict"], "holds")
            self.assertIn(f"T = {json.dumps(table, separators=(',', ':'))}", result["notes"])
            one = self.attest("run", example("drawn_table"), "n=4", f"T={seed}", "--variant", "stated", "--input",
                              '{"a": [4, 3, 2, 1]}', "--format", "json").json()
            self.assertEqual([out["truth"] for out in one["outputs"]], [5 - value for value in table])

    def test_a_table_of_a_file(self):
        text = pathlib.Path(example("drawn_table")).read_text(encoding="utf-8")
        text = text[:text.index("expect")]
        self.write("file.theorem", text.replace("from seed", "from file"))
        self.write("table.json", "[2, 2, 1]")
        one = self.attest("run", "file.theorem", "n=3", "T=table.json", "--variant", "stated", "--input", '{"a": [3, 1, 2]}',
                          "--format", "json").json()
        self.assertEqual([out["truth"] for out in one["outputs"]], [1, 1, 3])
        self.write("short.json", "[2, 2]")
        self.assert_refused(["verify", "file.theorem", "n=3", "T=short.json"], "T", "a list of 3 entries")
        self.assert_refused(["verify", "file.theorem", "n=3", "T=none.json"], "T", "none.json")
        self.assert_refused(["verify", "file.theorem", "n=3"], "T: missing")


class Scores(CommandTest):
    def test_the_rows_that_are_found_do_what_the_rows_by_hand_do(self):
        outputs = []
        for variant in ("stated", "by-rows"):
            result = self.attest("verify", example("lookup_by_score"), "n=3", "--variant", variant, "--format", "json").json()
            outputs.append([result[field] for field in ("verdict", "margins", "size", "inputs")])
        self.assertEqual(outputs[0], outputs[1])

    def test_a_row_that_the_encoding_does_not_give_is_ill_formed(self):
        result = self.attest("verify", example("lookup_by_score"), "n=4", "--variant", "fourth-power", "--format", "json").json()
        self.assertEqual(result["verdict"], "ill-formed")

    def test_the_rows_are_shown(self):
        shown = self.attest("show", example("lookup_by_score"), "n=2", "--variant", "stated")
        self.assertIn("for the score", shown.out)

    def test_a_proof_is_refused_with_its_reason(self):
        result = self.attest("prove", example("lookup_by_score"), "--variant", "stated", columns=200)
        self.assertEqual(result.status, 3)
        self.assertIn("a head that gives its score", result.out)


class Messages(CommandTest):
    def changed(self, old, new, name="mine.theorem"):
        text = pathlib.Path(example("argmax")).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))
        return name

    def test_an_expectation_that_lacks_a_size_is_named_by_its_line(self):
        file = self.changed("expect  holds at n=2..4 m=4", "expect  holds at n=2")
        self.assert_refused(["verify", file, "n=2", "m=2"], "mine.theorem:17:9: expect: m: missing")

    def test_the_part_of_a_head_that_is_missing_is_called_by_its_name(self):
        self.assert_refused(["verify", self.changed("    key = (num)\n", ""), "n=2", "m=2"], "there is no key")

    def test_what_a_head_does_not_have_is_added(self):
        file = self.changed("change c = 1/10", "change over j where j < 3")
        result = self.attest("verify", file, "n=2", "m=2")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("the theorem has no 'over j'; 'add over j ..' gives it one", result.err)

    def test_a_theorem_about_a_layer_is_no_reduction(self):
        self.assert_refused(["reduce", example("argmax"), "n=2", "m=2", "--check"], "a file that states a reduction")
        self.assert_refused(["reduce", example("argmax"), "n=2", "m=2", "--explain"], "a file that states a reduction")


class Limits(CommandTest):
    def test_one_input_may_be_larger_than_all_of_them(self):
        text = pathlib.Path(example("argmax")).read_text(encoding="utf-8")
        at = text.index("limit verify")
        line = text[at:text.index("\n", at)]
        self.write("wide.theorem", text.replace(line, line + ", m <= 40    limit run n <= 30"))
        self.assertEqual(self.attest("fmt", "wide.theorem").status, 0)
        sizes = ["n=30", "m=40"]
        run = self.attest("run", "wide.theorem", *sizes, "--input", "random", "--format", "json").json()
        self.assertEqual(run["outputs"][0]["decision"], run["outputs"][0]["truth"])
        self.assertEqual(self.attest("explain", "wide.theorem", *sizes, "--input", "random").status, 0)
        self.assert_refused(["run", "wide.theorem", "n=31", "m=40", "--input", "random"], "n", "30")
        for command in (["verify"], ["explain", "--input", "worst"]):
            self.assert_refused([command[0], "wide.theorem", *sizes, *command[1:]], "n", "12")
        # Of m nothing is said for a run of one input: what holds for all of them stays.
        self.assert_refused(["run", "wide.theorem", "n=2", "m=41", "--input", "random"], "m", "40")
        self.assertIn("(`run`: to 30)", self.attest("show", "wide.theorem").out)


class Patches(CommandTest):
    def test_a_kernel_is_changed(self):
        text = pathlib.Path(example("lookup_by_score")).read_text(encoding="utf-8")
        self.write("hard.theorem", text[:text.index("variant")] + "variant hard\n  change kernel = hard-maximum\n"
                   "  change scale = 1\n  add check error <= 0\nexpect  hard holds at n=1..3\n")
        self.assertEqual(self.attest("verify", "hard.theorem").status, 0)
        self.write("soft.theorem", (self.directory / "hard.theorem").read_text().replace("hard-maximum", "soft-maximum"))
        result = self.attest("check", "soft.theorem")
        self.assertEqual(result.status, 2)
        self.assertIn("kernel", result.err)

    def test_what_is_wrong_in_a_patch_is_said_of_its_line(self):
        text = pathlib.Path(example("lookup_by_score")).read_text(encoding="utf-8")
        self.write("late.theorem", text[:text.index("variant")] + "variant late\n  add check error <= max(sqrt(n), 2)\n")
        self.assert_refused_in("late.theorem", "late.theorem:17:")

    def assert_refused_in(self, file, line):
        result = self.attest("verify", file, "n=2", "--variant", "late")
        self.assertEqual(result.status, 2)
        self.assertIn(line, result.err)
        self.assertIn("add check error <= max(sqrt(n), 2)", result.err)


class SizesOfAVariant(CommandTest):
    def setUp(self):
        super().setUp()
        text = pathlib.Path(example("lookup_by_score")).read_text(encoding="utf-8")
        self.write("own.theorem", text[:text.index("variant")] + "variant warmer\n  add sizes k >= 1\n  add sizes k <= n\n  add param r = 3\n"
                   "  change scale = r*k*log(n + 1)\nexpect  stated holds at n=2\nexpect  warmer holds at n=2 k=1..2\n")

    def test_they_belong_to_it_alone(self):
        result = self.attest("verify", "own.theorem")
        self.assertEqual(result.status, 0, result.out + result.err)
        self.assertIn("3 of 3 verdicts as expected", result.out)
        stated = self.attest("verify", "own.theorem", "n=2", "--variant", "stated", "--format", "json").json()
        self.assertEqual(stated["parameters"], {"n": 2, "s": "2"})
        warmer = self.attest("verify", "own.theorem", "n=2", "k=2", "--variant", "warmer", "--format", "json").json()
        self.assertEqual(warmer["parameters"], {"n": 2, "s": "2", "k": 2, "r": "3"})

    def test_they_are_asked_for_there_and_refused_elsewhere(self):
        self.assert_refused(["verify", "own.theorem", "n=2", "--variant", "warmer"], "k: missing")
        self.assert_refused(["verify", "own.theorem", "n=2", "k=3", "--variant", "warmer"], "k", "3", "k <= n")
        self.assert_refused(["verify", "own.theorem", "n=2", "k=1", "--variant", "stated"], "k", "the variant stated has none")
        self.assert_refused(["verify", "own.theorem", "n=2", "r=1", "--variant", "stated"], "r", "the variant stated has none")


PLAIN = """attest-theorem 1
theorem plain "Every token's own number"
sizes   n >= 1    limit verify n <= 5
input   a : [n] -> 0..1
tokens  i in [n] carry num = a(i)
task    at every i, number: a(i)
layer   residual
  embed   num = num, one = 1, out = 0
  head softmax
    query = (one)
    key = (one)
    value = (out: one)
readout num
check   output
variant big "a number"
  add param big = 1/2
  change readout = big  because "a test"
variant drawn "a table"
  add param r : [n] -> 0..1 from seed
  change readout = num + r(1) + 1  because "a test"
variant flipped "the other one"
  change readout = 1 - num  because "a test"
"""


class RefutedBesideOthers(CommandTest):
    """A verdict's parameters leave out what its variant does not have; what is made of it must not ask for them."""

    def test_every_variant_is_told_in_text(self):
        path = self.write("plain.theorem", PLAIN)
        for variant in ("big", "drawn", "flipped"):
            with self.subTest(variant=variant):
                result = self.attest("verify", path, "n=2", "--variant", variant)
                self.assertEqual((result.status, result.err), (1, ""))
                self.assertIn("REFUTED", result.out)

    def test_parts_that_are_refuted_are_merged(self):
        path = self.write("plain.theorem", PLAIN)
        parts = []
        for residue in (0, 1):
            run = self.attest("verify", path, "n=3", "--variant", "flipped", "--part", f"{residue}/2", "--format", "json")
            self.assertEqual(run.status, 1, run.err)
            parts.append(self.write(f"part{residue}.json", run.out))
        merged = self.attest("merge", *parts, "--format", "json")
        self.assertEqual(merged.status, 1, merged.err)
        whole = self.attest("verify", path, "n=3", "--variant", "flipped", "--format", "json").json()
        for field in ("verdict", "inputs", "checks", "counterexample"):
            self.assertEqual(merged.json()[field], whole[field], field)


VECTOR = """attest-theorem 1
theorem pair "Two numbers"
sizes   n >= 1    limit verify n <= 5
input   a : [n] -> 0..1
tokens  i in [n] carry num = a(i)
task    at every i, vector 2 within 2: (0, 0)
layer
  embed   num = num, one = 1, o = zeros(2)
  head softmax
    query = (one)
    key = (one)
    value = (o: each k in [2]: num)
readout o
check   output
"""


class Blocks(CommandTest):
    def test_several_numbers_do_not_land_in_one_coordinate(self):
        self.assertEqual(self.attest("verify", self.write("v.theorem", VECTOR), "n=2").status, 0)
        path = self.write("one.theorem", VECTOR.replace("(o: each", "(o(1): each"))
        result = self.attest("verify", path, "n=2")
        self.assertEqual(result.status, 1)
        self.assertIn("2 numbers for one coordinate, 'o'", result.out)

    def test_a_block_in_a_formula_is_refused(self):
        result = self.attest("verify", self.write("v.theorem", VECTOR.replace("readout o", "readout -o")), "n=2")
        self.assertEqual(result.status, 2)
        self.assertIn("'o' is a vector", result.err)

    def test_vectors_are_sampled_number_by_number(self):
        header, *examples = self.attest("generate", self.write("v.theorem", VECTOR), "n=2", "--count", "2").documents()
        self.assertEqual((header["answer"], header["dimension"], len(examples)), ("vector", 2, 2))
        for one in examples:
            self.assertEqual(len(one["answers"]), len(header["positions"]))


class OtherCommands(CommandTest):
    def test_generate_samples_a_theorem(self):
        lines = self.attest("generate", example("majority"), "n=5", "--count", "40", "--seed", "3").documents()
        header, examples = lines[0], lines[1:]
        self.assertEqual((header["task"], header["answer"], header["count"]), ("own:majority", "sign", "40"))
        self.assertEqual(len(examples), 40)
        for one in examples:
            (word,) = one["input"].values()
            self.assertEqual(one["answers"], [int(2 * sum(word) > len(word))] * len(one["answers"]))
        again = self.attest("generate", example("majority"), "n=5", "--count", "40", "--seed", "3").documents()
        self.assertEqual(again[1:], examples)

    def test_generate_draws_what_is_judged_alone(self):
        for one in self.attest("generate", example("argmax"), "n=3", "m=4", "--count", "50").documents()[1:]:
            (word,) = one["input"].values()
            self.assertEqual(len(set(word)), 3)
            self.assertEqual(one["answers"], [word.index(max(word)) + 1])
        self.assertEqual(self.attest("generate", example("majority"), "n=3", "--count", "1", "--out", "x.npy").status, 0)
        self.assertTrue((self.directory / "x.npy").read_bytes().startswith(b"\x93NUMPY"))
        self.assert_refused(["generate", "match3", "--count", "1", "--variant", "stated"], "--variant")

    def test_run_takes_weights(self):
        shown = self.attest("show", example("majority"), "n=3", "--format", "json").json()
        self.write("own.json", json.dumps(shown))
        command = ["run", example("majority"), "n=3", "--input", "rank:3", "--format", "json"]
        plain = self.attest(*command).json()
        own = self.attest(*command, "--weights", "own.json").json()
        self.assertEqual(plain["outputs"], own["outputs"])
        self.assertEqual(own["claim"], "own:weights")
        shown["weights"]["readout"] = f"0 - ({shown['weights']['readout']})"
        self.write("other.json", json.dumps(shown))
        other = self.attest(*command, "--weights", "other.json").json()
        self.assertNotEqual(plain["outputs"][0]["value"], other["outputs"][0]["value"])
        self.assert_refused(["run", "anna/routing", "q=2", "s=2", "--input", "random", "--weights", "own.json"], "--weights")

    def test_show_prints_the_text(self):
        text = self.attest("show", "strassen/match3", "--format", "theorem")
        self.assertEqual(text.status, 0)
        self.write("again.theorem", text.out)
        self.assertEqual(self.attest("fmt", "--check", "again.theorem").status, 0)
        # What C++ decides says in its text what it claims.
        claim = (EXAMPLES.parent / "constructions" / "anna" / "routing.claim").read_text(encoding="utf-8")
        self.assertEqual(self.attest("show", "anna/routing", "--format", "theorem").out, claim)
        self.assert_refused(["show", "poly/root-finding", "--format", "theorem"], "--format", "attest new root-finding")
        self.assert_refused(["show", "strassen/match3", "n=2", "m=2", "--format", "theorem"], "n=2")


if __name__ == "__main__":
    unittest.main()
