"""Runs attest from outside. The program comes from the environment variable ATTEST."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

STRASSEN = "strassen/function-composition"
POLY = "poly/function-composition"
MATCH2 = "anna/ema-match2"

ORACLES = pathlib.Path(__file__).resolve().parent.parent / "oracles" / "reference.json"


def program():
    path = os.environ.get("ATTEST")
    if not path:
        raise RuntimeError("set ATTEST to the path of the program under test")
    return os.path.abspath(path)


def reference():
    with open(ORACLES, encoding="utf-8") as file:
        return json.load(file)


def changed(text, *changes):
    """The text with each (old, new) replaced, which it has once."""
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the text")
        text = text.replace(old, new)
    return text


class Result:
    def __init__(self, completed, seconds):
        self.status = completed.returncode
        self.out = completed.stdout.decode("utf-8")
        self.err = completed.stderr.decode("utf-8", "replace")
        self.seconds = seconds

    def json(self):
        return json.loads(self.out)

    def documents(self):
        return [json.loads(line) for line in self.out.splitlines()]


def without_time(document):
    return {key: value for key, value in document.items() if key not in ("seconds", "command")}


class CommandTest(unittest.TestCase):
    """Every test has an empty working directory of its own."""

    maxDiff = 2000

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="attest-cli-")
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def attest(self, *arguments, stdin=b"", timeout=15, columns=None):
        start = time.monotonic()
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        if columns is not None:
            environment["COLUMNS"] = str(columns)
        try:
            completed = subprocess.run([program(), *arguments], input=stdin, capture_output=True,
                                       cwd=self.directory, timeout=timeout, env=environment)
        except subprocess.TimeoutExpired:
            self.fail(f"attest {' '.join(arguments)} did not end within {timeout} s")
        return Result(completed, time.monotonic() - start)

    def start(self, *arguments, **options):
        process = subprocess.Popen([program(), *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.directory, **options)

        def end():
            if process.poll() is None:
                process.kill()
            process.communicate()

        self.addCleanup(end)
        return process

    def files(self):
        return sorted(path.name for path in self.directory.iterdir())

    def write(self, name, text):
        (self.directory / name).write_text(text, encoding="utf-8")
        return name

    def verdicts(self, *arguments, status=None):
        result = self.attest("verify", *arguments, "--format", "json")
        self.assertEqual(result.err, "")
        if status is not None:
            self.assertEqual(result.status, status)
        return result.documents()

    def verdict(self, *arguments, status=None):
        documents = self.verdicts(*arguments, status=status)
        self.assertEqual(len(documents), 1)
        return documents[0]

    def assert_refused(self, arguments, *words, stdin=b""):
        """Exit 2, one line on standard error with all the words, no output, nothing written. Of a place in a theorem file the
        line of the text and a caret may follow."""
        before = self.files()
        result = self.attest(*arguments, stdin=stdin)
        self.assertEqual(result.status, 2, result)
        self.assertEqual(result.out, "")
        message, *quoted = result.err.splitlines()
        self.assertTrue(not quoted or re.match(r"(.*\.theorem|standard input):\d+:\d+: ", message) and len(quoted) <= 2 and
                        all(line.startswith("  ") for line in quoted), result.err)
        self.assertTrue(result.err.endswith("\n"))
        for word in words:
            self.assertIn(word, result.err)
        self.assertEqual(self.files(), before)
        return result.err

    def assert_bad_value(self, arguments, argument, value, stdin=b""):
        """A refusal that names the argument, the value and what was expected."""
        return self.assert_refused(arguments, argument, f'"{value}"', "expected", stdin=stdin)
