"""Theorem files through verify, run and show: every example is as its file expects, what is not evaluated is refused by line."""

import hashlib
import json
import pathlib
import shlex
import signal
import subprocess
import time
import unittest

from cli import CommandTest, program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.theorem"))
# What is read and not evaluated yet, and the words that say so.
NOT_YET = {}

COPY = """attest-theorem 1
theorem copy "A head copies the first symbol"
sizes n >= 1    limit verify n <= 8
input w : [n] -> {0, 1}
tokens i in [n] carry b = w(i)
task at n, number: w(1)
layer d = 3
  encode (i, b, 1)
  head softmax, scale 9*n
    query (i) = (1)
    key (j) = (-j)
    value (j) = (b_j)
  out head.1 -> stream.1
readout stream.1
check output
"""


def example(name):
    return str(ROOT / "examples" / name)


class Examples(CommandTest):
    def test_every_example_is_as_it_expects_or_refused_by_name(self):
        self.assertGreaterEqual(len(EXAMPLES), 8)
        for name in EXAMPLES:
            with self.subTest(name):
                result = self.attest("verify", example(name))
                if name in NOT_YET:
                    self.assertEqual(result.status, 2)
                    self.assertIn(NOT_YET[name], result.err)
                    self.assertEqual(result.out, "")
                else:
                    self.assertEqual(result.status, 0, result.out + result.err)
                    self.assertIn("verdicts as expected", result.out)

    def test_nothing_in_the_list_is_gone(self):
        self.assertLessEqual(set(NOT_YET), set(EXAMPLES))


class Files(CommandTest):
    def own(self, text, name="mine.theorem"):
        return self.write(name, text)

    def test_the_verdict_is_labelled_own(self):
        result = self.attest("verify", self.own(COPY), "n=2", "--format", "json")
        self.assertEqual(result.status, 0, result.err)
        verdict = json.loads(result.out)
        self.assertEqual(verdict["claim"], "own:copy")
        self.assertEqual(verdict["variant"], "stated")
        self.assertEqual(verdict["inputs"]["space"], "4")
        self.assertEqual(verdict["own"]["file"], "mine.theorem")
        self.assertEqual(verdict["own"]["base"], None)
        self.assertEqual(verdict["own"]["sha256"], hashlib.sha256(COPY.encode()).hexdigest())

    def test_the_name_of_a_catalogue_entry_is_not_taken(self):
        text = COPY.replace("theorem copy", "theorem strassen/match3")
        verdict = json.loads(self.attest("verify", self.own(text), "n=1", "--format", "json").out)
        self.assertEqual(verdict["claim"], "own:mine")

    def test_standard_input(self):
        result = self.attest("verify", "-", "n=2", stdin=COPY.encode())
        self.assertEqual(result.status, 0, result.err)
        self.assertIn("own:copy", result.out)

    def test_one_input_and_the_weights(self):
        path = self.own(COPY)
        run = self.attest("run", path, "n=3", "--input", '{"w": [1, 0, 0]}')
        self.assertEqual(run.status, 0, run.err)
        self.assertIn("decision 1, truth 1", run.out)
        show = self.attest("show", path, "n=3", "--format", "json")
        self.assertEqual(show.status, 0, show.err)
        heads = json.loads(show.out)["weights"]["heads"]
        self.assertEqual(heads[0]["W_2"], [["-1", "0", "0"]])
        self.assertEqual(heads[0]["rows"], {"1 (query)": "(1)", "2 (key)": "(-j)"})

    def test_weights_of_ones_own(self):
        path = self.own(COPY)
        weights = self.write("weights.json", self.attest("show", path, "n=2", "--format", "json").out)
        same = json.loads(self.attest("verify", path, "n=2", "--weights", weights, "--format", "json").out)
        self.assertEqual((same["claim"], same["verdict"]), ("own:weights", "holds"))
        self.assertEqual(same["own"]["file"], "weights.json")
        document = json.loads((self.directory / weights).read_text())
        document["weights"]["heads"][0]["W_2"] = [["1", "0", "0"]]  # the last place instead of the first
        other = self.write("other.json", json.dumps(document))
        result = self.attest("verify", path, "n=2", "--weights", other, "--format", "json")
        self.assertEqual(result.status, 1, result.err)
        self.assertEqual(json.loads(result.out)["inputs"]["failing"], "2")

    def test_a_theorem_of_the_catalogue_is_extended(self):
        result = self.attest("verify", example("middle.theorem"), "n=2", "--format", "json")
        self.assertEqual(result.status, 0, result.err)
        self.assertEqual(json.loads(result.out)["own"]["base"], "strassen/function-composition")
        # The repaired variant puts the literals right that `read` reads, so that there is nothing left to read.
        mended = self.own('attest-theorem 1\ntheorem x "t" extends strassen/match3 (repaired)\nexpect holds at n=2 m=4\n')
        self.assertEqual(self.attest("verify", mended).status, 0)
        path = self.own('attest-theorem 1\ntheorem x "t" extends strassen/nothing\nexpect holds at n=1\n')
        wrong = self.attest("verify", path)
        self.assertEqual(wrong.status, 2)
        self.assertIn("strassen/function-composition", wrong.err)

    def test_parts_of_a_file_are_merged_while_it_stays_the_same(self):
        path = self.own(COPY)
        parts = []
        for residue in (0, 1, 2):
            run = self.attest("verify", path, "n=4", "--part", f"{residue}/3", "--format", "json")
            self.assertEqual(run.status, 0, run.err)
            parts.append(self.write(f"part{residue}.json", run.out))
        merged = self.attest("merge", *parts, "--format", "json")
        self.assertEqual(merged.status, 0, merged.err)
        document = json.loads(merged.out)
        whole = json.loads(self.attest("verify", path, "n=4", "--format", "json").out)
        for field in ("claim", "own", "verdict", "inputs", "checks", "margins", "worst_input"):
            self.assertEqual(document[field], whole[field], field)
        self.own(COPY.replace("9*n", "8*n"))
        changed = self.attest("merge", *parts)
        self.assertEqual(changed.status, 2)
        self.assertIn("has changed since", changed.err)

    def test_an_audit_takes_files_beside_claims(self):
        path = self.own(COPY + "expect holds at n=1..3; refuted at n=4\n")
        result = self.attest("audit", path, "strassen/third-order-match3", "--quick", "--format", "json")
        self.assertEqual(result.status, 1, result.err)
        verdicts = [json.loads(line) for line in result.out.splitlines()]
        own = [v for v in verdicts if v["claim"] == "own:copy"]
        self.assertEqual([v["recorded"] for v in own], ["holds", "holds", "holds", "refuted"])
        self.assertEqual({v["own"]["file"] for v in own}, {"mine.theorem"})
        self.assertIn("strassen/third-order-match3", {v["claim"] for v in verdicts})
        nothing = self.attest("audit", self.own(COPY, "bare.theorem"))
        self.assertEqual(nothing.status, 2)
        self.assertIn("expect", nothing.err)

    def test_the_formats_on_which_a_file_still_works(self):
        result = self.attest("precision", self.own(COPY), "n=3", "--formats", "fp16,p2", "--format", "json")
        self.assertEqual(result.status, 0, result.err)
        self.assertIn("own:copy", result.out)

    def test_a_wrong_theorem_has_a_counterexample_that_replays(self):
        path = self.own(COPY.replace("w(1)\nlayer", "w(n)\nlayer"))
        result = self.attest("verify", path, "n=2", "--format", "json")
        self.assertEqual(result.status, 1)
        verdict = json.loads(result.out)
        self.assertEqual((verdict["verdict"], verdict["kind"]), ("refuted", "construction"))
        again = self.attest("run", path, "n=2", "--input", json.dumps(verdict["counterexample"]["input"]))
        self.assertEqual(again.status, 1)
        replay = shlex.split(verdict["counterexample"]["replay"])
        self.assertEqual(replay[:3], ["attest", "run", path])
        self.assertEqual(self.attest(*replay[1:]).status, 1)

    def test_bad_files_and_arguments_are_status_2_with_nothing_on_standard_output(self):
        good = self.own(COPY)
        cases = [
            (["verify", "/nowhere/mine.theorem"], "mine.theorem"),
            (["verify", self.own("nonsense", "bad.theorem")], "bad.theorem:1:1:"),
            (["verify", self.own(COPY.replace("b_j", "c_j"), "unknown.theorem")], "c_j"),
            (["verify", good], "n=.."),
            (["verify", good, "n=9"], "n"),
            (["verify", good, "n=2", "m=3"], "m"),
            (["verify", good, "n=2", "--variant", "repaired"], "stated"),
            (["verify", good, "n=2", "--weights", good], "--weights"),
            (["run", good, "n=2", "--input", '{"w": [1, 2]}'], "0 to 1"),
            (["run", good, "n=2", "--input", '{"v": [1, 1]}'], "w"),
            (["run", good, "n=2", "--input", "rank:4"], "rank"),
        ]
        for words, told in cases:
            with self.subTest(words):
                result = self.attest(*words)
                self.assertEqual(result.status, 2, result.err)
                self.assertEqual(result.out, "")
                self.assertIn(told, result.err)


class Beginning(CommandTest):
    def test_every_template_is_a_theorem_that_holds_as_it_is(self):
        listed = self.attest("new")
        self.assertEqual(listed.status, 0, listed.err)
        names = [line.split()[0] for line in listed.out.split("\n\n")[0].splitlines() if not line.startswith("    ")]
        for needed in ("argmax", "strassen", "extends", "exact-match", "two-heads", "pairs"):
            self.assertIn(needed, names)
        for name in names:
            with self.subTest(name):
                made = self.attest("new", name, "--out", f"{name}.theorem")
                self.assertEqual((made.status, made.out), (0, ""), made.err)
                verified = self.attest("verify", f"{name}.theorem")
                self.assertEqual(verified.status, 0, verified.out + verified.err)

    def test_an_existing_file_is_left_alone(self):
        self.write("mine.theorem", "precious")
        result = self.attest("new", "argmax", "--out", "mine.theorem")
        self.assertEqual(result.status, 2)
        self.assertEqual((self.directory / "mine.theorem").read_text(), "precious")

    def test_an_unknown_template_is_refused_with_the_known_ones(self):
        result = self.attest("new", "nothing")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("exact-match", result.err)

    def test_a_watched_file_is_verified_again_when_it_is_saved(self):
        path = self.write("mine.theorem", COPY)
        with subprocess.Popen([program(), "verify", path, "n=2", "--watch"], cwd=self.directory, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            self.wait_for_watch(running)
            self.write("mine.theorem", COPY.replace("readout stream.1", "readout 1/2"))
            self.wait_for_watch(running)
            self.write("mine.theorem", "nonsense")
            self.wait_for_watch(running)
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=10)
        self.assertEqual(running.returncode, 128 + signal.SIGINT)
        self.assertEqual([word for word in out.split() if word in ("HOLDS", "REFUTED")], ["HOLDS", "REFUTED"])

    def wait_for_watch(self, running):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if "is watched" in running.stderr.readline():
                return
        self.fail("the file is not watched")

    def test_only_a_file_can_be_watched(self):
        for claim in ("strassen/match3", "-"):
            result = self.attest("verify", claim, "--watch")
            self.assertEqual(result.status, 2)
            self.assertIn("--watch", result.err)


class OnRecord(CommandTest):
    def test_without_parameters_the_recorded_settings_are_run(self):
        result = self.attest("verify", "strassen/triangular-relation-composition")
        self.assertEqual(result.status, 0, result.err)
        self.assertIn("verdicts as expected", result.out)


if __name__ == "__main__":
    unittest.main()
