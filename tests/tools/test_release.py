"""`.ci/release`: a part passes where each of its commands does."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Release(unittest.TestCase):
    def record(self, body):
        """Exit status and table of `.ci/release fuzz` in a repository where that part is `body`."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / ".ci").mkdir()
            (folder / "tools").mkdir()
            shutil.copy(ROOT / "tools" / "setup.sh", folder / "tools")
            script, replaced = re.subn(r"^part_fuzz\(\).*$", lambda _: f"part_fuzz() {{\n{body}\n}}",
                                       (ROOT / ".ci" / "release").read_text(encoding="utf-8"), flags=re.M)
            self.assertEqual(replaced, 1)
            (folder / ".ci" / "release").write_text(script, encoding="utf-8")
            for words in (("init", "-q"), ("add", "."), ("-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m")):
                subprocess.run(("git", *words), cwd=folder, check=True)
            result = subprocess.run(("sh", ".ci/release", "fuzz"), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                    text=True, check=False)
            return result.returncode, re.search(r"^fuzz +(\w+)", result.stdout, re.M).group(1)

    def test_a_part_whose_commands_succeed_has_passed(self):
        self.assertEqual(self.record("true"), (0, "passed"))

    def test_a_command_that_fails_fails_its_part_wherever_it_stands(self):
        for body in ("false\ntrue", "true\nfalse", "(cd . && export A=1\nfalse\ntrue)\ntrue", "false &\nwait $!\ntrue",
                     "run_quietly /dev/null false\ntrue"):
            with self.subTest(body=body):
                self.assertEqual(self.record(body), (1, "failed"))


if __name__ == "__main__":
    unittest.main()
