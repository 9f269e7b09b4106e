"""Help, man page, completion, and text that fits its page."""

import os
import re
import shutil
import subprocess
import unittest

from cli import STRASSEN, CommandTest, program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMANDS = ("audit", "bench", "bound", "check", "explain", "export", "fmt", "generate", "help", "list", "merge", "new", "plan", "precision", "prove", "reduce", "repair", "report", "run", "shatter", "show",
            "verify")


class Help(CommandTest):
    def test_every_command_explains_every_option_that_it_takes_and_no_other(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                result = self.attest("help", command)
                self.assertEqual((result.status, result.err), (0, ""))
                self.assertEqual(result.out, self.attest(command, "--help").out)
                self.assertIn("\n  attest " + command, result.out.split("Examples:")[1])
                self.assertIn("Exit status:", result.out)
                for example in re.findall(r"examples/[a-z0-9_]+\.theorem", result.out):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, example)), example)
                listed = set(re.findall(r"^  (--[a-z-]+)", result.out, re.M))
                for option in ("--part", "--enumerate", "--exceeds", "--chart", "--planted", "--count"):
                    refused = self.attest(command, option, "1")
                    self.assertEqual("no use" in refused.err, option not in listed, (option, refused.err))

    def test_the_program_lists_its_commands(self):
        result = self.attest("--help")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(tuple(re.findall(r"^  ([a-z]+) ", result.out.split("Options:")[0], re.M)), COMMANDS)
        self.assertEqual(self.attest("help").out, result.out)

    def test_the_man_page_and_the_completion_know_every_command_and_option(self):
        man = self.attest("help", "--as", "man").out.replace("\\-", "-")
        for command in COMMANDS:
            self.assertIn(f".SS attest {command}", man)
            options = set(re.findall(r"^  (--[a-z-]+)", self.attest("help", command).out, re.M))
            for option in options:
                self.assertIn(f".B {option}", man)
            self.assertEqual(set(self.completed(f"attest {command} --")), options | {"--help"})

    def completed(self, line):
        result = self.attest("help", "--complete", line)
        self.assertEqual((result.status, result.err), (0, ""), line)
        return result.out.split()

    def test_completion_offers_what_may_stand_there(self):
        for line, offered in (("attest ver", ["verify"]), ("attest help ver", ["verify"]), ("attest list --pa", ["--paper"]),
                              ("attest list --paper st", ["strassen"]), ("attest list --paper=st", ["--paper=strassen"]),
                              ("attest show strassen/match3-t", ["strassen/match3-to-sum2"]),
                              ("attest verify strassen/match3 ", ["n=", "m="]), ("attest verify strassen/match3 n=3 ", ["m="]),
                              ("attest run anna/ema-match2 domain=n", ["domain=nonnegative"]),
                              ("attest run anna/ema-match2 --quiet domain=n", ["domain=nonnegative"]),
                              ("attest verify strassen/sum2-shattered --variant o", ["one-letter"]),
                              ("attest new str", ["strassen"]), ("attest new root-finding p", ["p="]),
                              ("attest reduce max2sat-", ["max2sat-to-ip-triangle"]), ("attest reduce max2sat --to strassen-a", ["strassen-attention"]),
                              ("attest reduce max2sat cl", ["clauses="]), ("attest precision x --formats fp16,bf", ["fp16,bfloat16"]),
                              ("attest bench tree n", ["n="]), ("attest generate match", ["match3", "match2"]),
                              ("attest shatter disjointness ", ["m="]), ("attest audit --claim poly/root", ["poly/root-finding"]),
                              ("attest explain x --input w", ["worst"]), ("attest show x --format b", ["bibtex"]),
                              ("attest report strassen/match3 m", ["m="]), ("attest bound s", ["strassen/size-bound"]),
                              ("attest verify no/such-claim ", []), ("attest nothing ", []), ("attest verify x --out ", []), ("", [])):
            with self.subTest(line=line):
                self.assertEqual(self.completed(line), offered)

    def test_what_is_offered_is_taken(self):
        """Every claim and every parameter that completion offers for it is one that `show` knows."""
        for claim in self.completed("attest show ")[::9]:
            parameters = self.attest("show", claim, "--format", "json").json()
            self.assertEqual(parameters["claim"], claim)
            shown = re.findall(r"^  parameter +(\S+):", self.attest("show", claim).out, re.M)
            self.assertEqual(self.completed(f"attest verify {claim} "), [name + "=" for name in shown])

    def test_a_shell_asks_the_program(self):
        script = self.write("attest.bash", self.attest("help", "--as", "bash-completion").out)
        self.assertEqual(subprocess.run(["bash", "-n", script], check=False, cwd=self.directory).returncode, 0)

        def offered(line, *words):
            shell = (f"attest() {{ {program()} \"$@\"; }}; . ./{script}; COMP_LINE='{line}'; COMP_POINT={len(line)}; "
                     f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _attest; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
            return subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=self.directory, check=False).stdout.split()

        self.assertEqual(offered("attest ver", "attest", "ver"), ["verify"])
        # readline takes '=' for a word of its own
        self.assertEqual(offered("attest run anna/ema-match2 domain=n", "attest", "run", "anna/ema-match2", "domain", "=", "n"), ["nonnegative"])
        self.assertEqual(offered("attest run anna/ema-match2 domain=", "attest", "run", "anna/ema-match2", "domain", "="), ["positive", "nonnegative"])
        for shell in ("zsh", "fish"):
            script = self.write(f"attest.{shell}", self.attest("help", "--as", f"{shell}-completion").out)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", script], capture_output=True, check=False, cwd=self.directory)
                self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_help_refuses_what_it_does_not_know(self):
        self.assert_refused(["help", "verfy"], "verfy", "verify")
        self.assert_bad_value(["help", "--as", "html"], "--as", "html")
        self.assert_refused(["help", "list", "--as", "man"], "list", "--as man")
        self.assert_refused(["help", "list", "--complete", "attest "], "--complete", "no command")
        self.assert_refused(["--help", "list"], "list")


# Long names and reasons, within half a second.
SHORT_AUDIT = ("audit", "--quick", "ea/next-token-quadratic-keys", "ea/kernel", "ea/copy-lag", "ea/cycles", "ea/model-sizes")


class Width(CommandTest):
    def widths(self, *arguments, columns):
        result = self.attest(*arguments, columns=columns, timeout=60)
        self.assertEqual(result.err, "")
        return [len(line) for line in result.out.splitlines()]

    def test_tables_and_lists_fit_eighty_columns_and_less(self):
        audit = SHORT_AUDIT
        for columns, commands in ((80, (("list",), audit, (*audit, "--all"), ("shatter", "disjointness", "m=3"),
                                        ("precision", STRASSEN, "n=2"))),
                                  (60, (("list",), audit, (*audit, "--all")))):
            for arguments in commands:
                with self.subTest(columns=columns, arguments=arguments):
                    self.assertLessEqual(max(self.widths(*arguments, columns=columns)), columns)

    def test_where_nothing_is_known_tables_are_eighty_wide(self):
        self.assertLessEqual(max(self.widths("list", columns=None)), 80)
        self.assertLessEqual(max(self.widths(*SHORT_AUDIT, columns=None)), 100)

    def test_a_wide_page_is_used(self):
        self.assertGreater(max(self.widths(*SHORT_AUDIT, columns=200)), 120)

    def test_an_absurd_width_does_no_harm(self):
        for columns in ("0", "-5", "x", "99999999999999999999", "1"):
            with self.subTest(columns=columns):
                self.assertEqual(self.attest("list", columns=columns).status, 0)


if __name__ == "__main__":
    unittest.main()
