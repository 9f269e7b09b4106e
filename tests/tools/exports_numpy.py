"""Exported layers in Debian's NumPy. Needs python3-numpy; run by `.ci/release exports`."""

import importlib.util
import subprocess
import sys
import unittest

import numpy
from exported_runs import LAYERS, ExportedRuns


def load_model(folder):
    spec = importlib.util.spec_from_file_location("model", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Model()


class NumPy(ExportedRuns):
    form = "npz"

    def runner(self, folder, cells):
        outputs, decisions = load_model(folder)(numpy.array(cells))
        return outputs.tolist(), None if decisions is None else decisions.tolist()

    def test_every_decision_is_the_certified_one(self):
        self.run_layers()

    def test_compare_py_says_so(self):
        self.attest("export", *LAYERS[0], "--to", "npz", "--out", "x")
        run = subprocess.run([sys.executable, "compare.py"], cwd=self.directory / "x", capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("32 inputs; 32 of 32 decisions as certified", run.stdout)

    def test_a_planted_error_is_found(self):
        self.attest("export", *LAYERS[0], "--to", "npz", "--out", "x")
        model = self.directory / "x" / "model.py"
        model.write_text(model.read_text().replace("score = score + term", "score = score - term"))
        run = subprocess.run([sys.executable, "compare.py"], cwd=self.directory / "x", capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)


if __name__ == "__main__":
    unittest.main()
