"""attest reduce: chains of reductions, their files and their checks."""

import ast
import json
import math
import os
import struct
import time
import unittest

from cli import CommandTest

CHAINS = [  # the four chains of seed 003, from a small formula down to matrices
    ("max2sat", ["n=3", "clauses=2", "falsified=1"], "strassen-attention", 3),
    ("ksat", ["n=4", "clauses=3", "k=2", "h=x1*x2"], "gap-kip-to-poly", 3),
    ("maxksat", ["n=3", "clauses=2", "k=3", "t=3", "h=x1*x2*x3"], "gap-hypergraph-to-poly", 3),
    ("max2sat", ["n=3", "clauses=2", "falsified=1", "r=4", "h=x1*x2+x2*x3+x3*x4+x4*x1"], "gap-cycle-to-poly", 4),
]


def matrix_from_text(path):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file if not line.startswith("#")]


def matrix_from_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10:10 + length].decode("ascii"))
    rows, columns = header["shape"]
    numbers = struct.unpack(f"<{rows * columns}d", data[10 + length:])
    return [list(numbers[i * columns:(i + 1) * columns]) for i in range(rows)]


def all_files(folder):
    return sorted(os.path.relpath(os.path.join(root, name), folder) for root, _, names in os.walk(folder)
                  for name in names)


class Reduce(CommandTest):
    def path(self, *names):
        return str(self.directory.joinpath(*names))

    def test_every_chain_goes_from_a_formula_to_matrices_and_back(self):
        for source, words, target, steps in CHAINS:
            with self.subTest(target=target):
                result = self.attest("reduce", source, *words, "--to", target, "--keep", "1", "--check", "--format", "json")
                self.assertIn(result.status, (0, 3), result.err)
                (document,) = result.documents()
                self.assertEqual(len(document["steps"]), steps)
                self.assertIn(document["verdict"], ("holds", "undecided"))
                for step in document["steps"]:
                    for kept in step["sources"]:
                        self.assertIsNone(kept["check"]["defect"])

    def test_planted_answers_are_the_answers(self):
        for answer in ("yes", "no"):
            for seed in ("1", "2", "3"):
                result = self.attest("reduce", "max2sat-to-ip-triangle", "n=4", "clauses=6", "--planted", answer,
                                     "--seed", seed, "--check", "--format", "json")
                self.assertEqual(result.status, 0, result.err)
                (document,) = result.documents()
                self.assertEqual(document["steps"][0]["sources"][0]["check"]["answer"], answer)

    def test_the_folder_holds_every_step_and_says_how_it_was_made(self):
        out = self.path("out")
        result = self.attest("reduce", "max2sat", "n=3", "clauses=2", "--to", "strassen-attention", "--keep", "2",
                             "--out", out)
        self.assertEqual((result.status, result.err), (0, ""))
        with open(os.path.join(out, "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        self.assertEqual(manifest["command"], f"attest reduce max2sat n=3 clauses=2 --to strassen-attention --keep 2 --out {out}")
        files = all_files(out)
        self.assertIn("source.cnf", files)
        for step in manifest["steps"]:
            self.assertTrue(step["instances"])
            for instance in step["instances"]:
                self.assertTrue(any(name.startswith(instance["path"]) for name in files), instance["path"])
        last = os.path.join(out, manifest["steps"][-1]["instances"][0]["path"])
        for name in ("Q1.txt", "Q2.txt", "Q3.txt", "V2.txt", "V3.txt", "Q1.npy", "V3.npy", "instance.json"):
            self.assertTrue(os.path.exists(os.path.join(last, name)), name)

    def test_the_three_forms_of_a_matrix_agree(self):
        out = self.path("out")
        self.attest("reduce", "max2sat", "n=3", "clauses=2", "--to", "strassen-attention", "--keep", "1", "--out", out)
        folder = next(os.path.dirname(os.path.join(out, name)) for name in all_files(out) if name.endswith("instance.json"))
        with open(os.path.join(folder, "instance.json"), encoding="utf-8") as file:
            exact = json.load(file)
        p, _, q = exact["power_of_B"].partition("/")
        b = (int(p) / int(q or 1)) ** (1 / exact["degree"])
        for j, entries in enumerate(exact["Q"]):
            self.assertEqual(entries, matrix_from_text(os.path.join(folder, f"Q{j + 1}.txt")))
            numbers = matrix_from_npy(os.path.join(folder, f"Q{j + 1}.npy"))
            for row, values in zip(entries, numbers):
                for entry, value in zip(row, values):
                    expected = eval(entry, {"B": b})  # "0", "B", "-2*B", "B+1"
                    self.assertAlmostEqual(value, expected, delta=1e-12 * max(1, abs(expected)))

    def test_a_file_comes_back_as_it_was_written(self):
        out = self.path("out")
        self.attest("reduce", "max2sat-to-ip-triangle", "n=4", "clauses=5", "--out", out)
        result = self.attest("reduce", "max2sat-to-ip-triangle", "--input", os.path.join(out, "source.cnf"), "--out",
                             self.path("again"))
        self.assertEqual(result.status, 0, result.err)
        for name in all_files(out):
            if not name.endswith(".txt"):
                continue
            with open(os.path.join(out, name), encoding="utf-8") as a, open(self.path("again", name), encoding="utf-8") as b:
                self.assertEqual([line for line in a if not line.startswith("# attest")],
                                 [line for line in b if not line.startswith("# attest")][:])

    def test_vector_sets_can_be_the_source(self):
        with open(self.path("sets.txt"), "w", encoding="utf-8") as file:
            file.write("# family: ip-triangle\n# targets: 1 1 1\n110\n011\n\n100\n001\n\n101\n010\n")
        result = self.attest("reduce", "ip-triangle-to-gap", "--input", self.path("sets.txt"), "--check", "--format", "json")
        self.assertEqual(result.status, 0, result.err)

    def test_what_is_wrong_is_one_line_and_leaves_nothing_behind(self):
        with open(self.path("bad.cnf"), "w", encoding="utf-8") as file:
            file.write("p cnf 2 1\n1 -3 0\n")
        with open(self.path("wide.cnf"), "w", encoding="utf-8") as file:
            file.write("p cnf 3 1\n1 2 3 0\n")
        with open(self.path("sets.txt"), "w", encoding="utf-8") as file:
            file.write("# family: ip-triangle\n# targets: 1 1 1\n110\n01\n\n100\n\n101\n")
        out = ["--out", self.path("out")]
        for arguments in (
            ["max2sat", "--input", self.path("bad.cnf")],
            ["max2sat", "--input", self.path("wide.cnf")],
            ["max2sat", "--input", self.path("missing.cnf")],
            ["ip-triangle-to-gap", "--input", self.path("sets.txt")],
            ["ip-triangle-to-gap", "n=2", "d=2", "epsilon=1"],
            ["ip-triangle-to-gap", "n=2", "d=2", "epsilon=0"],
            ["max2sat"],
            ["max2sat", "n=3"],
            ["max2sat", "n=3", "clauses=2", "colour=red"],
            ["max2sat", "n=3", "clauses=2", "--planted", "maybe"],
            ["max2sat", "n=3", "clauses=2", "--to", "nowhere"],
            ["max2sat", "n=3", "clauses=2", "--keep", "0"],
            ["max2sat", "n=3", "clauses=2", "--files", "pdf"],
            ["max2sat", "n=3", "clauses=2", "--variant", "printedd"],
            ["max2sat", "n=3", "clauses=2", "--max-bytes", "10"],
            ["max2sta", "n=3", "clauses=2"],
            ["ksat", "n=4", "clauses=2", "k=2", "--to", "gap-kip-to-poly", "h=x1^2"],
            ["ksat", "n=4", "clauses=2", "k=2", "--to", "gap-kip-to-poly", "h=x1+x2"],
            ["max2sat", "n=3", "clauses=2", "--to", "gap-cycle-to-poly", "h=x1*x2+x2*x3"],
        ):
            with self.subTest(arguments=arguments):
                result = self.attest("reduce", *arguments, *out)
                self.assertEqual((result.status, result.out), (2, ""), result.err)
                self.assertEqual(len(result.err.splitlines()), 1, result.err)
                self.assertEqual([name for name in os.listdir(self.directory) if name.startswith("out")], [])

    def test_more_than_fifty_megabytes_are_written_only_where_they_are_asked_for(self):
        # Three matrices of 300 rows and 3072 columns, in three forms: some 68 MB.
        arguments = ["reduce", "ip-triangle-to-gap", "n=150", "d=9", "--to", "strassen-attention", "--keep", "8", "--quiet"]
        refused = self.attest(*arguments, "--out", self.path("large"), timeout=60)
        self.assertEqual((refused.status, refused.out), (2, ""), refused.err)
        for word in ("--max-bytes", "50000000", "allows more", "nothing was written"):
            self.assertIn(word, refused.err)
        self.assertEqual(os.listdir(self.directory), [])

    def test_a_formula_that_cannot_be_solved_by_force_is_refused_with_the_size_that_fits(self):
        started = time.monotonic()
        result = self.attest("reduce", "ksat", "n=31", "clauses=40", "--check")
        self.assertLess(time.monotonic() - started, 2)
        self.assertEqual((result.status, result.out), (2, ""))
        for word in ("--check", "31 variables", "at most 30"):
            self.assertIn(word, result.err)

    def test_a_formula_of_twenty_variables_goes_through_the_default_chain(self):
        result = self.attest("reduce", "ksat", "n=20", "clauses=91", "k=3", "--to", "gap-kip", "--keep", "1", "--format", "json", timeout=60)
        self.assertEqual(result.status, 0, result.err)
        (document,) = result.documents()
        self.assertEqual(document["steps"][-1]["sources"][0]["sizes"]["alphabet"], "occurring")
        small = self.attest("reduce", "ksat", "n=4", "clauses=3", "k=2", "--to", "gap-kip", "--keep", "1", "--format", "json")
        self.assertEqual(small.documents()[0]["steps"][-1]["sources"][0]["sizes"]["alphabet"], "reachable")

    def test_the_threshold_is_written_as_a_logarithm_and_orders_the_rows(self):
        # h = x1 x2, B^2 = 12, n = 1, d = 2, m = 1, d~ = 4: e^(B^2/d~) = e^3, e^(N/d~) = e^6.
        out = self.path("threshold")
        self.attest("reduce", "gap-kip-to-poly", "n=1", "d=2", "Bk=12", "--planted", "yes", "--out", out)
        (name,) = [name for name in all_files(out) if name.endswith("instance.json")]
        with open(os.path.join(out, name), encoding="utf-8") as file:
            decision = json.load(file)["decision"]
        lower, upper = (float(decision["log_threshold"][end]) for end in ("lower", "upper"))
        self.assertLessEqual(lower, upper)
        # The proved bounds: yes e^(3-6)/2, no e^(3/2-6); half-way between them.
        self.assertAlmostEqual(lower, math.log((math.exp(-3) / 2 + math.exp(-4.5)) / 2), places=9)
        self.assertAlmostEqual(float(decision["log_gamma"]["lower"]), math.log((math.exp(-3) / 2 - math.exp(-4.5)) / 4), places=9)

    def test_a_budget_ends_the_check_of_one_large_map(self):
        # Its tables alone take half a minute.
        start = time.monotonic()
        result = self.attest("reduce", "max2sat", "n=27", "clauses=60", "--to", "strassen-attention", "--check", "--budget", "1", timeout=60)
        self.assertLess(time.monotonic() - start, 15)
        self.assertEqual(result.status, 3, result.err)
        self.assertIn("the budget of 1 s was used up", result.out)

    def test_a_folder_that_holds_something_is_left_alone(self):
        os.mkdir(self.path("out"))
        with open(self.path("out", "mine.txt"), "w", encoding="utf-8") as file:
            file.write("mine\n")
        result = self.attest("reduce", "max2sat", "n=3", "clauses=2", "--out", self.path("out"))
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual(os.listdir(self.path("out")), ["mine.txt"])


if __name__ == "__main__":
    unittest.main()
