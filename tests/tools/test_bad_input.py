"""What attest refuses: exit 2, one line that names the argument, the value and what was expected."""

import unittest

from cli import MATCH2, POLY, STRASSEN, CommandTest


class Claims(CommandTest):
    def test_an_unknown_claim_is_refused_and_the_nearest_is_suggested(self):
        for command in ("verify", "show"):
            err = self.assert_bad_value([command, "strasen/function-composition", "n=2"], "claim",
                                        "strasen/function-composition")
            self.assertIn(f"did you mean {STRASSEN}?", err)

    def test_an_absurd_claim_is_refused(self):
        for claim in ("foo", "", "n=2", "strassen", "a\nb", "\x1b[31m"):
            with self.subTest(claim=claim):
                err = self.assert_refused(["verify", claim, "n=2"], "claim", "expected")
                self.assertNotIn("\x1b", err)


class Parameters(CommandTest):
    def refuse(self, claim, arguments, name, value):
        with self.subTest(arguments=arguments):
            self.assert_bad_value(["verify", claim, *arguments], name, value)

    def test_a_missing_parameter_is_named(self):
        self.assert_refused(["verify", POLY, "n=2"], "t: missing", "expected")
        self.assert_refused(["verify", MATCH2, "N=3"], "M: missing", "expected")
        self.assert_refused(["run", STRASSEN, "--input", "random"], "n: missing", "expected")

    def test_an_unknown_parameter_is_refused(self):
        self.refuse(STRASSEN, ["n=2", "m=2"], "parameter", "m")
        self.refuse(MATCH2, ["N=3", "M=4", "m=4"], "parameter", "m")

    def test_a_repeated_parameter_is_refused(self):
        self.refuse(STRASSEN, ["n=2", "n=3"], "n", "3")
        self.refuse(STRASSEN, ["n=2", "n=2"], "n", "2")

    def test_a_word_that_is_no_parameter_is_refused(self):
        for word in ("extra", "n", "=2"):
            self.refuse(STRASSEN, ["n=2", word], "argument", word)

    def test_an_integer_out_of_range_is_refused(self):
        for value in ("0", "-1", "1001", "9" * 60):
            self.refuse(STRASSEN, [f"n={value}"], "n", value)
        self.refuse(POLY, ["t=1", "n=2"], "t", "1")
        self.refuse(POLY, ["t=17", "n=2"], "t", "17")
        self.refuse(POLY, ["t=16", "n=1000"], "n", "1000")

    def test_what_is_not_an_integer_is_refused(self):
        for value in ("", "abc", "2.5", "1e1", "0x2", " 2", "2 ", "+2", "nan", "2/1"):
            self.refuse(STRASSEN, [f"n={value}"], "n", value)

    def test_a_rational_must_be_positive_and_well_formed(self):
        for value in ("0", "-1", "abc", "1/0", "0/1", "", "0.5", "1/4..3/4", "1/2/3"):
            self.refuse(POLY, ["t=2", "n=2", f"A2={value}"], "A2", value)

    def test_a_named_value_must_be_one_of_those_listed(self):
        for value in ("foo", "", "Positive", "positive..nonnegative"):
            self.refuse(MATCH2, ["N=3", "M=4", f"domain={value}"], "domain", value)

    def test_a_range_runs_upwards_within_the_limits(self):
        self.refuse(STRASSEN, ["n=3..1"], "n", "3..1")
        for value in ("0..2", "1..1001", "1..", "..3", "1...3", "1..3..4", "1..99999999999999999999"):
            self.assert_refused(["verify", STRASSEN, f"n={value}"], "n:", "expected an integer from 1 to 1000")

    def test_a_malformed_range_is_quoted_as_it_was_written(self):
        for value in ("1..", "..3", "1...3"):
            self.assert_bad_value(["verify", STRASSEN, f"n={value}"], "n", value)

    def test_run_and_show_take_no_range(self):
        self.assert_bad_value(["run", STRASSEN, "n=1..2", "--input", "random"], "n", "1..2")
        self.assert_bad_value(["show", STRASSEN, "n=1..2"], "n", "1..2")

    def test_control_characters_do_not_reach_the_terminal(self):
        err = self.assert_refused(["verify", STRASSEN, "n=2\n3\x1b[31m"], "n", "expected")
        self.assertNotIn("\x1b", err)


class Options(CommandTest):
    def refuse(self, option, *values):
        for value in values:
            with self.subTest(option=option, value=value):
                self.assert_bad_value(["verify", STRASSEN, "n=2", option, value], option, value)

    def test_a_part_is_a_residue_and_a_modulus(self):
        self.refuse("--part", "5/4", "4/4", "x", "-1/4", "0/0", "1", "1/", "/2", "1/2/3", "0x0/1", "0 / 1",
                    "0/99999999999999999999")

    def test_threads_are_counted_from_one(self):
        self.refuse("--threads", "0", "-1", "abc", "1.5", "100000")

    def test_a_budget_is_a_positive_finite_number_of_seconds(self):
        self.refuse("--budget", "0", "-1", "nan", "inf", "1e400", "abc", "1s")

    def test_failing_takes_a_count(self):
        self.refuse("--failing", "x", "-1", "1.5", "9" * 30)

    def test_an_unknown_format_is_refused(self):
        self.refuse("--format", "yaml", "JSON", "tex")

    def test_an_unknown_variant_is_refused(self):
        self.refuse("--variant", "foo", "Printed")

    def test_a_variant_that_the_claim_lacks_is_refused_with_those_it_has(self):
        for command in (["verify"], ["show"], ["run", "--input", "random"]):
            err = self.assert_bad_value([command[0], STRASSEN, "n=2", *command[1:], "--variant", "constructed"],
                                        "--variant", "constructed")
            self.assertIn("printed, repaired", err)

    def test_a_seed_is_an_integer(self):
        self.refuse("--seed", "x", "-1", "1.5")

    def test_progress_is_one_of_three_words(self):
        self.refuse("--progress", "foo", "")

    def test_a_size_limit_is_a_positive_number_of_bytes(self):
        self.refuse("--max-bytes", "0", "x", "-1")

    def test_an_option_that_a_command_has_no_use_for_is_refused_whatever_its_value(self):
        for command in (["list"], ["show", STRASSEN], ["bound", "strassen/size-bound"], ["merge", "a.json"]):
            for option, value in (("--seed" if command[0] == "merge" else "--threads", "2"), ("--part", "0/2"),
                                  ("--failing", "3")):
                with self.subTest(command=command, option=option):
                    self.assert_refused([*command, option, value], option, f"attest {command[0]}", "no use")
        self.assert_refused(["audit", "--quick", "--part", "0/2"], "--part", "no use")
        self.assert_refused(["run", STRASSEN, "n=2", "--input", "rank:0", "--first"], "--first", "no use")

    def test_an_unknown_option_gets_the_nearest_one(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--varaint", "printed"], "--varaint", "--variant")
        self.assert_refused(["list", "--papre", "anna"], "--papre", "--paper")
        self.assert_refused(["list", "--zzzzzzzzzz"], "--zzzzzzzzzz", "attest help list")

    def test_out_must_be_writable_before_any_work_is_done(self):
        self.refuse("--out", "/nonexistent/x.json", "/proc/x.json")

    def test_out_must_not_be_a_directory(self):
        (self.directory / "folder").mkdir()
        self.refuse("--out", ".", "folder", "/")

    def test_an_option_without_its_value_is_named(self):
        for option in ("--threads", "--variant", "--out", "--part"):
            self.assert_refused(["verify", STRASSEN, "n=2", option], option)

    def test_a_repeated_option_is_named(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--part", "0/2", "--part", "1/2"], "--part")
        self.assert_refused(["verify", STRASSEN, "n=2", "--out", "a.json", "--out", "b.json"], "--out")

    # "--part: At Most 1 required but received 2" names no value and says nothing of what was expected.
    def test_a_repeated_option_is_refused(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--part", "0/2", "--part", "1/2"], "--part", "exactly one value")

    def test_an_option_without_its_value_says_what_was_expected(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--threads"], "--threads", "expected")

    def test_an_unknown_option_is_named(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--nosuch"], "--nosuch")

    def test_an_unknown_option_with_a_line_break_is_shown_whole(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--no\nsuch"], "--no", "such")

    def test_an_unknown_option_before_the_command_is_named(self):
        self.assert_refused(["--nosuch"], "--nosuch")

    def test_an_empty_part_is_refused(self):
        self.refuse("--part", "")

    def test_an_empty_format_is_refused(self):
        self.refuse("--format", "")

    def test_an_empty_variant_is_refused(self):
        self.refuse("--variant", "")

    def test_an_empty_output_name_is_refused(self):
        self.refuse("--out", "")

    def test_an_empty_number_of_threads_is_refused(self):
        self.refuse("--threads", "")

    def test_an_empty_budget_is_refused(self):
        self.refuse("--budget", "")

    # --quiet=3 and --first=2 are taken.
    def test_a_flag_takes_no_value(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--first=2"], "--first")

    def test_a_file_larger_than_allowed_is_not_written(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--max-bytes", "10", "--out", "a.json"], "--max-bytes")

    # "--max-bytes: a.json would become larger than that" does not say what "that" is.
    def test_the_size_limit_that_was_hit_is_quoted(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--max-bytes", "10", "--out", "a.json"], "--max-bytes",
                            "10", "expected")

    def test_an_ending_that_the_command_cannot_write_is_blamed_on_out(self):
        self.assert_bad_value(["run", STRASSEN, "n=2", "--input", "random", "--out", "u.csv"], "--out", "u.csv")


class Commands(CommandTest):
    def test_an_unknown_command_is_refused_and_the_nearest_is_suggested(self):
        self.assertIn("did you mean verify?", self.assert_bad_value(["verfy"], "command", "verfy"))
        self.assert_bad_value(["foo"], "command", "foo")

    def test_no_command_is_refused(self):
        self.assert_refused([], "missing")

    def test_a_missing_command_says_what_was_expected(self):
        self.assert_refused([], "command", "expected")

    def test_a_missing_argument_says_what_was_expected(self):
        for arguments in (["verify"], ["run", STRASSEN, "n=2"], ["merge"]):
            self.assert_refused(arguments, "expected")

    def test_a_missing_argument_is_named(self):
        self.assert_refused(["verify"], "claim")
        self.assert_refused(["show"], "claim")
        self.assert_refused(["run", STRASSEN, "n=2"], "--input")
        self.assert_refused(["merge"], "files")

    def test_words_too_many_are_refused(self):
        self.assert_refused(["list", "extra"], "extra")
        self.assert_refused(["audit", "extra"], "extra")

    def test_an_unknown_paper_or_kind_is_refused(self):
        self.assert_bad_value(["list", "--paper", "foo"], "--paper", "foo")
        self.assert_bad_value(["list", "--kind", "foo"], "--kind", "foo")
        self.assert_bad_value(["audit", "--paper", "foo"], "--paper", "foo")

    def test_an_audit_is_either_quick_or_full(self):
        self.assert_refused(["audit", "--quick", "--full"], "--quick", "--full", "expected")


