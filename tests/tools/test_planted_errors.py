"""The errors that tests/verification/cover/planted_errors.py plants still have their place in the code."""

import pathlib
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "verification" / "cover" / "planted_errors.py"


class PlantedErrors(unittest.TestCase):
    def test_every_text_that_is_to_be_changed_is_there_once(self):
        run = subprocess.run([SCRIPT, "--list"], stdout=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, 0, run.stdout.decode())
        self.assertGreater(len(run.stdout.split()), 15)


if __name__ == "__main__":
    unittest.main()
