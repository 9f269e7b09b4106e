"""What docs/benchmarks.md measures of the cover, at every size: the verdicts."""

import pathlib
import subprocess
import sys
import unittest

from cli import program

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "benchmarks" / "cover_times.py"


class CoverSizes(unittest.TestCase):
    def test_what_is_measured_holds(self):
        result = subprocess.run((sys.executable, SCRIPT, program()), stdout=subprocess.PIPE, text=True, check=False, timeout=1800)
        self.assertEqual(result.returncode, 0, result.stdout)  # 1: where a size of the second table does not hold
        rows = [[cell.strip() for cell in line.split("|")] for line in result.stdout.splitlines() if "^" in line]
        verdicts = [row[4] for row in rows if row[4] in ("holds", "refuted", "undecided", "ill-formed")]
        self.assertEqual((verdicts.count("holds"), len(verdicts)), (21, 21), result.stdout)


if __name__ == "__main__":
    unittest.main()
