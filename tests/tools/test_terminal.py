"""What a terminal shows: nothing wider than it is but commands and JSON, colours where they mean something, a bar, and no harm from a poor one."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import unittest

from cli import MATCH2, STRASSEN, CommandTest, program

ESCAPE = re.compile("\033\\[[0-9;]*m")

# One of everything that is laid out in a way of its own.
COMMANDS = (
    ("list", "--paper", "ea"), ("help",), ("help", "reduce"), ("help", "verify"), ("new",), ("show", STRASSEN), ("show", MATCH2, "N=2", "M=2"),
    ("verify", STRASSEN, "n=1"), ("verify", "strassen/match3", "n=2", "m=4", "--variant", "printed", "--verbose"), ("verify", MATCH2, "N=3", "M=3"),
    ("run", STRASSEN, "n=2", "--input", "rank:3"), ("explain", MATCH2, "N=3", "M=3", "--variant", "printed"), ("prove", STRASSEN),
    ("explain", "strassen/disjointness-shattered", "m=2", "--input", "random"), ("bench", "tree", "n=2^3..2^4", "d=2"),
    ("bound", "strassen/size-bound", "task=match3", "n=10"), ("bound", "strassen/size-bound", "task=match3", "n=10,12"),
    ("precision", STRASSEN, "n=1", "--formats", "fp16,bf16"), ("shatter", "disjointness", "m=2"), ("reduce", "ksat-to-kip", "n=4", "k=3", "clauses=2"),
    ("reduce", "max2sat", "n=3", "clauses=4", "--planted", "no", "--explain"), ("audit", "--quick", "--paper", "ea"),
    ("audit", "--quick", "strassen/composition-to-indexing", "--all"), ("verify",), ("check", "argmax.theorem"))


class Terminal(CommandTest):
    def shown(self, *arguments, columns, **variables):
        """Both streams on one terminal, and the exit status."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
        process = subprocess.Popen([program(), *arguments], stdout=slave, stderr=slave, stdin=subprocess.DEVNULL, cwd=self.directory,
                                   env={**environment, "TERM": "xterm", **variables})
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:  # the other end is closed
            pass
        os.close(master)
        return process.wait(timeout=30), text.decode("utf-8").replace("\r\n", "\n")

    def test_nothing_but_commands_and_json_is_wider_than_the_terminal(self):
        self.write("argmax.theorem", self.attest("new", "argmax").out)
        for columns in (40, 80):
            for arguments in COMMANDS:
                with self.subTest(columns=columns, arguments=arguments):
                    status, text = self.shown(*arguments, columns=columns)
                    self.assertIn(status, (0, 1, 2, 3), text)
                    for line in text.splitlines():
                        line = ESCAPE.sub("", line.split("\r")[-1])
                        line = re.sub(" +\b+$", "", line)  # what a longer line of progress left
                        if len(line) > columns:
                            self.assertRegex(line, r"^ *([a-z ]+ {2,})?(attest \w|[{\[])")

    def test_a_refuted_theorem_comes_with_the_command_that_looks_for_its_repair(self):
        arguments = ("verify", MATCH2, "N=2..3", "M=3")
        _, text = self.shown(*arguments, columns=80)
        self.assertEqual(len(re.findall("^  repair         attest repair anna/ema-match2 --variant printed tries", text, re.M)), 1)
        self.assertNotIn("attest repair", self.shown(*arguments, "--quiet", columns=80)[1])
        self.assertNotIn("attest repair", self.shown(*arguments, "--variant", "repaired", columns=80)[1])

    def test_explanations_and_runs_have_the_colours_of_verdicts(self):
        for arguments, words in ((("explain", MATCH2, "N=3", "M=3", "--variant", "printed"), ("1;31mWRONG", "1;31mrefuted")),
                                 (("explain", STRASSEN, "n=2"), ("1;32mRIGHT", "1;32m(2, 3)")),
                                 (("run", MATCH2, "N=3", "M=3", "--variant", "printed", "--input", "rank:2"), ("1;31mwrong", "1;31mrefuted")),
                                 (("explain", "strassen/disjointness-shattered", "m=2", "--input", "random"), ("1;32mRIGHT",)),
                                 (("reduce", "ksat-to-kip", "n=4", "k=3", "clauses=2", "--check"), ("1;32mholds",)),
                                 (("reduce", "ksat-to-kip", "n=4", "k=3", "clauses=2", "--explain"), ("1;32mRIGHT",))):
            with self.subTest(arguments=arguments):
                _, coloured = self.shown(*arguments, columns=80)
                for word in words:
                    self.assertIn(word, coloured)
                for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
                    self.assertEqual(self.shown(*arguments, columns=80, **variables)[1], ESCAPE.sub("", coloured))
                self.assertNotIn("\033", self.shown(*arguments, "--color", "never", columns=80)[1])
                self.assertIn(words[0], self.attest(*arguments, "--color", "always").out)
                self.assertNotIn("\033", self.attest(*arguments, "--color", "always", "--format", "markdown").out)

    def test_what_is_examined_as_a_whole_has_a_bar(self):
        for arguments in (("verify", "anna/routing", "q=3", "s=4", "letters=3", "--budget", "1.5"),
                          ("verify", "poly/ip-triangle-to-gap", "n=1", "d=3", "--budget", "1.5"),
                          ("verify", "anna/lsh", "N=4", "d=4", "--variant", "repaired", "--budget", "1.5")):
            with self.subTest(arguments=arguments):
                _, text = self.shown(*arguments, columns=60)
                self.assertRegex(text, r"\r\S.* \[[# ]{24}\] \d+%")

    def test_a_poor_environment_does_no_harm(self):
        plain = self.attest("verify", STRASSEN, "n=1").out
        for variables in ({"LC_ALL": "C"}, {"LC_ALL": "de_DE.ISO-8859-1"}, {"LANG": "nowhere"}, {"TERM": "dumb"}, {"TERM": ""}):
            result = subprocess.run([program(), "verify", STRASSEN, "n=1"], capture_output=True, cwd=self.directory, env={**os.environ, **variables},
                                    timeout=15, check=False)
            self.assertEqual((result.returncode, result.stdout.decode("utf-8"), result.stderr), (1, plain, b""), variables)


if __name__ == "__main__":
    unittest.main()
