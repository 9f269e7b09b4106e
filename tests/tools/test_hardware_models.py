"""attest precision under tensor-core and flash against the simulation of simulated_hardware.py: how many inputs are right, and the first
that is wrong, for layers of every kind of head that is simulated."""

import json
import unittest

import simulated_hardware
from cli import CommandTest

SETTINGS = (
    ("strassen/function-composition n=2", "repaired"),
    ("poly/function-composition t=2 n=2 A2=39/4", "repaired"),
    ("strassen/third-order-match3 n=2 m=3", "constructed"),
    ("ea/next-token N=2 tau=1 context=3", "constructed"),
    ("ea/next-token-dot-product N=2 tau=1 context=3 ratio=3/2", "constructed"),
)
PLAIN = ("tensor-core", "flash")
OPTIONS = ("tensor-core:block=4:cut=23", "tensor-core:block=3:descending", "tensor-core:h100", "flash:keys=2", "flash:h100:keys=3:descending")
OF_FP8 = ("tensor-core:scale=tensor", "tensor-core:scale=row", "flash:scale=row:keys=4", "tensor-core:saturate")


class HardwareModels(CommandTest):
    def simulated(self, folder, model, name):
        layer = simulated_hardware.Layer(folder, simulated_hardware.Model(model, name))
        tests = json.loads((folder / "test_vectors.json").read_text(encoding="utf-8"))
        assert tests["every_input"]
        answers = []
        for vector in tests["vectors"]:
            found = zip(layer.outputs(vector["cells"]), vector["outputs"], strict=True)
            answers.append(all(simulated_hardware.right(y, asked["truth"], tests["decision"]) for y, asked in found))
        return str(sum(answers)), None if all(answers) else str(answers.index(False))

    def test_every_count_is_that_of_the_simulation(self):
        wrong = right = 0
        for setting, variant in SETTINGS:
            words = [*setting.split(), "--variant", variant]
            folder = self.directory / setting.split()[0].replace("/", "-")
            self.assertEqual(self.attest("export", *words, "--to", "json", "--out", folder.name).status, 0)
            for models, formats in ((PLAIN, "e5m2,e4m3,bf16,fp16,p3,fp32"), (OPTIONS, "e4m3,bf16"), (OF_FP8, "e4m3")):
                result = self.attest("precision", *words, "--models", ",".join(models), "--formats", formats, "--no-least",
                                     "--format", "json")
                for cell in result.json()["formats"]:
                    with self.subTest(setting=setting, model=cell["model"], format=cell["format"]):
                        rank = cell["first_wrong"] and cell["first_wrong"]["rank"]
                        self.assertEqual((cell["right"], rank), self.simulated(folder, cell["model"], cell["format"]))
                    wrong += rank is not None
                    right += rank is None
        self.assertGreater(min(wrong, right), 20)

    def test_an_option_that_changes_nothing_is_told_from_one_that_does(self):
        """Sums of 4 products cut to 3 bits lose answers that sums rounded to nearest keep."""
        words = ("precision", "strassen/function-composition", "n=2", "--no-least", "--format", "json", "--formats", "bf16")
        counts = [self.attest(*words, "--models", model).json()["formats"][0]["right"]
                  for model in ("tensor-core", "tensor-core:block=4:cut=3")]
        self.assertEqual(counts[0], "32")
        self.assertLess(int(counts[1]), 32)


if __name__ == "__main__":
    unittest.main()
