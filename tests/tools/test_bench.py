"""attest bench: what it measures, how it stops and what it refuses. No test looks at how fast anything is."""

import csv
import io
import json
import signal
import subprocess
import time
import unittest

from cli import CommandTest

ALGORITHMS = {"tree": "n=5,9 d=3", "forest": "n=4 d=2 h=x1*x2+x3*x4+x5*x6", "one-cycle": "n=4,5 d=2",
              "strassen": "n=7 d=2", "approximate-strassen": "n=16,32 d=2", "anna": "n=16,32", "exact-match": "n=8,16"}


class Bench(CommandTest):
    def bench(self, *words, status=0):
        result = self.attest("bench", *words, "--format", "json", timeout=60)
        self.assertEqual((result.status, result.err), (status, ""))
        return result.json()

    def test_every_algorithm_runs(self):
        for name, words in ALGORITHMS.items():
            document = self.bench(name, *words.split(), "--repeat", "2")
            self.assertEqual((document["schema"], document["algorithm"]), ("attest/bench/1", name))
            sizes = words.split()[0].removeprefix("n=").split(",")
            self.assertEqual([str(row["n"]) for row in document["rows"]], sizes)
            for row in document["rows"]:
                self.assertGreater(row["seconds"], 0)
                self.assertEqual(row["seconds"], min(row["all_seconds"]))
                self.assertEqual(len(row["all_seconds"]), 2)
                self.assertGreater(int(row["peak_bytes"]), 100000)
                self.assertTrue(all(int(count) >= 0 for count in row["operations"].values()))
            self.assertEqual(document["fitted_exponent"] is None, len(sizes) < 2)
            self.assertIsNone(document["stopped"])

    def test_all_routes_compute_the_same(self):
        for name, d, routes in (("tree", 3, ("kernels", "eigen", "definition")),
                                ("strassen", 3, ("kernels", "eigen", "recursion", "definition")),
                                ("one-cycle", 2, ("kernels", "eigen", "recursion", "definition"))):
            first = {}
            for route in routes:
                for scalar in ("double", "float"):
                    document = self.bench(name, "n=6", f"d={d}", f"route={route}", f"scalar={scalar}", "--repeat", "1")
                    first[route, scalar] = document["rows"][0]["run"]["first_entry"]
            for (route, scalar), value in first.items():
                self.assertAlmostEqual(value, first["kernels", scalar], delta=1e-12 if scalar == "double" else 1e-4,
                                       msg=(name, route, scalar))

    def test_operations_by_hand(self):
        # A tree of two edges, d = 3, n = 4. Scores: 2 * 16 products of 3, 2 additions each, divided, exp. x2 x3: 16 * 3
        # products for the numerator, the denominator is a sum; times V2: 12; x1 x2: 16 * 3 and 16 for the denominator.
        row = self.bench("tree", "n=4", "d=3")["rows"][0]
        self.assertEqual(row["operations"], {
            "multiplications": str(96 + 48 + 12 + 48 + 16), "additions": str(64 + 2 * 4 * 3 * (3 + 1)),
            "divisions": str(32 + 12), "exponentials": "32"})
        definition = self.bench("tree", "n=4", "d=3", "route=definition")["rows"][0]["operations"]
        self.assertEqual(definition["multiplications"], str(96 + 4**3 * (2 + 3 * 2)))

    def test_fitted_exponent_is_least_squares(self):
        import math
        document = self.bench("exact-match", "n=64,128,512", "--repeat", "1")
        xs = [math.log(row["n"]) for row in document["rows"]]
        ys = [math.log(row["seconds"]) for row in document["rows"]]
        x, y = sum(xs) / 3, sum(ys) / 3
        slope = sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x)**2 for a in xs)
        self.assertAlmostEqual(document["fitted_exponent"], slope, places=9)

    def test_sizes(self):
        for text, sizes in (("n=2..4", [2, 3, 4]), ("n=2^3..2^5", [8, 16, 32]), ("n=5,2^2,7..8", [5, 4, 7, 8])):
            document = self.bench("tree", text, "d=1", "--repeat", "1")
            self.assertEqual([row["n"] for row in document["rows"]], sizes)

    def test_formats_and_files(self):
        for name in ("bench.csv", "bench.json", "bench.md", "bench.tex", "bench.txt"):
            result = self.attest("bench", "tree", "n=3,4", "d=2", "--repeat", "1", "--out", name)
            self.assertEqual((result.status, result.out, result.err), (0, "", ""))
        rows = list(csv.DictReader(io.StringIO((self.directory / "bench.csv").read_text(encoding="utf-8"))))
        self.assertEqual([(row["n"], row["d"]) for row in rows], [("3", "2"), ("4", "2")])
        self.assertGreater(int(rows[0]["peak bytes"]), 0)
        self.assertIn("attest bench tree", rows[0]["command"])
        self.assertEqual(len(json.loads((self.directory / "bench.json").read_text())["rows"]), 2)
        self.assertIn("\\toprule", (self.directory / "bench.tex").read_text())
        self.assertIn("Fitted exponent", (self.directory / "bench.txt").read_text())

    def test_a_budget_ends_a_run(self):
        start = time.monotonic()
        document = self.bench("strassen", "n=4,2000", "d=16", "route=definition", "--budget", "1", status=3)
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual([row["n"] for row in document["rows"]], [4])
        self.assertIn("budget", document["stopped"])

    def test_an_interrupt_reports_what_is_known_and_leaves_no_process(self):
        process = self.start("bench", "strassen", "n=4,2000", "route=definition", "--format", "json")
        time.sleep(1)
        children = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], capture_output=True,
                                  text=True).stdout.split()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)
        self.assertIn("interrupted", json.loads(out)["stopped"])
        for child in children:
            self.assertNotEqual(subprocess.run(["ps", "-p", child], capture_output=True).returncode, 0)

    def test_large_sizes_are_announced(self):
        result = self.attest("bench", "tree", "n=600000", "--budget", "0.1")
        self.assertEqual(result.status, 3)
        self.assertIn("n=600000 holds about", result.err)
        quiet = self.attest("bench", "tree", "n=600000", "--budget", "0.1", "--quiet")
        self.assertEqual((quiet.status, quiet.err), (3, ""))


class BadInput(CommandTest):
    def test_an_algorithm_that_is_none(self):
        self.assert_bad_value(["bench", "tre"], "ALGORITHM", "tre")
        self.assert_refused(["bench"], "ALGORITHM", "missing", "exact-match")

    def test_sizes_that_are_none(self):
        for text in ("0", "-3", "2.5", "", "5..4", "1..65", "2^41", "2^", "3,", "x"):
            self.assert_bad_value(["bench", "tree", f"n={text}"], "n", text)
        self.assert_refused(["bench", "tree", "n=3", "n=4"], "n", "once")

    def test_polynomials_of_the_wrong_shape(self):
        text = "x1*x2+x2*x3+x3*x4+x2*x4"
        self.assertIn("closes the cycle", self.assert_bad_value(["bench", "tree", f"h={text}"], "h", text))
        self.assertIn("closes the cycle", self.assert_bad_value(["bench", "forest", f"h={text}"], "h", text))
        self.assertIn("x3", self.assert_bad_value(["bench", "tree", "h=x1*x2+x3*x4"], "h", "x1*x2+x3*x4"))
        self.assert_bad_value(["bench", "one-cycle", "h=x1*x2+x2*x3"], "h", "x1*x2+x2*x3")
        self.assert_bad_value(["bench", "forest", "h=x1*x2*x3"], "h", "x1*x2*x3")
        self.assert_bad_value(["bench", "forest", "h=x1*y"], "h", "x1*y")

    def test_parameters(self):
        self.assert_refused(["bench", "tree", "m=3"], '"m"', "route")
        self.assert_bad_value(["bench", "tree", "d=0"], "d", "0")
        self.assert_bad_value(["bench", "tree", "route=recursion"], "route", "recursion")
        self.assert_bad_value(["bench", "tree", "scalar=half"], "scalar", "half")
        self.assert_bad_value(["bench", "anna", "c=1"], "c", "1")
        self.assert_bad_value(["bench", "approximate-strassen", "eps=2"], "eps", "2")
        self.assert_bad_value(["bench", "tree", "--repeat", "0"], "--repeat", "0")
        self.assert_refused(["bench", "tree", "--part", "0/2"], "--part")

    def test_sizes_that_do_not_fit(self):
        self.assert_bad_value(["bench", "strassen", "n=2^30", "--out", "x.csv"], "n", str(2**30))
        self.assert_bad_value(["bench", "tree", "n=100000", "--max-bytes", "1M"], "--max-bytes", "1M")


if __name__ == "__main__":
    unittest.main()
