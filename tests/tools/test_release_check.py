"""tools/release-check in a repository of its own: what a release needs, and each thing that may be missing."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"^project\(attest VERSION (\S+) ", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
PARTS = re.search(r'^all="(.*)"$', (ROOT / ".ci/release").read_text(), re.M)[1].split()


class ReleaseCheck(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        for name in ("tools/release-check", ".ci/release", "CMakeLists.txt"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        (self.folder / "CITATION.cff").write_text(f"version: {VERSION}\ndate-released: 2026-11-20\n")
        (self.folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {VERSION} (2026-11-20)\n\n- It is there.\n")
        (self.folder / ".gitignore").write_text("/build/\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", *words], cwd=self.folder, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self):
        """With every part passed."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a state")
        (self.folder / "build").mkdir(exist_ok=True)
        commit = self.git("rev-parse", "HEAD")
        (self.folder / "build/release-record").write_text("".join(f"{part} passed {commit} 1 x\n" for part in PARTS))

    def check(self):
        done = subprocess.run(["tools/release-check"], cwd=self.folder, capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_all_is_there_and_the_tag_is_printed_and_not_made(self):
        status, said = self.check()
        self.assertEqual(status, 0, said)
        self.assertIn(f"git tag -a v{VERSION}", said)
        self.assertNotIn("NO", said)
        self.assertEqual(self.git("tag"), "")

    def test_whatever_is_missing_is_said(self):
        record = self.folder / "build/release-record"
        plants = {
            "nothing is changed": lambda: (self.folder / "CMakeLists.txt").write_text("project(attest)\n"),
            "untracked": lambda: (self.folder / "new").write_text(""),
            f".ci/release {PARTS[3]} passed": lambda: record.write_text(record.read_text().replace(f"{PARTS[3]} passed", f"{PARTS[3]} failed")),
            f".ci/release {PARTS[-1]} passed": lambda: record.unlink(),
        }
        for words, plant in plants.items():
            with self.subTest(words=words):
                plant()
                status, said = self.check()
                self.assertEqual(status, 1)
                self.assertRegex(said, f"NO .*{re.escape(words)}")
                self.git("checkout", "-q", ".")
                (self.folder / "new").unlink(missing_ok=True)
                self.commit()
        for name, text, words in (("CITATION.cff", "version: 9.9\ndate-released: 2026-11-20\n", "CITATION.cff has the version"),
                                  ("CHANGELOG.md", f"# Changelog\n\n## {VERSION} (unreleased)\n", "CHANGELOG.md begins"),
                                  ("CITATION.cff", f"version: {VERSION}\ndate-released: 2026-11-21\n", "the changelog's date")):
            with self.subTest(words=words):
                (self.folder / name).write_text(text)
                self.commit()
                status, said = self.check()
                self.assertEqual(status, 1)
                self.assertRegex(said, f"NO .*{words}")
                self.git("reset", "-q", "--hard", "HEAD~1")
        self.commit()
        self.git("tag", f"v{VERSION}")
        self.assertEqual(self.check()[0], 1)


if __name__ == "__main__":
    unittest.main()
