"""What the user gives is used or refused, never ignored; settings are checked before the first is run."""

import unittest

from cli import CommandTest


class GivenAndUsed(CommandTest):
    def test_weights_that_no_run_reads_are_refused(self):
        self.write("mine.json", "{}")
        self.assert_refused(["verify", "anna/routing", "q=2", "s=2", "--weights", "mine.json"], "--weights", "anna/routing",
                            "can be replaced")

    def test_an_option_that_a_claim_has_no_use_for_is_refused(self):
        for option in (["--failing", "3"], ["--first"]):
            with self.subTest(option=option):
                self.assert_refused(["verify", "strassen/match3-to-sum2", "l=2", "m=4", *option], option[0], "no use")

    def test_an_option_that_is_read_is_taken(self):
        result = self.attest("verify", "strassen/function-composition", "n=2", "--variant", "repaired", "--first", "--failing", "3")
        self.assertEqual((result.status, result.err), (0, ""))


class Settings(CommandTest):
    def test_an_impossible_setting_of_a_range_is_found_before_anything_is_printed(self):
        self.assert_refused(["verify", "strassen/head-decomposition", "n=4..5", "head=triangular"], "n", '"5"')
        self.assert_refused(["verify", "strassen/head-decomposition", "n=4..5", "head=triangular", "--out", "x.json"], "n", '"5"')
        self.assert_refused(["verify", "anna/mpc-simulates-ema", "N=3", "s=4"], "s")

    def test_impossible_settings_can_be_left_out_and_are_told(self):
        command = ("verify", "strassen/head-decomposition", "n=4..5", "head=triangular", "--format", "json")
        result = self.attest(*command, "--skip-impossible")
        self.assertEqual({document["parameters"]["n"] for document in result.documents()}, {4})
        self.assertIn("left out: n=5", result.err)
        nothing = self.attest("verify", "strassen/head-decomposition", "n=5", "head=triangular", "--skip-impossible")
        self.assertEqual((nothing.status, nothing.out), (2, ""))

    def test_a_variant_that_alone_has_no_input_at_these_sizes_is_named(self):
        command = ("verify", "dat/select-and-relate", "X=2", "Y=2", "n=3", "beta=9")
        refused = self.attest(*command)
        self.assertEqual(refused.status, 2)
        self.assertRegex(refused.err, r"\(distinct\): there is no injective y: 3 arguments and 2 values; --skip-impossible leaves it out, --variant says")
        left = self.attest(*command, "--skip-impossible")
        self.assertIn("attest: left out: ", left.err)
        self.assertIn("HOLDS", left.out)
        everywhere = self.attest("verify", "dat/select-and-relate", "X=0", "Y=2", "n=3", "beta=9")
        self.assertNotIn("--skip-impossible", everywhere.err)


if __name__ == "__main__":
    unittest.main()
