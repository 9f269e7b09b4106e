"""proofs/check on the files of proofs/, and on theorems that are changed in one place: what is stated is then false, and Coq's
kernel accepts none. Needs coqc; run by `.ci/release proofs`."""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPOSITION = f"{ROOT}/proofs/theorems/strassen_function_composition_repaired.v"
# What is changed, in the statement alone, and why the theorem is false then or no longer what the proof shows.
CHANGES = (
    ("[[0; 0; 0; IZR n; 0; 0; 0];", "[[0; 0; 0; IZR (- n); 0; 0; 0];", "a sign in W_1"),
    ("[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 3); 0; 0]", "[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 2); 0; 0]", "an exponent in W_3"),
    ("R := / sqrt (IZR 7).", "R := / sqrt (IZR 700).", "a scale a tenth as large"),
    ("[0]; [0]; [0]; [0]; [0]; [1]; [0]", "[0]; [0]; [0]; [0]; [0]; [2]; [0]", "W_O doubles the answer"),
    ("[0]; [0]; [0]; [0]; [0]; [1]; [0]", "[1]; [0]; [0]; [0]; [0]; [0]; [0]", "W_O writes to the position"),
    (": Z := h (g x).", ": Z := g (h x).", "another task"),
    (": Z := h (g x).", ": Z := (h (g x) + 1)%Z.", "another answer"),
    ("IZR (truth n g h x)) < 1 / 2.\n\nDefinition", "IZR (truth n g h x)) < 1 / 4.\n\nDefinition", "a smaller error"),
    ("range 1 (2 * n + 1).", "range 1 (2 * n).", "a softmax without the last token"),
    ("(1 <= x <= n)%Z.", "(1 <= x <= n + 1)%Z.", "an input outside of the domain"),
    ("coordinate 6 (stream i)", "coordinate 1 (stream i)", "another readout"),
)


def check(*paths):
    run = subprocess.run([f"{ROOT}/proofs/check", *paths], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


class Kernel(unittest.TestCase):
    def test_accepts_the_theorems_and_rejects_what_is_planted(self):
        status, said = check()
        self.assertEqual(status, 0, said)
        self.assertIn("strassen_function_composition_repaired accepted", said)
        self.assertGreaterEqual(said.count("as it has to be"), 6)

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
