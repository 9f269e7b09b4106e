"""Exported layers in ONNX Runtime (onnxruntime-web under Node) and by ONNX's own checker. Needs python3-onnx, node, and npm's
onnxruntime-web below $ONNXRUNTIME_WEB; run by `.ci/release exports`."""

import json
import os
import subprocess
import unittest

import onnx
from exported_runs import LAYERS, ROOT, ExportedRuns


class Onnx(ExportedRuns):
    form = "onnx"

    def runner(self, folder, cells):
        (folder / "cells.json").write_text(json.dumps(cells))
        model = onnx.load(folder / "layer.onnx")
        onnx.checker.check_model(model, full_check=True)
        run = subprocess.run(["node", f"{ROOT}/tests/tools/onnx_run.mjs", os.environ["ONNXRUNTIME_WEB"], folder / "layer.onnx",
                              folder / "cells.json"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual(result["type"], "float32" if "float32" in folder.name else "float64")
        return result["outputs"], result["decisions"]

    def test_every_decision_is_the_certified_one(self):
        self.run_layers()

    def test_the_file_says_what_it_is_of(self):
        self.attest("export", *LAYERS[0], "--to", "onnx", "--out", "x")
        model = onnx.load(self.directory / "x" / "layer.onnx")
        self.assertEqual(model.opset_import[0].version, 13)
        origin = json.loads({each.key: each.value for each in model.metadata_props}["origin"])
        self.assertEqual(origin["claim"], "strassen/function-composition")
        self.assertEqual([value.name for value in model.graph.input], ["cells"])
        self.assertEqual([value.name for value in model.graph.output], ["outputs", "decisions"])


if __name__ == "__main__":
    unittest.main()
