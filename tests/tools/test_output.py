"""Formats and files."""

import csv
import io
import json
import os
import pty
import re
import subprocess
import unittest

from cli import MATCH2, STRASSEN, CommandTest, program

ARGUMENTS = ("verify", STRASSEN, "n=1..2")


class Formats(CommandTest):
    def rows(self, *arguments):
        return list(csv.reader(io.StringIO(self.attest(*arguments, "--format", "csv").out, newline="")))

    def test_csv_has_a_header_and_rows_of_equal_length(self):
        for arguments in (ARGUMENTS, ("verify", MATCH2, "N=3", "M=4"), ("list",), ("audit", "--quick", "--paper", "dat")):
            rows = self.rows(*arguments)
            self.assertGreater(len(rows), 1)
            self.assertEqual({len(row) for row in rows}, {len(rows[0])})

    def test_csv_has_one_row_a_verdict(self):
        self.assertEqual([row[1:4] for row in self.rows(*ARGUMENTS)[1:]],
                         [["printed", "n=1", "refuted"], ["repaired", "n=1", "holds"],
                          ["printed", "n=2", "refuted"], ["repaired", "n=2", "holds"]])

    def test_the_checked_column_of_csv_is_always_a_count(self):
        rows = self.rows("verify", STRASSEN, "n=8", "--variant", "repaired", "--by", "enumeration", "--budget", "0.2")
        self.assertTrue(rows[1][rows[0].index("checked")].isdigit(), rows[1])

    def test_latex_is_a_booktabs_table(self):
        text = self.attest(*ARGUMENTS, "--format", "latex").out
        for word in (r"\begin{longtable}", r"\toprule", r"\midrule", r"\endhead", r"\bottomrule", r"\end{longtable}"):
            self.assertEqual(text.count(word), 1)
        body = [line for line in text.splitlines() if line.endswith(r"\\")]
        self.assertEqual(len({len(re.findall(r"(?<!\\)&", line)) for line in body}), 1)
        self.assertNotRegex(self.outside_of_mathematics(text), r"(?<!\\)[_#%$]")

    def outside_of_mathematics(self, latex):
        prose = "\n".join(line for line in latex.splitlines() if not line.startswith(r"\begin{longtable}"))
        self.assertEqual(len(re.findall(r"(?<!\\)\$", prose)) % 2, 0)
        return re.sub(r"(?<!\\)\$.*?(?<!\\)\$", "", prose)

    def test_latex_has_no_bare_comparison_signs_outside_of_mathematics(self):
        for arguments in (ARGUMENTS, ("list",), ("show", STRASSEN), ("audit", "--quick", "--paper", "dat")):
            self.assertNotRegex(self.outside_of_mathematics(self.attest(*arguments, "--format", "latex").out), r"[<>]")

    def test_pages_that_are_no_tables_are_markdown_and_latex_as_well(self):
        for arguments in (("show", STRASSEN), ("run", STRASSEN, "n=2", "--input", "rank:3"),
                          ("reduce", "ksat-to-kip", "n=4", "k=3", "clauses=2")):
            with self.subTest(arguments=arguments):
                text = self.attest(*arguments).out
                labels = set(re.findall(r"^ +([a-z]+(?: [a-z0-9]+)?)  +\S", text, re.M))
                self.assertGreater(len(labels), 1)
                marked = self.attest(*arguments, "--format", "markdown").out
                self.assertLessEqual(labels, set(re.findall(r"^- \*\*(.*?)\*\*: ", marked, re.M)), marked)
                latex = self.attest(*arguments, "--format", "latex").out
                self.assertLessEqual(labels, set(re.findall(r"^\\item\[\{(.*?)\}\] ", latex, re.M)), latex)
                self.assertEqual(self.attest(*arguments, "--format", "csv").status, 2)

    def test_markdown_rows_have_equal_column_counts(self):
        for arguments in (ARGUMENTS, ("verify", MATCH2, "N=3", "M=4"), ("list",)):
            lines = self.attest(*arguments, "--format", "markdown").out.splitlines()
            self.assertEqual(len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}), 1)
            self.assertRegex(lines[1], r"^\|(---\|)+$")

    def test_no_color_and_no_terminal_mean_no_escape_sequences(self):
        self.assertNotIn("\x1b", self.attest(*ARGUMENTS).out)


class Messages(CommandTest):
    def test_a_message_is_one_line_and_on_a_terminal_as_wide_as_that(self):
        arguments = [program(), "explain", "strassen/split-vc"]
        whole = subprocess.run(arguments, capture_output=True, cwd=self.directory, timeout=15, check=False)
        self.assertEqual(whole.returncode, 2)
        (line,) = whole.stderr.decode().splitlines()
        for width in (40, 80):
            master, slave = pty.openpty()
            done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=slave, cwd=self.directory, timeout=15, check=False,
                                  env={**os.environ, "COLUMNS": str(width)})
            os.close(slave)
            shown = os.read(master, 65536).decode().replace("\r\n", "\n")
            os.close(master)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertGreater(len(shown.splitlines()), 1)
            self.assertLessEqual(max(len(part) for part in shown.splitlines()), width)
            self.assertEqual(" ".join(shown.split()), " ".join(line.split()))


class Color(CommandTest):
    ARGUMENTS = ["verify", STRASSEN, "n=1", "--quiet"]

    def on_a_terminal(self, *options, **variables):
        """What stands on a terminal; both sides of every verdict's headline are compared without the colours."""
        master, slave = pty.openpty()
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
        process = subprocess.run([program(), *self.ARGUMENTS, *options], stdout=slave, stderr=subprocess.DEVNULL,
                                 cwd=self.directory, env={**environment, **variables}, timeout=15, check=False)
        os.close(slave)
        self.assertEqual(process.returncode, 1)
        text = b""
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:  # the other end is closed
            pass
        os.close(master)
        return text.decode("utf-8").replace("\r\n", "\n")

    def test_verdicts_are_coloured_on_a_terminal_alone(self):
        coloured = self.on_a_terminal(TERM="xterm")
        self.assertIn("\033[1;31mREFUTED (display)\033[0m", coloured)
        self.assertIn("\033[1;32mHOLDS\033[0m by enumeration", coloured)
        plain = re.sub("\033\\[[0-9;]*m", "", coloured)
        for variables in ({"TERM": "dumb"}, {}, {"TERM": "xterm", "NO_COLOR": "1"}):
            self.assertEqual(self.on_a_terminal(**variables), plain, variables)
        self.assertIn("\033[1;31m", self.on_a_terminal(TERM="xterm", NO_COLOR=""))
        self.assertEqual(self.on_a_terminal("--color", "never", TERM="xterm"), plain)

    def test_colour_is_what_is_asked_for(self):
        self.assertIn("\033[1;31mREFUTED", self.attest(*self.ARGUMENTS, "--color", "always").out)
        self.assertNotIn("\033", self.attest(*self.ARGUMENTS, "--color", "always", "--format", "json").out)
        self.assert_bad_value([*self.ARGUMENTS, "--color", "red"], "--color", "red")


class Files(CommandTest):
    def test_the_ending_chooses_the_format_and_no_temporary_file_is_left(self):
        starts = {"x.json": '{"schema"', "x.jsonl": '{"schema"', "x.csv": "claim,", "x.tex": r"\begin",
                  "x.md": "| claim", "x.txt": STRASSEN}
        for name, start in starts.items():
            result = self.attest(*ARGUMENTS, "--out", name)
            self.assertEqual((result.status, result.out, result.err), (1, "", ""))
            text = (self.directory / name).read_text(encoding="utf-8")
            self.assertIn(start, text)
        self.assertEqual(self.files(), sorted(starts))

    def test_an_explicit_format_outranks_the_ending(self):
        self.attest(*ARGUMENTS, "--out", "x.json", "--format", "csv")
        self.assertTrue((self.directory / "x.json").read_text(encoding="utf-8").startswith("claim,"))

    def test_a_dash_is_standard_output(self):
        self.assertEqual(self.attest(*ARGUMENTS, "--out", "-").out, self.attest(*ARGUMENTS).out)
        self.assertEqual(self.files(), [])

    def test_an_existing_file_is_replaced_and_kept_on_a_refusal(self):
        self.write("x.json", "old")
        self.assert_refused(["verify", STRASSEN, "n=0", "--out", "x.json"], "n")
        self.assertEqual((self.directory / "x.json").read_text(encoding="utf-8"), "old")
        self.attest(*ARGUMENTS, "--out", "x.json")
        self.assertIn("schema", (self.directory / "x.json").read_text(encoding="utf-8"))

    def test_every_generated_file_carries_the_command_the_seed_and_the_version(self):
        for name in ("x.csv", "x.tex", "x.md", "x.txt"):
            self.attest(*ARGUMENTS, "--out", name)
            text = (self.directory / name).read_text(encoding="utf-8")
            self.assertIn("attest verify", text)
            self.assertIn("20261120", text)
            self.assertIn("0.2.0", text)

    def test_a_full_disk_is_reported(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([program(), *ARGUMENTS], stdout=full, stderr=subprocess.PIPE, timeout=10)
        self.assertNotIn(result.returncode, (0, 1, 3))
        self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_a_reader_that_leaves_early_does_not_hang_the_program(self):
        process = self.start("verify", STRASSEN, "n=1..3", "--format", "json")
        process.stdout.read(1)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=5), 5)
        self.assertEqual(process.stderr.read().decode(), "attest: standard output: cannot be written: Broken pipe\n")


class Writing(CommandTest):
    def test_an_ending_that_names_no_format_is_an_error(self):
        for name in ("x.html", "x.npy", "x.yaml", "x.json.gz"):
            with self.subTest(name=name):
                self.assert_bad_value(["list", "--out", name], "--out", name)
                self.assertEqual(self.attest("list", "--out", name, "--format", "json").status, 0)
                (self.directory / name).unlink()
        for name in ("x", "x.txt"):
            self.assertEqual(self.attest("list", "--out", name).status, 0)

    def test_a_symbolic_link_stays_and_its_target_is_written(self):
        self.write("target.json", "old")
        (self.directory / "link.json").symlink_to("target.json")
        self.assertEqual(self.attest("list", "--out", "link.json").status, 0)
        self.assertTrue((self.directory / "link.json").is_symlink())
        self.assertTrue((self.directory / "target.json").read_text().startswith("["))

    def test_what_cannot_be_written_is_status_5_with_one_line(self):
        for command in (["list"], ["verify", STRASSEN, "n=2"], ["help", "verify"]):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                result = subprocess.run([program(), *command], stdout=full, stderr=subprocess.PIPE, check=False, cwd=self.directory)
                self.assertEqual(result.returncode, 5, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1)
                self.assertIn(b"cannot be written", result.stderr)

    def test_a_command_line_that_is_not_utf8_is_reproduced_in_shell_quotes(self):
        name = b"caf\xe9.json"
        result = subprocess.run([program().encode(), b"run", STRASSEN.encode(), b"n=2", b"--input", b"rank:0", b"--out", name],
                                capture_output=True, check=False, cwd=self.directory)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        with open(os.path.join(os.fsencode(self.directory), name), encoding="utf-8") as file:
            self.assertTrue(json.load(file)["command"].endswith("--out $'caf\\xe9.json'"))
