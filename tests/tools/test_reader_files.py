"""The files of tests/accepted and tests/rejected that whole commands read: weights, inputs, parameters, parts of a run.

Their first line is a claim with its parameters (of parts there is none; BUILD and VERSION stand for the program's own). What
the fuzz targets (tests/fuzz) find becomes a numbered file here.
"""

import pathlib

from cli import STRASSEN, CommandTest

TESTS = pathlib.Path(__file__).resolve().parent.parent


class ReaderFiles(CommandTest):
    def setUp(self):
        super().setUp()
        own = self.attest("verify", STRASSEN, "n=1", "--variant", "repaired", "--format", "json").documents()[0]
        self.own = {b"BUILD": own["build"].encode(), b"VERSION": own["version"].encode()}

    def answer(self, kind, path):
        content = path.read_bytes()
        if kind == "parts":
            for word, mine in self.own.items():
                content = content.replace(b'"' + word + b'"', b'"' + mine + b'"')
            return self.attest("merge", "-", stdin=content)
        first, below = content.split(b"\n", 1)
        words = first.decode().split()
        if kind == "weights":
            return self.attest("verify", *words, "--weights", "-", stdin=below)
        if kind == "inputs":
            return self.attest("run", *words, "--input", "@-", stdin=below)
        return self.attest("verify", *words, *below.decode().splitlines(), "--budget", "1")

    def paths(self, folder, kind):
        paths = sorted((TESTS / folder / kind).iterdir())
        self.assertTrue(paths)
        return paths

    def test_what_is_accepted_gets_an_answer(self):
        for kind in ("weights", "inputs", "parameters"):  # parts are accepted from the same program alone
            for path in self.paths("accepted", kind):
                with self.subTest(file=f"{kind}/{path.name}"):
                    result = self.answer(kind, path)
                    self.assertIn(result.status, (0, 1, 3), result.err)
                    self.assertTrue(result.out)

    def test_what_is_rejected_gets_one_line(self):
        for kind in ("weights", "inputs", "parameters", "parts"):
            for path in self.paths("rejected", kind):
                with self.subTest(file=f"{kind}/{path.name}"):
                    result = self.answer(kind, path)
                    self.assertEqual((result.status, result.out), (2, ""), result.err)
                    self.assertEqual(len(result.err.splitlines()), 1, result.err)
                    self.assertLess(result.seconds, 2)
