"""Exported layers in Debian's PyTorch. Needs python3-torch; run by `.ci/release exports`."""

import unittest

import torch
from exported_runs import LAYERS, ExportedRuns
from exports_numpy import load_model


class Torch(ExportedRuns):
    form = "torch"

    def runner(self, folder, cells):
        with torch.no_grad():
            outputs, decisions = load_model(folder)(torch.tensor(cells))
        return outputs.tolist(), None if decisions is None else decisions.tolist()

    def test_every_decision_is_the_certified_one(self):
        self.run_layers()

    def test_it_is_a_module_that_moves_and_differentiates(self):
        self.attest("export", *LAYERS[0], "--to", "torch", "--out", "x")
        model = load_model(self.directory / "x")
        self.assertIsInstance(model, torch.nn.Module)
        model = model.to(torch.float32)  # the integers stay integers
        self.assertEqual((model.X.dtype, model.receivers.dtype), (torch.float32, torch.int64))
        model.head1_W2.requires_grad_(True)
        model(torch.zeros(1, model.strides.shape[1], dtype=torch.int64))[0].sum().backward()
        self.assertTrue(bool(torch.isfinite(model.head1_W2.grad).all()))


if __name__ == "__main__":
    unittest.main()
