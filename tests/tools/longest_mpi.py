"""attest under mpirun: what several ranks say together is what one process says, whoever of them dies."""

import copy
import functools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from cli import MATCH2, STRASSEN, CommandTest, program, without_time

KILLS = int(os.environ.get("RANK_KILLS", "30"))
# One machine that has fewer cores than ranks; --enable-recovery leaves the others alone when one dies.
MPIRUN = ("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader")


class RanksTest(CommandTest):
    def start_ranks(self, ranks, *arguments, options=(), **environment):
        return subprocess.Popen((*MPIRUN, *options, "-n", str(ranks), program(), *arguments), cwd=self.directory,
                                env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def ranks(self, ranks, *arguments, timeout=120, **environment):
        process = self.start_ranks(ranks, *arguments, **environment)
        out, err = process.communicate(timeout=timeout)
        return process.returncode, out, err

    def documents(self, text):
        """One a line, or one in all."""
        whole = [text] if text.startswith(("{\n", "[\n")) else text.splitlines()
        return [without_time(document) if isinstance(document, dict) else document for document in map(json.loads, whole)]

    def assert_same(self, *arguments, ranks=(2, 3, 4)):
        """What they say is the same; how many ranges went to other ranks."""
        alone = self.attest(*arguments, "--format", "json", timeout=120)
        handed = 0
        for number in ranks:
            with self.subTest(arguments=arguments, ranks=number):
                status, out, err = self.ranks(number, *arguments, "--format", "json", ATTEST_TRAFFIC="1")
                self.assertEqual(status, alone.status, err)
                self.assertNotIn("has left", err)
                self.assertEqual(self.documents(out), self.documents(alone.out))
                handed += int(err.split(" ranges handed out")[0].split()[-1])
        return handed


class Same(RanksTest):
    def test_verdicts_counts_margins_and_witnesses(self):
        handed = 0
        for arguments in (("verify", STRASSEN, "n=2..5", "--failing", "2"),
                          ("verify", MATCH2, "N=7", "M=6", "--variant", "printed", "--failing", "5"),
                          ("verify", "anna/induction-heads", "N=6", "sigma=6", "--variant", "constructed"),
                          ("verify", STRASSEN, "n=5", "--variant", "repaired", "--part", "1/3")):
            handed += self.assert_same(*arguments)
        self.assertGreater(handed, 50)

    def test_the_splitting_dimension_of_a_random_function(self):
        self.assertGreater(self.assert_same("shatter", "random", "n=14", "--seed", "3", "--threads", "1"), 0)
        self.assert_same("shatter", "disjointness", "m=3", ranks=(3,))

    def test_widths_and_formats_that_suffice(self):
        self.assertGreater(self.assert_same("precision", STRASSEN, "n=3", "--variant", "repaired"), 10)
        self.assert_same("precision", STRASSEN, "n=3..4", "--variant", "repaired", "--formats", "e4m3,fp16", "--no-least", "--first")
        self.assert_same("precision", "--formats", "e4m3", "--sample", "20", ranks=(3,))
        self.assert_same("precision", "--every-size", STRASSEN, "--variant", "repaired", ranks=(2,))

    def test_checks_of_reductions(self):
        handed = 0
        for arguments in (("max2sat", "--to", "strassen-attention", "n=6", "clauses=5"),
                          ("ip-triangle-to-gap", "n=3", "d=12", "T=2", "--planted", "no"),
                          ("ip-triangle-to-gap", "n=3", "d=8", "T=2", "--planted", "yes")):
            handed += self.assert_same("reduce", *arguments, "--check", "--threads", "1")
        handed += self.assert_same("reduce", "strassen/relation-to-disjointness", "m=8", "--check")
        self.assertGreater(handed, 10)

    def test_covers(self):
        handed = 0
        for arguments in (("strassen/relation-composition", "m=8", "--variant", "repaired"), ("strassen/match3", "n=4", "m=6"),
                          ("strassen/function-composition", "n=6"), ("strassen/relation-composition", "m=6", "--variant", "repaired", "--part", "2/3")):
            handed += self.assert_same("verify", *arguments, "--by", "cover", "--threads", "1")
        self.assertGreater(handed, 10)

    def test_searches_for_a_repair(self):
        # All edits are tried, or none repairs: what is found does not hang on the clock.
        self.assertGreater(self.assert_same("repair", "strassen/function-composition", "--edits", "1"), 5)
        self.assertGreater(self.assert_same("repair", "anna/ema-match2", "--edits", "1"), 5)
        self.assert_same("repair", "strassen/function-composition", "--variant", "repaired", "--minimise", ranks=(2,))

    def test_a_search_for_a_repair_goes_on_with_more_ranks(self):
        words = ("repair", MATCH2, "--edits", "2", "--format", "json", "--checkpoint", "kept")
        whole = self.documents(self.attest(*words[:-2], timeout=300).out)[0]
        status, out, err = self.ranks(3, *words, "--budget", "4")
        self.assertEqual(status, 3, err)
        self.assertEqual(self.files(), ["kept"])
        status, out, err = self.ranks(2, *words, "--budget", "250")
        self.assertEqual(status, 1, err)
        self.assertEqual(self.documents(out)[0]["tried"], whole["tried"])

    def test_what_is_not_shared_is_the_same_all_the_same(self):
        for arguments in (("verify", "anna/lsh-rate"),
                          ("verify", MATCH2, "N=4", "M=5", "--variant", "printed", "--first"),
                          ("verify", "poly/function-composition", "t=2", "n=3", "A2=auto"), ("list",),
                          ("prove", STRASSEN, "--variant", "repaired")):
            self.assert_same(*arguments, ranks=(2,))

    def test_an_audit_of_enumerations_covers_and_what_has_no_inputs(self):
        said = []
        for ranks in (1, 3):
            status, out, err = self.ranks(ranks, "audit", "--quick", MATCH2, "anna/induction-heads", "strassen/quotient-composition",
                                          "ea/model-sizes", "--format", "csv")
            self.assertEqual(status, 0, err)
            said.append(out)
        self.assertEqual(*said)

    def test_an_audit_of_many_verdicts_is_shared_by_its_verdicts(self):
        for arguments in (("--quick", "--paper", "dat"), ("--quick", "--paper", "ea", "--certificates")):
            self.assertGreater(self.assert_same("audit", *arguments), 3)

    def test_one_rank_alone_writes_files(self):
        status, out, err = self.ranks(3, "verify", STRASSEN, "n=4", "--variant", "repaired", "--out", "v.json", "--checkpoint", "kept")
        self.assertEqual((status, out), (0, ""), err)
        self.assertEqual(self.files(), ["kept", "v.json"])
        self.assertIn('"verdict":"holds"', (self.directory / "v.json").read_text(encoding="utf-8"))
        status, out, err = self.ranks(3, "reduce", "max2sat", "n=4", "clauses=4", "--check", "--out", "instances", "--to", "ip-triangle")
        self.assertEqual(status, 0, err)
        self.assertEqual(out.count("written"), 1)
        self.assertEqual(self.files(), ["instances", "kept", "v.json"])


def has_open_margins(one, right):
    """A cover was whole when the rank was lost, and its margins were not: the verdict and the counts are those of the whole, and what is said
    of a margin is an interval that meets it, or nothing."""
    def meets(said, whole):
        if said is None or whole is None:
            return True
        lower, upper = (said[end] for end in ("lower", "upper"))
        return (lower is None or float(lower) <= float(whole["upper"])) and (upper is None or float(whole["lower"]) <= float(upper))

    return ((one["verdict"], one["inputs"]) == (right["verdict"], right["inputs"]) and one["margins"] != right["margins"]
            and all(meets(said, right["margins"][name]) for name, said in one["margins"].items()))


def has_open_proof(one, right):
    """A search of repairs was whole when the rank was lost, and what is proved of them for every size was not."""
    def but_for_proofs(document):
        document = copy.deepcopy(document)
        for repair in (document["repair"], *document["others"]):
            del repair["proof"], repair["no_proof"]
        del document["tried"]["proved"], document["stopped"]
        return document

    return (one.get("complete") is True and right["repair"] is not None and one["outcome"] == right["outcome"]
            and one["repair"]["proof"] != right["repair"]["proof"] and but_for_proofs(one) == but_for_proofs(right))


class Ended(RanksTest):
    SLOW = ("verify", "anna/induction-heads", "N=8", "sigma=6", "--variant", "constructed", "--format", "json")

    @functools.cache
    def whole(self):
        return without_time(self.attest(*self.SLOW, timeout=120).json())

    def test_a_budget_ends_all_of_them_and_a_checkpoint_goes_on(self):
        kept = (*self.SLOW, "--checkpoint", "kept")
        status, out, err = self.ranks(3, *kept, "--budget", "2.5")
        self.assertEqual(status, 3, err)
        first = self.documents(out)[0]
        self.assertGreater(int(first["inputs"]["checked"]), 0)
        self.assertLess(int(first["inputs"]["checked"]), int(first["inputs"]["total"]))
        status, out, err = self.ranks(2, *kept)
        self.assertEqual(self.documents(out), [self.whole()], err)

    def processes(self, mpirun):
        """Ranks that run, by number."""
        found = {}
        for folder in pathlib.Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                if int((folder / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1]) != mpirun:
                    continue
                for variable in (folder / "environ").read_bytes().split(b"\0"):
                    if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                        found[int(variable.split(b"=")[1])] = int(folder.name)
            except OSError:
                continue
        return found

    def one_is_killed(self, arguments, ranks, victim, delay):
        """Whether it was there still, and what the others write."""
        process = self.start_ranks(ranks, *arguments, options=("--enable-recovery",), ATTEST_SILENCE="1.5")
        end = time.monotonic() + 20
        while len(self.processes(process.pid)) < ranks and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(delay)
        number = self.processes(process.pid).get(victim)
        if number is not None:
            os.kill(number, signal.SIGKILL)
        return number is not None, *process.communicate(timeout=60)

    def test_ranks_that_are_killed_at_random_moments(self):
        """The run is undecided, with what was covered, or was over already; it is never another verdict. Without rank 0 there is none."""
        choice = random.Random(20261127)
        whole = self.whole()
        undecided = 0
        for k in range(KILLS):
            ranks = choice.choice((2, 3, 4))
            victim = choice.randrange(0 if k % 10 == 0 else 1, ranks)
            delay = choice.uniform(0.05, 3)
            with self.subTest(ranks=ranks, victim=victim, delay=delay):
                killed, out, err = self.one_is_killed(self.SLOW, ranks, victim, delay)
                if victim == 0 and killed:
                    self.assertNotIn('"verdict"', out)
                    continue
                if "the beginning of MPI has taken" in err:
                    self.assertEqual(out, "")
                    continue
                found = self.documents(out)
                self.assertEqual(len(found), 1, err)
                document = found[0]
                if document["verdict"] == "undecided":
                    undecided += 1
                    self.assertIn(f"rank {victim} of {ranks} is lost", err)
                    self.assertRegex(document["reason"], r"^a rank was lost after \d+ of ")
                    self.assertLess(int(document["inputs"]["checked"]), int(document["inputs"]["total"]))
                else:
                    self.assertEqual(document, whole)
        self.assertGreater(undecided, KILLS // 4)

    # What two or three ranks of one thread work on for a second and more.
    OTHERS = (("shatter", "random", "n=14", "--seed", "3"),
              ("reduce", "ip-triangle-to-gap", "n=3", "d=12", "T=2", "--planted", "no", "--check"),
              ("precision", STRASSEN, "n=4", "--variant", "repaired", "--models", "tensor-core"),
              ("repair", "strassen/function-composition", "--edits", "1"),
              ("verify", "strassen/relation-composition", "m=8", "--variant", "repaired", "--by", "cover"),
              ("audit", "--quick", "--paper", "ea"))

    def test_every_command_says_what_a_lost_rank_has_left_open(self):
        choice = random.Random(20261128)
        left_open = []  # (what is over before a rank is killed leaves nothing, and how many these are the machine decides)
        for arguments in ((*words, "--threads", "1", "--format", "json") for words in self.OTHERS):
            whole = self.documents(self.attest(*arguments, timeout=200).out)
            open_ones = 0
            for _ in range(max(3, KILLS // 10)):
                ranks = choice.choice((2, 3))
                delay = choice.uniform(0.05, 3)
                with self.subTest(arguments=arguments, ranks=ranks, delay=delay):
                    _, out, err = self.one_is_killed(arguments, ranks, ranks - 1, delay)
                    if "the beginning of MPI has taken" in err:
                        self.assertEqual(out, "")
                        continue
                    found = self.documents(out)
                    self.assertEqual(len(found), len(whole))
                    for one, right in zip(found, whole):
                        if one == right or one == {**right, "every_size": None}:  # (what is proved comes behind the last verdict)
                            continue
                        open_ones += 1
                        self.assertIn("is lost", err)
                        self.assertIn("a rank was lost", json.dumps(one))
                        self.assertTrue(one.get("complete") is False or one.get("verdict") == "undecided" or
                                        (has_open_margins(one, right) if "verdict" in one else has_open_proof(one, right)), one)
                        sizes = {name: value for name, value in (one.get("parameters") or {}).items() if isinstance(value, int)}
                        self.assertEqual(sizes, {name: right["parameters"][name] for name in sizes})  # (others are not worked out)
                        if "bounds" in one:
                            self.assertLessEqual(one["bounds"]["lower"], right["split_vc"])
                            self.assertGreaterEqual(one["bounds"]["upper"], right["split_vc"])
            left_open.append(open_ones > 0)
        self.assertGreaterEqual(sum(left_open), len(left_open) // 2, left_open)

    def test_a_signal_to_mpirun_ends_all_of_them(self):
        process = self.start_ranks(3, *self.SLOW)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertNotEqual(process.returncode, 0)


class Alone(RanksTest):
    def test_a_silence_that_is_none_is_refused(self):
        for value in ("x", "0", "0.1", "-3", ""):
            status, out, err = self.ranks(2, "list", ATTEST_SILENCE=value)
            self.assertEqual((status, out), (2, ""))
            self.assertIn("ATTEST_SILENCE", err)

    def test_a_program_without_mpi_beside_it_refuses_to_be_one_of_several(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "attest"
            shutil.copy(program(), copy)
            result = subprocess.run((*MPIRUN, "-n", "2", str(copy), "list"), capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("no attest_mpi.so beside it", result.stderr)


if __name__ == "__main__":
    unittest.main()
