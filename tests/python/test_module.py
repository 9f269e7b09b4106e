"""The Python module against the command line. ATTEST is the program, PYTHONPATH has the module."""

import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from fractions import Fraction

import attest
import numpy as np

STRASSEN = "strassen/function-composition"
ROOT = pathlib.Path(__file__).resolve().parents[2]
ARGMAX = ROOT / "examples" / "argmax.theorem"
TIMES = ("seconds", "command", "estimated_seconds")


def without_time(value):
    """Two runs differ in these alone."""
    if isinstance(value, dict):
        return {name: without_time(part) for name, part in value.items() if name not in TIMES}
    return [without_time(part) for part in value] if isinstance(value, list) else value


def program(*arguments, stdin=b""):
    """(status, documents, message) of the command line."""
    done = subprocess.run([os.environ["ATTEST"], *arguments, "--format", "json"], input=stdin, capture_output=True, timeout=100)
    text = done.stdout.decode()
    try:
        documents = [json.loads(text)] if text else []
    except json.JSONDecodeError:
        documents = [json.loads(line) for line in text.splitlines()]
    return done.returncode, documents, done.stderr.decode().strip().removeprefix("attest: ")


class SameAsTheProgram(unittest.TestCase):
    maxDiff = 3000

    def assert_same(self, found, *arguments, stdin=b""):
        _, documents, _ = program(*arguments, stdin=stdin)
        self.assertTrue(documents)
        self.assertEqual([without_time(f.document) for f in found], [without_time(d) for d in documents])

    def test_verdicts_are_those_of_the_command(self):
        for claim, words, sizes in ((STRASSEN, ("n=2..3",), {"n": range(2, 4)}),
                                    ("poly/function-composition", ("t=2", "n=2", "A2=21"), {"t": 2, "n": 2, "A2": Fraction(21)}),
                                    ("anna/ema-match2", ("N=2", "M=2", "domain=positive"), {"N": 2, "M": 2, "domain": "positive"}),
                                    ("strassen/match3", (), {})):
            with self.subTest(claim=claim):
                self.assert_same(attest.verify(claim, **sizes), "verify", claim, *words)

    def test_options_are_those_of_the_command(self):
        self.assert_same(attest.verify(STRASSEN, "repaired", by="enumeration", part="0/2", failing=3, seed=7, threads=1, n=3),
                         "verify", STRASSEN, "--variant", "repaired", "--by", "enumeration", "--part", "0/2", "--failing", "3",
                         "--seed", "7", "--threads", "1", "n=3")

    def test_a_file_and_its_text_are_theorems(self):
        self.assert_same(attest.verify(ARGMAX, n=3, m=4), "verify", str(ARGMAX), "n=3", "m=4")
        self.assert_same(attest.verify(ARGMAX.read_text(), n=3, m=4), "verify", "-", "n=3", "m=4", stdin=ARGMAX.read_bytes())

    def test_every_other_function_answers_what_its_command_does(self):
        self.assert_same([attest.prove(STRASSEN)], "prove", STRASSEN)
        self.assert_same([attest.prove(STRASSEN, "printed", n=2)], "prove", STRASSEN, "--variant", "printed", "n=2")
        self.assert_same([attest.explain(STRASSEN, input={"f": [[2, 1], [1, 1]], "x": 2}, n=2)],
                         "explain", STRASSEN, "n=2", "--input", '{"f": [[2, 1], [1, 1]], "x": 2}')
        self.assert_same([attest.run(STRASSEN, input="rank:5", n=2)], "run", STRASSEN, "n=2", "--input", "rank:5")
        self.assert_same([attest.shatter("disjointness", enumerate=True, m=2)], "shatter", "disjointness", "m=2", "--enumerate")
        self.assert_same([attest.reduce("max2sat-to-ip-triangle", check=True, n=3, clauses=4)],
                         "reduce", "max2sat-to-ip-triangle", "n=3", "clauses=4", "--check")
        self.assert_same(attest.precision(STRASSEN, formats=["bf16", "fp16"], models="plain", least=False, n=range(1, 3)),
                         "precision", STRASSEN, "n=1..2", "--formats", "bf16,fp16", "--models", "plain", "--no-least")
        self.assertEqual([c.document["id"] for c in attest.catalogue(paper="ea")],
                         [c["id"] for c in program("list", "--paper", "ea")[1][0]])

    def test_calls_after_many_others_answer_as_a_new_process_does(self):
        before = attest.verify(STRASSEN, n=2)
        attest.verify("poly/root-finding")
        attest.verify(ARGMAX.read_text())
        self.assertEqual([without_time(v.document) for v in attest.verify(STRASSEN, n=2)],
                         [without_time(v.document) for v in before])

    def test_an_error_has_the_message_of_the_program(self):
        for arguments, call in ((("verify", "strasen/match3"), lambda: attest.verify("strasen/match3")),
                                (("verify", STRASSEN, "n=0"), lambda: attest.verify(STRASSEN, n=0)),
                                (("verify", STRASSEN, "k=1"), lambda: attest.verify(STRASSEN, k=1)),
                                (("verify", STRASSEN, "n=2", "--variant", "x"), lambda: attest.verify(STRASSEN, "x", n=2)),
                                (("shatter", "nothing"), lambda: attest.shatter("nothing"))):
            with self.subTest(arguments=arguments):
                status, _, message = program(*arguments)
                self.assertEqual(status, 2)
                with self.assertRaises(attest.Error) as raised:
                    call()
                self.assertEqual(str(raised.exception), message)


class Values(unittest.TestCase):
    def test_a_verdict_is_frozen_and_exact(self):
        printed, repaired = attest.verify(STRASSEN, n=2)
        self.assertEqual((printed.verdict, printed.kind, repaired.verdict), ("refuted", "display", "holds"))
        self.assertEqual((repaired.inputs.space, repaired.inputs.failing), (32, 0))
        gap = repaired.margins.score_gap
        self.assertEqual(gap.exact, "4/7*sqrt(7)")
        self.assertLess(gap.lower, gap.upper)
        self.assertLessEqual(gap.lower ** 2, Fraction(16, 7))
        self.assertLessEqual(Fraction(16, 7), gap.upper ** 2)
        self.assertIsInstance(repaired.margins.decision_margin.lower, Fraction)
        with self.assertRaises(AttributeError):
            printed.verdict = "holds"

    def test_an_enclosure_is_shown_rounded_outward(self):
        third = attest.Enclosure(Fraction(1, 3), Fraction(1, 3))
        self.assertEqual(str(third), "[0.333333, 0.333334]")
        self.assertEqual(str(attest.Enclosure(Fraction(-1, 3), Fraction(10 ** 20 + 1))), "[-0.333334, 1.00001e+20]")
        self.assertEqual(str(attest.Enclosure(Fraction(0), Fraction(1, 2))), "[0, 0.5]")
        self.assertTrue(Fraction(1, 3) in third and 0 not in third)

    def test_three_values_are_not_taken_for_two(self):
        verdicts = attest.verify(STRASSEN, n=2)
        for value in (verdicts, verdicts[0], attest.prove(STRASSEN)):
            with self.assertRaises(TypeError):
                bool(value)

    def test_weights_are_fractions_or_floats(self):
        exact = attest.weights("strassen/match3", n=3, m=3)
        floats = attest.weights("strassen/match3", floats=True, n=3, m=3)
        shown = program("show", "strassen/match3", "n=3", "m=3")[1][0]["weights"]["heads"][0]["W_1"]
        array = exact.heads[0]["W_1"]
        self.assertEqual(array.dtype, object)
        self.assertEqual([[str(cell) for cell in row] for row in array], shown)
        self.assertTrue(all(isinstance(cell, Fraction) for cell in array.ravel()))
        self.assertEqual(floats.heads[0]["W_1"].dtype, np.float64)
        self.assertEqual(floats.heads[0]["W_1"].tolist(), [[float(Fraction(cell)) for cell in row] for row in shown])
        self.assertEqual(exact.scale(), "1/4*sqrt(2)")
        # The rows' products are the head's scores: exactly, since nothing was rounded.
        self.assertEqual((exact.heads[0]["W_1"] @ exact.heads[0]["W_2"].T).dtype, object)

    def test_weights_that_are_changed_are_what_is_verified(self):
        weights = attest.weights(STRASSEN, n=2)
        same = attest.verify(STRASSEN, weights=weights, n=2)
        self.assertEqual([v.verdict for v in same], ["holds"])
        self.assertEqual(same[0].claim, "own:weights")
        weights.heads[0]["W_1"][:] = Fraction(0)
        self.assertEqual([(v.verdict, v.inputs.failing) for v in attest.verify(STRASSEN, weights=weights, n=2)], [("refuted", 4)])
        floats = attest.weights("strassen/match3", floats=True, n=2, m=3)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mine.json")
            path.write_text(json.dumps(floats.document()))
            self.assertEqual(attest.verify("strassen/match3", weights=path, n=2, m=3)[0].verdict, "holds")
        floats.heads[0]["W_1"][0, 0] = math.nan
        with self.assertRaises(TypeError):
            attest.verify("strassen/match3", weights=floats, n=2, m=3)

    def test_weights_of_a_theorem_from_a_text(self):
        text = ARGMAX.read_text()
        weights = attest.weights(text, "stated", n=2, m=3)
        self.assertEqual([v.verdict for v in attest.verify(text, "stated", weights=weights, n=2, m=3)], ["holds"])

    def test_a_truth_table_is_an_array(self):
        table = np.array([[0, 1], [1, 0]])
        self.assertEqual(attest.shatter(truth_table=table).split_vc, 1)
        for wrong in (np.array([[0, 2], [1, 0]]), np.zeros((2, 3)), 3):
            with self.assertRaises(TypeError):
                attest.shatter(truth_table=wrong)

    def test_a_page_is_html_that_can_be_saved(self):
        page = attest.report(STRASSEN, n=2)
        self.assertTrue(page.text.startswith("<!DOCTYPE html>"))
        self.assertIn("iframe", page._repr_html_())
        self.assertIn("#", attest.report(STRASSEN, format="markdown", n=2).text)
        with tempfile.TemporaryDirectory() as folder:
            page.save(pathlib.Path(folder, "page.html"))
            self.assertEqual(pathlib.Path(folder, "page.html").read_text(encoding="utf-8"), page.text)

    def test_notebooks_show_tables_without_markup_of_the_users(self):
        text = ARGMAX.read_text().replace("One softmax head returns", "<script>alert(1)</script>")
        shown = [attest.verify(STRASSEN, n=2), attest.verify(STRASSEN, n=2)[0], attest.prove(STRASSEN),
                 attest.explain(STRASSEN, n=2), attest.shatter("disjointness", m=2),
                 attest.reduce("max2sat-to-ip-triangle", check=True, n=3, clauses=4),
                 attest.precision(STRASSEN, formats="bf16", least=False, n=2), attest.precision(STRASSEN, formats="bf16", least=False, n=2)[0],
                 attest.catalogue(paper="ea")[0], attest.run(STRASSEN, input="rank:1", n=2),
                 attest.catalogue(paper="ea"), attest.weights(STRASSEN, n=2), attest.theorem(text)]
        for value in shown:
            html = value._repr_html_()
            self.assertIn("<", html)
            self.assertNotIn("<script", html)
            self.assertNotIn("seconds", html)


class Absurd(unittest.TestCase):
    def test_what_is_no_theorem_is_an_error_with_its_place(self):
        with self.assertRaises(attest.Error) as raised:
            attest.theorem(ARGMAX.read_text().replace("key = (num)", "key = (nun)"))
        self.assertRegex(str(raised.exception), r"standard input:\d+:\d+: 'nun' is not known here")
        for text in ("\n", "\0\n", "theorem\n" * 10000, "\ud800\n", "/no/such.theorem", "", "--help", "-", "a\0b"):
            with self.subTest(text=text[:20]), self.assertRaises(attest.Error):
                attest.theorem(text)
        for value in (None, 3, b"strassen/match3", ["x"]):
            with self.subTest(value=value), self.assertRaises(TypeError):
                attest.verify(value)

    def test_values_that_are_no_exact_numbers_are_refused(self):
        for value in (2.5, True, None, [2], b"2", range(3, 3), range(2, 9, 2), complex(1)):
            with self.subTest(value=value), self.assertRaises(TypeError):
                attest.verify(STRASSEN, n=value)
        for value in ("", "two", "1" * 10000, "2..1", "-3", "2 --out x", "\0"):
            with self.subTest(value=value[:20]), self.assertRaises(attest.Error):
                attest.verify(STRASSEN, n=value)
        for options in ({"threads": 0}, {"threads": -1}, {"seed": -1}, {"budget": -1.0}, {"budget": math.nan}, {"budget": math.inf},
                        {"part": "2/2"}, {"failing": 10 ** 30}, {"by": "luck"}, {"margin": 0}):
            with self.subTest(options=options), self.assertRaises(attest.Error):
                attest.verify(STRASSEN, n=2, **options)
        for options in ({"threads": 1.5}, {"seed": 1.0}, {"failing": [1]}):
            with self.subTest(options=options), self.assertRaises(TypeError):
                attest.verify(STRASSEN, n=2, **options)

    def test_a_parameter_is_given_once(self):
        self.assertEqual(len(attest.verify(STRASSEN, parameters={"n": 2})), 2)
        with self.assertRaises(TypeError):
            attest.verify(STRASSEN, parameters={"n": 2}, n=2)
        for name in ("--out", "", "n n", "n=", "\0"):
            with self.subTest(name=name), self.assertRaises(attest.Error):
                attest.verify(STRASSEN, parameters={name: 2})


CHILD = """
import attest, sys, time
try:
    print("ready", flush=True)
    attest.verify("strassen/function-composition", "repaired", by="enumeration", n=8)
except KeyboardInterrupt:
    # The next call has nothing of it.
    print([v.verdict for v in attest.verify("strassen/function-composition", n=2)], flush=True)
    sys.exit(7)
"""


class LongCalls(unittest.TestCase):
    def test_control_c_raises_within_a_second(self):
        """A second of the program's own: a machine that has much else to do is waited for."""
        # A shell's background job ignores the signal, and so would what it starts.
        child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.addCleanup(child.kill)
        self.addCleanup(child.stdout.close)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(1.5)
        used_before = self.processor_seconds(child.pid)
        self.assertGreater(used_before, 0)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.stdout.readline(), "['refuted', 'holds']\n")
        self.assertLess(time.monotonic() - start, 1.5 + 2 * os.getloadavg()[0])
        self.assertEqual(child.wait(timeout=30), 7)

    @staticmethod
    def processor_seconds(pid):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def test_the_interpreter_goes_on_during_a_call(self):
        counted = []
        done = threading.Event()

        def count():
            while not done.is_set():
                counted.append(1)
                time.sleep(0.01)

        thread = threading.Thread(target=count)
        thread.start()
        try:
            attest.verify(STRASSEN, "repaired", by="enumeration", budget=1, n=8)
        finally:
            during = len(counted)
            done.set()
            thread.join()
        self.assertGreater(during, 5)

    def test_calls_of_several_threads_answer_as_one_would(self):
        expected = [without_time(v.document) for v in attest.verify(STRASSEN, n=2)]
        found = []
        threads = [threading.Thread(target=lambda: found.append(attest.verify(STRASSEN, n=2))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([[without_time(v.document) for v in each] for each in found], [expected] * 4)

    def test_a_budget_ends_undecided(self):
        verdict, = attest.verify(STRASSEN, "repaired", by="enumeration", budget=0.2, n=8)
        self.assertEqual(verdict.verdict, "undecided")

    def test_nothing_is_printed(self):
        code = ("import attest; attest.verify('strassen/function-composition', n=2)\n"
                "try: attest.verify('x/y')\nexcept attest.Error: pass")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=100)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_a_forked_process_is_refused(self):
        code = ("import attest, multiprocessing as m\n"
                "def f(_):\n  try: attest.verify('strassen/function-composition', n=2)\n  except attest.Error as e: return str(e)\n"
                "attest.verify('strassen/function-composition', n=2)\n"
                "with m.get_context('fork').Pool(1) as p: print(p.map(f, [0])[0])\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
        self.assertIn("forked", done.stdout)


if __name__ == "__main__":
    unittest.main()
