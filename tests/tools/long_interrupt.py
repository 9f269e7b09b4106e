"""Runs that cannot finish: budgets, announcements, Ctrl-C."""

import json
import signal
import time
import unittest
from decimal import Decimal

from cli import MATCH2, POLY, STRASSEN, CommandTest

SPACE = str(8 ** 17)
LONG = ("verify", STRASSEN, "n=8", "--variant", "repaired", "--by", "enumeration", "--format", "json")


# Sizes at which one input, or what comes before the first, takes far longer than any budget here.
SLOW = (("anna/message-encoding", "q=1000", "alpha=32", "Delta=32", "letters=16"),
        ("anna/simulates-mpc", "protocol=sort", "n=64", "s=16", "letters=26"),
        ("strassen/relation-composition", "m=12"),
        ("strassen/match3", "n=60", "m=60"),
        ("strassen/third-order-match3", "n=60", "m=60"))


class Budget(CommandTest):
    def test_a_budget_ends_every_phase_within_two_seconds(self):
        for arguments in SLOW:
            with self.subTest(arguments=arguments):
                result = self.attest("verify", *arguments, "--budget", "1", "--format", "json", timeout=30)
                self.assertLess(result.seconds, 3)
                self.assertIn(result.status, (1, 3))
                for document in result.documents():
                    self.assertNotEqual(document["verdict"], "holds")

    def test_a_budget_is_shared_among_the_verdicts_of_a_command(self):
        result = self.attest("verify", STRASSEN, "n=8..9", "--variant", "repaired", "--by", "enumeration", "--format", "json",
                             "--budget", "1")
        self.assertLess(result.seconds, 3)
        first, second = (document["seconds"] for document in result.documents())
        self.assertLess(first, 0.8)
        self.assertGreater(second, 0.3)

    def test_a_budget_ends_many_settings_that_are_slow_to_build(self):
        result = self.attest("verify", STRASSEN, "n=2..50", "--by", "enumeration", "--budget", "0.2", "--format", "json", timeout=30)
        self.assertLess(result.seconds, 3)
        documents = result.documents()
        self.assertEqual(len(documents), 98)
        self.assertEqual((documents[-1]["verdict"], documents[-1]["parameters"]["n"]), ("undecided", 50))
        self.assertIn("used up before the first input", documents[-1]["reason"])

    def test_a_run_out_of_budget_is_undecided_with_its_counts(self):
        result = self.attest(*LONG, "--budget", "1")
        self.assertLess(result.seconds, 3)
        self.assertEqual(result.status, 3)
        document = result.json()
        self.assertEqual(document["verdict"], "undecided")
        self.assertEqual((document["inputs"]["space"], document["inputs"]["total"]), (SPACE, SPACE))
        self.assertGreater(int(document["inputs"]["checked"]), 0)
        self.assertLess(int(document["inputs"]["checked"]), 8 ** 17)

    def test_a_space_too_large_is_announced_with_its_exact_size(self):
        err = self.attest(*LONG, "--budget", "0.3").err
        self.assertEqual(len(err.splitlines()), 1)
        self.assertIn(f"8^17 = {SPACE} inputs", err)

    def test_the_announcement_has_the_budget_as_it_was_given(self):
        self.assertIn("running for 0.3 s", self.attest(*LONG, "--budget", "0.3").err)

    def test_quiet_silences_the_announcement(self):
        self.assertEqual(self.attest(*LONG, "--budget", "0.3", "--quiet").err, "")

    def test_no_bar_is_drawn_unless_on_a_terminal_or_asked_for(self):
        self.assertNotIn("\r", self.attest(*LONG, "--budget", "0.3").err)
        self.assertIn("\r", self.attest(*LONG, "--budget", "0.5", "--progress", "always").err)

    def test_a_bar_fits_the_terminal_uses_no_escapes_and_is_gone_in_the_end(self):
        err = self.attest(*LONG, "--budget", "1.5", "--progress", "always", columns=60).err
        self.assertNotIn("\033", err)
        lines = err.split("\n")[-1].replace("\b", "").split("\r")
        self.assertTrue(any("%" in line for line in lines), err)
        self.assertLessEqual(max(len(line.rstrip()) for line in lines), 59)
        self.assertEqual((lines[-1], lines[-2].strip()), ("", ""))

    def test_an_audit_counts_its_claims_and_what_it_did_not_begin(self):
        result = self.attest("audit", "--quick", "--paper", "strassen", "--budget", "1", "--progress", "always", columns=80)
        self.assertRegex(result.err, r"\rclaim \d+ of 19: ")
        text = " ".join(result.out.split())
        self.assertRegex(text, r"\d+ of them were not begun: the audit was interrupted or its budget was used up")
        self.assertLess(len(result.out.splitlines()), 60, result.out)

    def test_a_search_counts_its_classes_of_partitions(self):
        err = self.attest("shatter", "random", "n=13", "--every-partition", "--budget", "1.5",
                          "--progress", "always").err
        self.assertRegex(err, r"\rclasses of partitions.*%")

    def test_every_command_that_may_take_long_can_say_how_far_it_is(self):
        for arguments, label in ((("prove", "--budget", "2"), r"\rprove [a-z]+/"),
                                 (("prove", "strassen/quotient-composition"), r"\rprove strassen/quotient"),
                                 (("reduce", "ksat-to-kip", "n=18", "k=3", "clauses=20", "--check"), r"\rreduce ksat-to-kip")):
            with self.subTest(arguments=arguments):
                err = self.attest(*arguments, "--progress", "always", timeout=60).err
                self.assertRegex(err, label)
                self.assertNotIn("\r", self.attest(*arguments, timeout=60).err)
        self.assertEqual(self.attest("bound", "strassen/size-bound", "task=match3", "n=10", "--progress", "always").status, 0)

    def test_refuted_outranks_undecided(self):
        self.assertEqual(self.attest("verify", STRASSEN, "n=8", "--by", "enumeration", "--budget", "0.3").status, 1)

    def test_a_budget_ends_the_scan_of_poly(self):
        self.attest("verify", POLY, "t=16", "n=2", "--variant", "repaired", "--budget", "0.5", timeout=2)

    def test_a_budget_ends_printed_poly(self):
        self.attest("verify", POLY, "t=8", "n=2", "--variant", "printed", "--budget", "0.5", timeout=2)

    def test_a_budget_ends_what_is_tried_behind_the_verdict(self):
        # Of 400 queries and keys the input that is refuted takes half a minute to be run again.
        result = self.attest("verify", "anna/lsh", "N=400", "--threads", "1", "--budget", "2", timeout=8)
        self.assertIn("attest verify anna/lsh --variant printed N=400", result.out)

    def test_a_budget_ends_match2_of_large_M(self):
        self.attest("verify", MATCH2, "N=1000", "M=1000", "--budget", "0.5", timeout=3)

    def test_an_unfinished_run_claims_no_bound_for_inputs_that_it_did_not_see(self):
        for budget in ("0.1", "0.5", "3"):  # on a busy machine the first may end before an input was seen
            document = self.attest(*LONG, "--budget", budget).json()
            if document["inputs"]["checked"] != "0":
                break
        margins = document["margins"]
        self.assertIsNone(margins["output_error"]["upper"])
        self.assertIsNotNone(margins["output_error"]["lower"])
        self.assertIsNone(margins["decision_margin"]["lower"])
        self.assertIsNone(margins["score_gap"]["exact"])
        self.assertIsNone(margins["score_gap"]["lower"])


class Interrupt(CommandTest):
    def interrupted(self, *arguments, signals=(signal.SIGINT,), timeout=3):
        process = self.start(*arguments)
        time.sleep(0.4)
        for sent in signals:
            process.send_signal(sent)
        try:
            out, err = process.communicate(timeout=timeout)
        except Exception:
            process.kill()
            raise AssertionError(f"{arguments} did not end within {timeout} s of the signal")
        return process.returncode, out.decode(), err.decode()

    def test_an_interrupted_run_is_undecided_and_its_document_complete(self):
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            status, out, err = self.interrupted(*LONG, signals=(sent,))
            self.assertEqual(status, 128 + sent)
            document = json.loads(out)
            self.assertEqual(document["verdict"], "undecided")
            self.assertIn("interrupted", document["reason"])
            self.assertGreater(int(document["inputs"]["checked"]), 0)
            self.assertIn(f"8^17 = {SPACE} inputs", err)

    def test_an_interrupted_scan_ends_soon(self):
        status, out, _ = self.interrupted("verify", POLY, "t=3", "n=4", "--variant", "repaired", "--format", "json")
        self.assertEqual((status, json.loads(out)["verdict"]), (130, "undecided"))

    def test_an_interrupted_run_still_writes_its_file(self):
        status, _, _ = self.interrupted("verify", STRASSEN, "n=8", "--variant", "repaired", "--by", "enumeration", "--out",
                                        "x.json")
        self.assertEqual((status, self.files()), (130, ["x.json"]))
        json.loads((self.directory / "x.json").read_text(encoding="utf-8"))

    def test_a_hangup_leaves_no_temporary_file(self):
        self.interrupted("verify", STRASSEN, "n=8", "--variant", "repaired", "--by", "enumeration", "--out", "x.json",
                         signals=(signal.SIGHUP,))
        self.assertEqual(self.files(), ["x.json"])

    def test_a_phase_before_the_first_input_ends_soon(self):
        for arguments in SLOW:
            with self.subTest(arguments=arguments):
                status, out, _ = self.interrupted("verify", *arguments, "--format", "json")
                self.assertEqual(status, 130)
                self.assertTrue(out)

    def test_what_is_known_of_precision_is_printed(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            status, out, _ = self.interrupted("precision", STRASSEN, "n=5", "--formats", "fp16", "--models", "plain",
                                              "--no-least", "--format", "json", signals=(sent,))
            document = json.loads(out)
            self.assertEqual((status, document["complete"]), (128 + sent, False))
            self.assertIn("interrupted", document["reason"])

    def test_what_is_known_of_a_reduction_is_printed_and_nothing_is_written(self):
        # 2^30 assignments, looked at one by one.
        for more in ((), ("--out", "folder")):
            status, out, err = self.interrupted("reduce", "max2sat-to-ip-triangle", "n=30", "clauses=100", "--check",
                                                "--format", "json", *more, signals=(signal.SIGTERM,))
            self.assertEqual(status, 128 + signal.SIGTERM, err)
            document = json.loads(out)
            self.assertEqual(document["verdict"], "undecided")
            self.assertIn("interrupted", document["stopped"])
            self.assertEqual(self.files(), [])

    def test_an_interrupted_audit_ends_soon(self):
        self.interrupted("audit", "--format", "json")
