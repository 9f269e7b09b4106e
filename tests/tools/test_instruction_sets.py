"""The kernels' units share nothing with the rest of the program that the linker could mix up: no weak symbol (an inline
function or template of which one copy is kept), one table each, and nothing undefined but what the C library has."""

import os
import pathlib
import shutil
import subprocess
import unittest

from cli import program

ALLOWED = {"memset", "memcpy", "memmove", "__stack_chk_fail"}


class Units(unittest.TestCase):
    def test_no_symbol_is_shared(self):
        archive = pathlib.Path(program()).parent.parent.parent / "algorithms" / "libattest_algorithms.a"
        if not archive.exists() or not shutil.which("nm"):
            self.skipTest("needs the build folder and nm")
        listing = subprocess.run(["nm", "-A", "-C", str(archive)], check=True, capture_output=True, text=True).stdout
        units = {}
        for line in listing.splitlines():
            head, _, rest = line.partition(": ") if ": " in line else line.rpartition(":")
            unit = head.split(":")[1] if ":" in head else ""
            if unit in ("kernels_avx2.cpp.o", "kernels_avx512.cpp.o", "kernels_baseline.cpp.o"):
                fields = line.split(unit + ":", 1)[1].split(maxsplit=2)
                kind, name = (fields[0], fields[1]) if len(fields[0]) == 1 else (fields[1], fields[2])
                units.setdefault(unit, []).append((kind, name))
        if os.uname().machine == "x86_64":
            self.assertEqual(len(units), 3)
        for unit, symbols in units.items():
            # Sanitizers add names of their own.
            own = [(kind, name) for kind, name in symbols if not name.startswith(("__asan", "__ubsan", "__odr_asan"))]
            shared = [name for kind, name in own if kind in "VvWwu"]
            self.assertEqual(shared, [], unit)
            self.assertEqual([name for kind, name in own if kind in "TDRB"],
                             [f"attest::kernels::{unit.split('_')[1].split('.')[0]}_kernels"])
            self.assertLessEqual({name for kind, name in own if kind == "U"}, ALLOWED, unit)


if __name__ == "__main__":
    unittest.main()
