"""proofs/check on the files of proofs/, on what `attest export` writes, and on statements that are changed in one place: Coq's
kernel accepts none of these. Needs coqc; run by `.ci/release proofs`."""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ATTEST = os.environ.get("ATTEST", f"{ROOT}/build/release/tools/attest/attest")
COMPOSITION = f"{ROOT}/proofs/theorems/strassen_function_composition_repaired.v"
# What is changed, in the statement alone, and why the theorem is false then or no longer what the proof shows.
CHANGES = (
    ("[[0; 0; 0; IZR n; 0; 0; 0];", "[[0; 0; 0; IZR (- n); 0; 0; 0];", "a sign in W_1"),
    ("[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 3); 0; 0]", "[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 2); 0; 0]", "an exponent in W_3"),
    ("R := / sqrt (IZR 7).", "R := / sqrt (IZR 700).", "a scale a tenth as large"),
    ("[0];\n   [1];\n   [0]].", "[0];\n   [2];\n   [0]].", "W_O doubles the answer"),
    ("[[0];\n   [0];\n   [0];\n   [0];\n   [0];\n   [1];\n", "[[1];\n   [0];\n   [0];\n   [0];\n   [0];\n   [0];\n",
     "W_O writes to the position"),
    (": Z := (h (g x))%Z.", ": Z := (g (h x))%Z.", "another task"),
    (": Z := (h (g x))%Z.", ": Z := (h (g x) + 1)%Z.", "another answer"),
    ("IZR (truth n g h x)) < 1 / 2.\n\nDefinition", "IZR (truth n g h x)) < 1 / 4.\n\nDefinition", "a smaller error"),
    ("range 1 (2 * n + 1).", "range 1 (2 * n).", "a softmax without the last token"),
    ("(1 <= x <= n)%Z.\n\nDefinition truth", "(1 <= x <= n + 1)%Z.\n\nDefinition truth", "an input outside of the domain"),
    ("coordinate 6 (stream i)", "coordinate 1 (stream i)", "another readout"),
)
# A theorem of one index, with a scale without a root and named coordinates.
LETTER_AT = """attest-theorem 1
theorem letter_at "One softmax head looks a letter up"
sizes   n >= 1
input   w : [n] -> [2*n + 1], x : [n]    spelled {"w": w, "x": x}
tokens  i in [n + 1] carry num = w ++ (x)
task    at n + 1, number: w(x)
layer   residual
  embed   pos = i, sq = i^2, num = num, one = 1, out = 0
  head softmax, scale 3/2
    query = (2*n*num, -n*one)
    key = (pos, sq)
    value = (out: num)
readout out
check   output, unique-maximum, size constant in n
"""


def export(*words):
    run = subprocess.run([ATTEST, "export", *words, "--to", "coq"], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def check(*paths):
    run = subprocess.run([f"{ROOT}/proofs/check", *paths], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


class Kernel(unittest.TestCase):
    def test_accepts_the_theorems_and_rejects_what_is_planted(self):
        status, said = check()
        self.assertEqual(status, 0, said)
        self.assertIn("strassen_function_composition_repaired accepted", said)
        self.assertGreaterEqual(said.count("as it has to be"), 6)

    def test_accepts_what_is_exported_of_the_catalogue_and_of_own_files(self):
        with open(f"{ROOT}/constructions/strassen/function_composition.theorem", encoding="utf-8") as file:
            renamed = file.read().replace("theorem strassen/function-composition", "theorem mine/copy")
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("copy.theorem", renamed), ("letter_at.theorem", LETTER_AT)):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
            paths = []
            for k, words in enumerate((["strassen/function-composition"], [f"{ROOT}/examples/middle.theorem"],
                                       [f"{folder}/copy.theorem", "--variant", "repaired"], [f"{folder}/letter_at.theorem"])):
                status, text, said = export(*words)
                self.assertEqual((status, said), (0, ""), words)
                paths.append(f"{folder}/exported_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            with open(COMPOSITION, encoding="utf-8") as file, open(paths[0], encoding="utf-8") as written:
                self.assertEqual(file.read(), written.read())
            status, said = check(*paths)
        self.assertEqual(status, 0, said)
        for theorem in ("strassen_function_composition_repaired", "middle_stated", "mine_copy_repaired", "letter_at_stated"):
            self.assertIn(f"{theorem} accepted", said)

    def test_exports_nothing_that_is_not_proved(self):
        for words, status in (("strassen/function-composition --variant printed", 1), ("strassen/relation-composition", 3),
                              ("strassen/match3", 3), (f"{ROOT}/examples/some_one.theorem", 1)):
            found, text, said = export(*words.split())
            self.assertEqual((found, text), (status, ""), words)
            self.assertTrue(said.startswith("attest export: "), said)
            self.assertEqual(said.count("\n"), 1, said)

    def test_rejects_each_change_of_a_statement(self):
        with open(COMPOSITION, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for k, (old, new, _) in enumerate(CHANGES):
                self.assertEqual(text.count(old), 1, old)
                paths.append(f"{folder}/changed_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text.replace(old, new))
            status, said = check(*paths)
        self.assertEqual(status, 1)
        for k, (_, _, what) in enumerate(CHANGES):
            self.assertIn(f"changed_{k}.v: rejected", said, what)


if __name__ == "__main__":
    unittest.main()
