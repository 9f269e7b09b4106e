"""tools/precision-gpu without a GPU: it says so and runs nothing; on a CPU, where PyTorch is there, its sums are those of the simulation,
and a layer that is not the model's is told from it."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

import simulated_hardware
from cli import CommandTest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "precision-gpu"
HAS_TORCH = importlib.util.find_spec("torch") is not None


def tool():
    loader = importlib.machinery.SourceFileLoader("precision_gpu", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("precision_gpu", loader))
    loader.exec_module(module)
    return module


class PrecisionGpu(CommandTest):
    def test_without_pytorch_or_a_gpu_nothing_is_run_and_the_status_is_3(self):
        hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
        for program, said in (("", "PyTorch sees no GPU" if HAS_TORCH else "PyTorch is not installed"),
                              ("import sys; sys.modules['torch'] = None; ", "PyTorch is not installed")):
            code = f"{program}import runpy, sys; sys.argv = ['precision-gpu']; runpy.run_path({str(TOOL)!r}, run_name='__main__')"
            result = subprocess.run([sys.executable, "-c", code], env=hidden, capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stdout), (3, ""))
            self.assertIn(said + ("; nothing was run"), result.stderr)

    @unittest.skipUnless(HAS_TORCH, "PyTorch is not installed")
    def test_on_a_cpu_outputs_are_those_of_the_simulation(self):
        import torch  # noqa: PLC0415
        for setting in (("strassen/function-composition", "n=2"), ("strassen/relation-composition", "m=2"),
                        ("poly/function-composition", "t=2", "n=2", "A2=39/4")):
            folder = self.directory / setting[0].replace("/", "-")
            self.assertEqual(self.attest("export", *setting, "--to", "json", "--out", folder.name, "--vectors", "4").status, 0)
            vectors = json.loads((folder / "test_vectors.json").read_text(encoding="utf-8"))["vectors"][:4]
            for name, long_name in (("fp16", "fp16"), ("bf16", "bfloat16")):
                layer = tool().Layer(torch, "cpu", folder, getattr(torch, tool().FORMATS[name]))
                wanted = simulated_hardware.Layer(folder, simulated_hardware.Model("tensor-core", long_name))
                for vector in vectors:
                    self.assertEqual(list(layer.outputs(vector["cells"])), [float(y) for y in wanted.outputs(vector["cells"])])

    @unittest.skipUnless(HAS_TORCH, "PyTorch is not installed")
    def test_decisions_that_are_not_the_models_are_counted(self):
        import torch  # noqa: PLC0415
        module = tool()
        setting = ("strassen/function-composition", "n=2")
        self.assertEqual(module.compared(torch, "cpu", os.environ["ATTEST"], setting, "fp16", 3), (3, 3, 3, 0))
        self.assertFalse(any(module.is_right(float(y), truth, kind) for y in ("nan", "inf", "-inf") for truth in (0, 1)
                             for kind in ("sign", "nearest")))
        module.told = lambda *_: False
        self.assertEqual(module.compared(torch, "cpu", os.environ["ATTEST"], setting, "fp16", 3), (3, 3, 0, 3))


if __name__ == "__main__":
    unittest.main()
