"""attest verify --checkpoint: a run that is ended at any moment and gone on with says what one run says."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from cli import MATCH2, STRASSEN, CommandTest, without_time

# `.ci/release long` asks for 200.
KILLS = int(os.environ.get("CHECKPOINT_KILLS", "8"))

FILE = """attest-theorem 1
theorem first "The average is the first symbol"
sizes n >= 1
input w : [n] -> {0, 1, 2}
tokens i in [n] carry b = w(i)
task at n, number: w(1)
layer d = 2
  encode (b, 1)
  head softmax
    query = (0)
    key = (1)
    value = (b)
  out head.1 -> stream.1
readout stream.1
check output
"""


class CheckpointTest(CommandTest):
    def verify(self, *arguments, **options):
        return self.attest("verify", *arguments, "--format", "json", "--quiet", timeout=60, **options)

    def kept(self, *arguments, every="0.01"):
        return self.verify(*arguments, "--checkpoint", "kept", "--checkpoint-every", every)

    def assert_same(self, result, whole):
        self.assertEqual(result.status, whole.status, result.err)
        self.assertEqual([without_time(d) for d in result.documents()], [without_time(d) for d in whole.documents()])

    def visited(self):
        """How many inputs of all settings the checkpoint has."""
        text = (self.directory / "kept").read_text(encoding="utf-8")
        return sum(int(setting["enumeration"]["tally"]["checked"]) for setting in json.loads(text)["kept"].values())


class GoneOn(CheckpointTest):
    # Exact match with failing inputs that are listed, tables of scores at several settings and variants, a part, two layers.
    RUNS = ((MATCH2, "N=6", "M=6", "--variant", "printed", "--failing", "7", "--threads", "1"),
            (STRASSEN, "n=2..4", "--failing", "2", "--threads", "1"),
            (MATCH2, "N=6", "M=6", "--variant", "constructed", "--part", "1/3", "--threads", "1"),
            ("anna/induction-heads", "N=5", "sigma=5"))
    if KILLS >= 100:
        RUNS += ((STRASSEN, "n=5", "--variant", "repaired"), (MATCH2, "N=6", "M=6"), ("anna/induction-heads", "N=7", "sigma=6"),
                 ("strassen/match3", "n=6", "m=8"), ("dat/symbol-retrieval", "n=3", "n_s=2"), ("strassen/relation-composition", "m=3"),
                 ("anna/simulates-mpc", "protocol=sort", "n=2", "s=16", "letters=26"))

    def test_a_run_that_is_killed_at_random_moments_says_what_one_run_says(self):
        # Most by SIGKILL, which nothing can catch.
        drawn = random.Random(26)
        signals = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
        kills = ends = gone_on = 0
        while kills < KILLS or ends < len(self.RUNS):
            run = self.RUNS[ends % len(self.RUNS)]
            begin = time.monotonic()
            whole = self.verify(*run)
            length = time.monotonic() - begin
            (self.directory / "kept").unlink(missing_ok=True)
            had = 0
            while True:
                before = self.visited() if (self.directory / "kept").exists() else 0
                self.assertGreaterEqual(before, had)  # nothing that was kept is lost
                had = before
                process = self.start("verify", *run, "--format", "json", "--quiet", "--checkpoint", "kept", "--checkpoint-every", "0.01")
                try:
                    out, err = process.communicate(timeout=drawn.uniform(0.02, length + 0.1))
                except subprocess.TimeoutExpired:
                    sent = drawn.choice(signals)
                    process.send_signal(sent)
                    out, err = process.communicate(timeout=20)
                    if process.returncode == -signal.SIGKILL:
                        kills += 1
                        continue
                    if process.returncode == 128 + sent or process.returncode == -sent:  # before the handler was there
                        kills += 1
                        for line in out.splitlines():
                            self.assertEqual(json.loads(line)["claim"], run[0])
                        continue
                gone_on += had > 0
                ends += 1
                self.assertEqual([without_time(json.loads(line)) for line in out.splitlines()],
                                 [without_time(d) for d in whole.documents()], err)
                self.assertEqual(process.returncode, whole.status)
                break
        self.assertGreater(gone_on, 0)

    def test_budgets_add_up(self):
        run = (MATCH2, "N=6", "M=6", "--variant", "constructed", "--part", "1/3", "--threads", "1")
        whole = self.verify(*run)
        seen = [0]
        for k in range(100):
            result = self.kept(*run, "--budget", f"{0.1 * (k + 1):.1f}")
            if result.status != 3:
                break
            self.assertIn("budget", result.json()["reason"])
            self.assertEqual(int(result.json()["inputs"]["checked"]), self.visited())
            self.assertGreaterEqual(self.visited(), seen[-1])
            seen.append(self.visited())
        self.assert_same(result, whole)
        self.assertEqual(self.visited(), 6 ** 6 // 3)

    def test_sigterm_leaves_what_was_seen_and_no_other_file(self):
        process = self.start("verify", STRASSEN, "n=7", "--variant", "repaired", "--by", "enumeration", "--format", "json", "--quiet",
                             "--checkpoint", "kept")
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        document = json.loads(out)
        self.assertEqual(document["verdict"], "undecided")
        self.assertIn("interrupted after", document["reason"])
        self.assertEqual(int(document["inputs"]["checked"]), self.visited())
        self.assertEqual(self.files(), ["kept"])

    def test_what_is_finished_is_not_run_again(self):
        run = (STRASSEN, "n=2..4", "--variant", "repaired")
        whole = self.kept(*run)
        self.assert_same(whole, self.verify(*run))
        self.assertEqual(self.visited(), sum(n ** (2 * n + 1) for n in range(2, 5)))
        text = (self.directory / "kept").read_text(encoding="utf-8")
        again = self.kept(*run)
        self.assert_same(again, whole)
        self.assertLess(again.seconds, 2)
        # How long it took stands in it, with what the conclusion takes.
        self.assertGreaterEqual(again.documents()[-1]["seconds"], json.loads(text)["kept"]["n=4 (repaired)"]["seconds"])

    def test_parts_with_checkpoints_are_merged(self):
        names = []
        for residue in range(3):
            names.append(f"part{residue}.json")
            for _ in range(2):
                self.attest("verify", STRASSEN, "n=4", "--variant", "repaired", "--part", f"{residue}/3", "--checkpoint",
                            f"kept{residue}", "--out", names[-1])
        merged = self.attest("merge", *names, "--format", "json")
        whole = self.verify(STRASSEN, "n=4", "--variant", "repaired")
        self.assert_same(merged, whole)
        self.assertEqual(merged.json()["command"], f"attest verify {STRASSEN} n=4 --variant repaired")

    def test_a_verdict_does_not_name_its_checkpoint_as_an_input(self):
        for _ in range(2):
            self.assertEqual(self.kept(MATCH2, "N=2", "M=2", "--variant", "repaired").json()["files"], {})

    def test_what_is_ill_formed_is_said_again(self):
        name = self.write("odd.theorem", FILE.replace("w(1)\n", "w(1) + 0/(w(1) - 2)\n"))
        whole = self.verify(name, "n=3")
        self.assertEqual(whole.json()["verdict"], "ill-formed")
        for _ in range(2):
            self.assert_same(self.kept(name, "n=3"), whole)

    def test_listed_inputs_go_on_as_well(self):
        # Of 3^13 words those whose second half is 0 are listed.
        text = FILE.replace("tokens", "where forall i in [n]: i < 7 or w(i) = 0\ntokens")
        name = self.write("few.theorem", text)
        whole = self.verify(name, "n=13")
        self.assertIn("found by fixing symbols", " ".join(whole.json()["notes"]))
        self.assert_same(self.kept(name, "n=13"), whole)
        self.assert_same(self.kept(name, "n=13"), whole)
        self.assertEqual(self.visited(), 3 ** 6)


class Refused(CheckpointTest):
    def refuse(self, *arguments):
        """With the words in the end."""
        words = [word[1:] for word in arguments if word.startswith("?")]
        given = [word for word in arguments if not word.startswith("?")]
        text = (self.directory / "kept").read_bytes() if (self.directory / "kept").is_file() else None
        self.assert_refused(["verify", *given], "--checkpoint", *words)
        if text is not None:
            self.assertEqual((self.directory / "kept").read_bytes(), text)

    def test_a_checkpoint_of_something_else(self):
        name = self.write("mine.theorem", FILE)
        mine = (name, "n=3", "--checkpoint", "kept")
        self.assertEqual(self.verify(*mine).status, 1)
        self.refuse("anna/sum", "N=3", "M=2", "--checkpoint", "kept", '?claim "own:first"')
        self.refuse(name, "n=4", "--checkpoint", "kept", '?sizes ["n=3"]')
        self.refuse(name, "n=3..4", "--checkpoint", "kept", '?sizes ["n=3"]')
        self.refuse(*mine, "--part", "0/2", "?part null")
        self.refuse(*mine, "--by", "enumeration", "?by null")
        self.refuse(*mine, "--failing", "2", "?failing 0")
        self.refuse(*mine, "--seed", "1", "?seed")
        self.write("mine.theorem", FILE.replace("encode (", "encode  ("))
        self.refuse(*mine, "?another mine.theorem")
        self.write("mine.theorem", FILE.replace("at n,", "at 1,"))
        self.refuse(*mine, "?another theorem")
        self.write("mine.theorem", FILE)
        self.assertEqual(self.verify(*mine).status, 1)

    def test_what_contradicts_what_is_found(self):
        """Of an edited worst input, which deviates by less than was counted, the file is to blame and not the program."""
        words = (STRASSEN, "n=2", "--variant", "repaired", "--checkpoint", "kept")
        self.assertEqual(self.verify(*words).status, 0)
        kept = self.directory / "kept"
        document = json.loads(kept.read_text(encoding="utf-8"))
        document["kept"]["n=2 (repaired)"]["enumeration"]["tally"]["worst_index"] = "0"
        kept.write_text(json.dumps(document), encoding="utf-8")
        self.assert_refused(["verify", *words], "--checkpoint", "a whole checkpoint", "deviates by less than was counted")

    def test_of_another_variant(self):
        self.kept(MATCH2, "N=2", "M=2", "--variant", "printed")
        self.refuse(MATCH2, "N=2", "M=2", "--variant", "repaired", "--checkpoint", "kept", '?variants ["printed"]')
        self.refuse(MATCH2, "N=2", "M=2", "--checkpoint", "kept", '?variants ["printed"]')

    def test_of_another_build_or_command_or_none_at_all(self):
        mine = (MATCH2, "N=2", "M=2", "--variant", "printed", "--checkpoint", "kept")
        self.verify(*mine)
        good = (self.directory / "kept").read_text(encoding="utf-8")
        for text, named in ((good.replace('"build":"', '"build":"x'), "another build"),
                            (good.replace("attest verify", "attest repair"), 'command "attest repair"'),
                            (good.replace('"checked":"4"', '"checked":"3"'), "a whole checkpoint"),
                            (good.replace('"kept"', '"lost"'), "a whole checkpoint"),
                            (good.replace("N=2 M=2", "N=3 M=2"), "sizes"),
                            ("{}", "a file that `attest verify --checkpoint` wrote"), ("", "JSON"), (good[:-9], "JSON"), ("[1]", "a file that")):
            with self.subTest(named=named):
                self.assertNotEqual(text, good)
                self.write("kept", text)
                self.refuse(*mine, "?" + named)
        self.write("kept", good)
        self.assertEqual(self.verify(*mine).status, 1)

    def test_of_later_settings_before_the_first_is_run(self):
        mine = (MATCH2, "N=2", "M=2..3", "--variant", "printed", "--checkpoint", "kept")
        self.verify(*mine)
        good = (self.directory / "kept").read_text(encoding="utf-8")
        self.write("kept", good.replace('"checked":"9"', '"checked":"8"'))
        self.refuse(*mine, "?a whole checkpoint")

    def test_what_keeps_nothing(self):
        self.refuse("strassen/indexing-shattered", "n=2", "--checkpoint", "kept", "?examined as a whole")
        self.refuse("strassen/relation-composition", "m=6", "--variant", "repaired", "--checkpoint", "kept", "?cover", "?--by enumeration")
        self.refuse(STRASSEN, "n=2..8", "--variant", "repaired", "--checkpoint", "kept", "?cover")
        for beside in (("--by", "cover"), ("--first",)):
            self.refuse(STRASSEN, "n=2", "--checkpoint", "kept", *beside, "?" + beside[0])
        name = self.write("mine.theorem", FILE)
        self.refuse(name, "n=2", "--watch", "--checkpoint", "kept", "?--watch")
        self.refuse(STRASSEN, "--checkpoint", "kept", "?sizes")

    def test_no_file_to_write_to(self):
        (self.directory / "folder").mkdir()
        self.write("weights", "{}")
        for path in ("", "-", "folder", "none/kept", "/dev/null"):
            self.refuse(STRASSEN, "n=2", "--checkpoint", path)
        self.refuse(STRASSEN, "n=2", "--checkpoint", "out.json", "--out", "out.json", "?a file of its own")
        self.refuse(STRASSEN, "n=2", "--variant", "repaired", "--checkpoint", "c", "--certificate", "c", "?a file of its own")

    def test_intervals(self):
        for value in ("0", "-1", "x", "", "inf", "nan", "1s"):
            self.assert_bad_value(["verify", STRASSEN, "n=2", "--checkpoint", "kept", "--checkpoint-every", value], "--checkpoint-every", value)
        self.assert_refused(["verify", STRASSEN, "n=2", "--checkpoint-every", "5"], "--checkpoint-every", "--checkpoint FILE")
        for command in ("audit", "prove", "merge"):
            self.assert_refused([command, STRASSEN, "--checkpoint", "kept"], "--checkpoint")


if __name__ == "__main__":
    unittest.main()
