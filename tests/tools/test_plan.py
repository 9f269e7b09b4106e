"""attest plan: parts that a scheduler runs, loses and runs again come to the verdict of one run. The scheduler is a stand-in;
longest_slurm.py takes a real one."""

import os
import shutil
import signal
import subprocess
import time
import unittest

from cli import MATCH2, STRASSEN
from plan_scripts import PlanTest

# Runs each job at once, from a copy of the script elsewhere, as Slurm does; a line of the file `lost` is an element of an array that
# is not run, once.
SBATCH = r"""#!/usr/bin/python3
import os, pathlib, re, shutil, subprocess, sys
words = sys.argv[1:]
options = {}
while words and words[0].startswith("--"):
    name, _, value = words.pop(0).partition("=")
    options[name] = value
place = pathlib.Path(os.environ["STAND_IN"])
log = place / "submitted"
number = len(log.read_text().splitlines()) + 1 if log.exists() else 1
with log.open("a") as file:
    file.write(options.get("--array", options["--job-name"]) + " " + options.get("--time", "") + "\n")
copy = place / f"slurm_script{number}"
shutil.copy(words[0], copy)
lost = place / "lost"
def elements(text):
    for item in text.split(","):
        first, _, last = item.partition("-")
        yield from range(int(first), int(last or first) + 1)
for element in elements(options["--array"]) if "--array" in options else [None]:
    output = options["--output"].replace("%A", str(number)).replace("%a", str(element))
    left = lost.read_text().splitlines() if lost.exists() else []
    if str(element) in left:
        left.remove(str(element))
        lost.write_text("\n".join(left))
        continue
    environment = dict(os.environ)
    if element is not None:
        environment["SLURM_ARRAY_TASK_ID"] = str(element)
    with open(output, "w") as out:
        subprocess.run(["bash", str(copy), *words[1:]], stdout=out, stderr=subprocess.STDOUT, cwd="/", env=environment)
print(f"{number};cluster")
"""


class StandIn(PlanTest):
    def setUp(self):
        super().setUp()
        self.place = self.directory / "bin"
        self.place.mkdir()
        (self.place / "sbatch").write_text(SBATCH, encoding="utf-8")
        (self.place / "sbatch").chmod(0o755)
        (self.place / "squeue").write_text('#!/bin/sh\n[ ! -e "$STAND_IN/queue" ] || cat "$STAND_IN/queue"\n', encoding="utf-8")
        (self.place / "squeue").chmod(0o755)
        self.path = f"{self.place}:{os.environ['PATH']}"
        os.environ["STAND_IN"] = str(self.place)
        self.addCleanup(os.environ.pop, "STAND_IN")

    def lose(self, *elements):
        (self.place / "lost").write_text("\n".join(elements), encoding="utf-8")

    def submitted(self):
        return (self.place / "submitted").read_text(encoding="utf-8").splitlines()

    def text(self, name):
        return (self.directory / name).read_text(encoding="utf-8")


class Submitted(StandIn):
    def test_parts_of_several_settings_and_variants_come_to_the_verdicts_of_one_run(self):
        self.plan(STRASSEN, "n=2..3", "--parts", "3", "--failing", "2")
        self.assertEqual(self.script("missing").stdout, "0-2\n")
        result = self.script("submit", "--time=10")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.submitted(), ["0-2 10", "attest-p-merge 10"])
        self.assertEqual(self.script("missing").stdout, "none\n")
        self.assertEqual(self.text("p.out"), self.attest("verify", STRASSEN, "n=2..3", "--failing", "2", "--by", "enumeration").out)
        self.assert_whole(STRASSEN, "n=2..3", "--failing", "2")

    def test_parts_of_a_cover_come_to_the_verdict_of_one_run(self):
        self.plan("strassen/relation-composition", "m=3", "--variant", "repaired", "--by", "cover", "--parts", "2")
        self.script("submit")
        self.assert_whole("strassen/relation-composition", "m=3", "--variant", "repaired", "--by", "cover")

    def test_a_file_whose_name_has_blanks_and_quotes_is_found_from_anywhere(self):
        text = self.attest("new", "argmax").out
        self.write("it's mine.theorem", text)
        self.plan("it's mine.theorem", "n=3", "m=3", "--parts", "2", name="a plan's.sh")
        result = self.script("submit", name="a plan's.sh")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.script("missing", name="a plan's.sh").stdout, "none\n")
        self.assert_whole("it's mine.theorem", "n=3", "m=3", name="a plan's.sh")

    def test_what_nodes_lose_is_submitted_again(self):
        self.plan(MATCH2, "N=3", "M=4", "--parts", "4", "--variant", "printed")
        self.lose("0", "1", "3", "1")
        result = self.script("submit", "--time=7")
        self.assertEqual(self.submitted(), ["0-3 7", "attest-p-merge 7", "0-1,3 7", "attest-p-merge 7", "1 7", "attest-p-merge 7"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_whole(MATCH2, "N=3", "M=4", "--variant", "printed")

    def test_what_is_lost_three_times_is_told_and_taken_up_by_the_next_submission_alone(self):
        self.plan(MATCH2, "N=3", "M=4", "--parts", "4", "--variant", "printed")
        self.lose("3", "3", "3")
        self.script("submit")
        self.assertEqual(self.submitted()[-2:], ["3 ", "attest-p-merge "])
        self.assertEqual(self.text("p.out"), "p.sh: missing: parts 3; submit takes them up again\n")
        merged = self.script("merge")
        self.assertEqual((merged.returncode, merged.stdout), (3, ""))
        self.script("submit")
        self.assert_whole(MATCH2, "N=3", "M=4", "--variant", "printed")

    def test_more_parts_than_an_array_holds_go_into_several(self):
        self.plan(STRASSEN, "n=2", "--parts", "5")
        self.lose("1", "1")
        result = self.script("submit", ATTEST_ARRAY="2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual([line.split()[0] for line in self.submitted()],
                         ["0-1", "0-1", "0", "attest-p-merge", "1", "1", "attest-p-merge"])
        self.assert_whole(STRASSEN, "n=2")

    def test_a_size_of_arrays_that_is_none_is_refused(self):
        self.plan(STRASSEN, "n=2", "--parts", "2")
        for size in ("0", "x", "-1", "1.5"):
            with self.subTest(size=size):
                result = self.script("submit", ATTEST_ARRAY=size, timeout=10)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn("ATTEST_ARRAY", result.stderr)

    def test_a_name_of_two_lines_stays_in_its_comment(self):
        name = "one\ntouch found #.theorem"
        self.write(name, self.attest("new", "argmax").out)
        self.plan(name, "n=2", "m=2", "--parts", "2")
        self.assertEqual(self.script("part", "0").returncode, 0)
        self.assertNotIn("found", self.files())

    def test_what_is_in_the_queue_is_not_submitted_twice(self):
        self.plan(STRASSEN, "n=3", "--parts", "2")
        (self.place / "queue").write_text("7_0\n", encoding="utf-8")
        result = self.script("submit")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("in the queue already", result.stderr)


class OnePart(PlanTest):
    def test_a_part_that_is_ended_has_no_verdict_and_goes_on_at_its_checkpoint(self):
        arguments = ("anna/induction-heads", "N=8", "sigma=6", "--variant", "constructed")
        self.plan(*arguments, "--parts", "2")
        process = subprocess.Popen(("bash", "p.sh", "part", "1"), cwd=self.directory, stderr=subprocess.PIPE)
        time.sleep(0.7)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 3, said)
        self.assertIn(b"part 1 was ended before it was through", said)
        self.assertEqual(sorted(path.name for path in (self.directory / "p.parts").iterdir()), ["part-1.checkpoint", "plan"])
        self.assertEqual(self.script("missing").stdout, "0-1\n")

    def test_parts_of_another_plan_are_not_taken(self):
        self.plan(STRASSEN, "n=3", "--parts", "2")
        self.assertEqual(self.script("part", "0").returncode, 0)
        self.plan(STRASSEN, "n=3", "--parts", "3")
        for arguments in (("part", "1"), ("merge",)):
            result = self.script(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("parts of another plan", result.stderr)

    def test_a_part_that_the_program_refuses_fails_and_is_missing(self):
        self.plan(STRASSEN, "n=3", "--parts", "2")
        result = self.script("part", "0", ATTEST="/bin/false")
        self.assertEqual(result.returncode, 4)
        self.assertIn("attest ended with status 1 and left no verdict", result.stderr)
        self.assertEqual(self.script("missing").stdout, "0-1\n")

    def test_words_that_it_does_not_know_are_refused(self):
        self.plan(STRASSEN, "n=3", "--parts", "2")
        for words in (("part",), ("part", "2"), ("part", "-1"), ("part", "01"), ("part", "x"), ("part", "99999999999999999999"), ("again",)):
            with self.subTest(words=words):
                result = self.script(*words)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn("expected", result.stderr)
        self.assertIn("submit", self.script().stdout)
        self.assertEqual(self.files(), ["p.sh"])

    def test_without_slurm_it_says_so(self):
        self.plan(STRASSEN, "n=3", "--parts", "2")
        bare = self.directory / "bin"
        bare.mkdir()
        for name in ("bash", "basename", "realpath"):
            (bare / name).symlink_to(shutil.which(name))
        self.path = str(bare)
        result = self.script("submit")
        self.assertEqual(result.returncode, 2)
        self.assertIn("sbatch is not there", result.stderr)


class Refused(PlanTest):
    def test_what_has_no_parts_and_numbers_of_parts_that_make_no_sense(self):
        self.assert_refused(("plan", STRASSEN, "n=3"), "--parts: missing")
        for number in ("0", "1", "-2", "x", "1000001", "99999999999999999999"):
            self.assert_bad_value(("plan", STRASSEN, "n=3", f"--parts={number}"), "--parts", number)
        self.assert_bad_value(("plan", STRASSEN, "n=2", "--parts", "33"), "--parts", "33")
        self.assert_refused(("plan", "anna/lsh-rate", "--parts", "2"), "examined as a whole")
        self.assert_refused(("plan", "-", "n=3", "--parts", "2"), "every part reads the theorem again")
        self.assert_refused(("plan", STRASSEN, "--parts", "2"), "n")
        self.assert_refused(("plan", STRASSEN, "n=3", "--parts", "2", "--margin", "2"), "--margin")
        self.assert_refused(("plan", "strassen/relation-composition", "m=2", "--parts", "2", "--by", "cover", "--failing", "2"), "--failing")
        self.assert_refused(("plan", STRASSEN, "n=3", "--parts", "2", "--by", "auto"), "--by")
        self.assert_refused(("plan", STRASSEN, "n=3", "--parts", "2", "--out", "nowhere/p.sh"), "nowhere/p.sh")


if __name__ == "__main__":
    unittest.main()
