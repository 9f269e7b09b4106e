"""attest plan, given to a real Slurm: what is cancelled and killed there comes to the verdict of one run all the same."""

import time
import unittest

from cli import MATCH2, STRASSEN
from plan_scripts import PlanTest
from slurm import Slurm


class RealSlurm(PlanTest):
    @classmethod
    def setUpClass(cls):
        cls.slurm = Slurm()
        cls.addClassCleanup(cls.slurm.close)

    def submit(self, *options, name="p.sh"):
        result = self.script("submit", *options, name=name, SLURM_CONF=str(self.slurm.file))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def wait(self, seconds=240):
        end = time.monotonic() + seconds
        while self.slurm.queue():
            self.assertLess(time.monotonic(), end, self.slurm.queue())
            time.sleep(0.3)

    def parts(self):
        return len(list((self.directory / "p.parts").glob("part-*.json")))

    def test_an_array_of_parts_and_the_job_behind_it_come_to_the_verdict_of_one_run(self):
        self.plan(STRASSEN, "n=2..4", "--parts", "7")
        self.submit()
        again = self.script("submit", SLURM_CONF=str(self.slurm.file))
        self.assertIn("in the queue already", again.stderr)
        self.wait()
        self.assertEqual((self.directory / "p.out").read_text(encoding="utf-8"),
                         self.attest("verify", STRASSEN, "n=2..4", "--by", "enumeration").out)
        self.assert_whole(STRASSEN, "n=2..4")

    def test_elements_that_are_cancelled_are_submitted_again_by_the_job_that_merges(self):
        arguments = (MATCH2, "N=7", "M=6", "--variant", "constructed")
        self.plan(*arguments, "--parts", "6")
        self.submit()
        cancelled = set()
        end = time.monotonic() + 60
        while len(cancelled) < 2 and time.monotonic() < end:
            for line in self.slurm.queue():
                _, array, element, name, state = line.split()
                if state == "RUNNING" and name == "attest-p" and len(cancelled) < 2 and element not in cancelled:
                    self.slurm.ask("scancel", f"{array}_{element}")
                    cancelled.add(element)
            time.sleep(0.05)
        self.assertEqual(len(cancelled), 2)
        self.wait()
        self.assertIn("HOLDS", (self.directory / "p.out").read_text(encoding="utf-8"))
        self.assertEqual(self.parts(), 6)
        self.assert_whole(*arguments)

    def test_a_killed_element_leaves_no_verdict_and_is_taken_up_at_its_checkpoint(self):
        arguments = (MATCH2, "N=7", "M=6", "--variant", "constructed")
        self.plan(*arguments, "--parts", "2")
        self.submit()
        self.slurm.until(lambda: any("RUNNING" in line and "attest-p " in line for line in self.slurm.queue()), "an element")
        time.sleep(1)
        self.slurm.ask("scancel", "--signal=KILL", "--full", "--name=attest-p")
        self.wait()
        self.assertEqual(self.parts(), 2)
        self.assert_whole(*arguments)


if __name__ == "__main__":
    unittest.main()
