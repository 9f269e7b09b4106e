"""The errors that tools/mutate plants in the program still have their place in its code."""

import json
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def mutate(*arguments):
    return subprocess.run([ROOT / "tools" / "mutate", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)


class Mutate(unittest.TestCase):
    def test_every_text_that_is_to_be_changed_is_there_once(self):
        run = mutate("--check")
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_forty_errors_by_hand_and_a_hundred_and_sixty_drawn(self):
        names = [line.split()[0] for line in mutate("--list").stdout.splitlines()]
        self.assertEqual(len(names), len(set(names)))
        drawn = [name for name in names if name.startswith("drawn-")]
        self.assertGreaterEqual(len(drawn), 160)
        self.assertGreaterEqual(len(names) - len(drawn), 40)

    def test_what_is_called_equivalent_is_an_error_with_an_argument(self):
        names = {line.split()[0] for line in mutate("--list").stdout.splitlines()}
        file = ROOT / "tests" / "mutants" / "equivalent.json"
        for name, argument in json.loads(file.read_text(encoding="utf-8")).items():
            self.assertIn(name, names)
            self.assertGreater(len(argument.split()), 5, name)

    def test_what_is_on_record_is_of_one_run_each_and_left_is_the_rest(self):
        names = {line.split()[0] for line in mutate("--list").stdout.splitlines()}
        file = ROOT / "tests" / "mutants" / "found.tsv"
        lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
        for line in lines:
            with self.subTest(line=line):
                name, text, commit, fate, seconds = line
                self.assertRegex(f"{text} {commit} {seconds}", r"^[0-9a-f]{12} [0-9a-f]{10} \d+$")
                self.assertRegex(fate, "^(found (folder|unit|exhaustive|command-line)|no build|SURVIVED( beside \d+)?)$")
        left = set(mutate("--left").stdout.split())
        self.assertLess(left, names)
        self.assertLessEqual(names - left, {line[0] for line in lines})

    def test_the_files_to_be_compiled_alone_are_there(self):
        run = subprocess.run([ROOT / "tools" / "which-tests", "--files"], stdout=subprocess.PIPE, text=True, check=True)
        files = run.stdout.strip().split(";")
        self.assertGreater(len(files), 100)
        for file in files:
            self.assertTrue((ROOT / file).is_file(), file)

    def test_wrong_arguments_are_refused(self):
        for arguments, message in ((["nobody"], "no such error"), (["--part", "2/2"], "expected R/M"),
                                   (["--together", "drawn-060", "drawn-132"], "two of the errors change the same text"),
                                   (["--together"], "expected the names of errors"),
                                   (["--together", "drawn-060", "--tiers", "unit"], "expected the names of errors"),
                                   (["--tiers", "most"], "expected some of"), (["--reached", "nowhere"], "no reached.json")):
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory():
                run = mutate(*arguments)
                self.assertEqual(run.returncode, 1)
                self.assertIn(message, run.stderr)


if __name__ == "__main__":
    unittest.main()
