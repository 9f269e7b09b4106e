"""Every numbered statement of the papers is in docs/theorems.md: the list, and what tools/statement-table refuses."""

import json
import os
import pathlib
import subprocess
import unittest

import cli

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools" / "statement-table"
LIST = json.loads((ROOT / "docs" / "statements.json").read_text(encoding="utf-8"))
PAPERS = ["strassen", "anna", "dat", "poly", "ea"]

# A paper's text in small: an introduction that refers to statements, two sections, an algorithm.
TEXT = """Definition 2.1 is what Theorem 3.1 rests on.
Definition 2.1. A thing.
 279 **Theorem 3.1.** *A thing is.*
Lemma 3.2 (Somebody). Things are.
Algorithm 1 How a thing is made
"""


class Statements(cli.CommandTest):
    def table(self, paper, *words):
        if not (self.directory / "attest").exists():
            os.symlink(cli.program(), self.directory / "attest")
        environment = dict(os.environ, PATH=f"{self.directory}:{os.environ['PATH']}")
        return subprocess.run([TOOL, paper, *words], env=environment, capture_output=True, text=True, check=False)

    def changed(self, change, paper="poly"):
        rows = json.loads(json.dumps(LIST))
        change([row for row in rows if row["paper"] == paper], rows)
        path = self.directory / "statements.json"
        path.write_text(json.dumps(rows), encoding="utf-8")
        result = self.table(paper, "--statements", path)
        self.assertEqual(result.returncode, 1 if result.stderr else 0)
        return result.stderr

    def row(self, rows, statement):
        return next(row for row in rows if row["statement"] == statement)

    def test_every_statement_has_a_row_in_the_documentation(self):
        page = (ROOT / "docs" / "theorems.md").read_text(encoding="utf-8")
        for paper in PAPERS:
            result = self.table(paper)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(f"<!-- generated: tools/statement-table {paper} -->\n{result.stdout}<!-- end -->", page)
            self.assertEqual(len(result.stdout.splitlines()) - 2, sum(row["paper"] == paper for row in LIST))

    def test_a_statement_that_is_missing_leaves_a_gap(self):
        for statement, gap in (("Lemma 2.3", ""), ("Theorem 3.4", "3: number 4 is missing"),
                               ("Definition A.5", "A: number 5 is missing"), ("Algorithm 2", "Algorithm: number 2 is missing"),
                               ("Lemma E.8", "Lemma E.8, which is not listed")):
            def drop(rows, everything, statement=statement):
                everything.remove(self.row(rows, statement))
            self.assertIn(gap or "its source names Lemma 2.3, which is not listed", self.changed(drop))

    def test_a_statement_without_claim_needs_a_verdict_and_a_sentence(self):
        def silent(rows, _):
            del self.row(rows, "Hypothesis 1")["verdict"]
        self.assertIn("Hypothesis 1: no claim names it, and it has no verdict", self.changed(silent))

        def empty(rows, _):
            self.row(rows, "Hypothesis 1")["says"] = ""
        self.assertIn("Hypothesis 1: expected a sentence", self.changed(empty))

        def invented(rows, _):
            self.row(rows, "Hypothesis 1")["verdict"] = "probably"
        self.assertIn("'probably' is no verdict", self.changed(invented))

    def test_what_a_claim_decides_is_no_definition_and_a_verdict_rests_on_claims(self):
        def defined(rows, _):
            self.row(rows, "Lemma E.8").update(verdict="definition", says="A lemma.")
        self.assertIn("Lemma E.8: a claim names it, and it says 'definition'", self.changed(defined))

        def unfounded(rows, _):
            self.row(rows, "Theorem 3.1")["rests"] = []
        self.assertIn("Theorem 3.1: 'true' rests on no claim", self.changed(unfounded))

        def misspelt(rows, _):
            self.row(rows, "Theorem 3.1")["rests"] = ["poly/function-compositoin"]
        self.assertIn("rests on poly/function-compositoin, which is no claim", self.changed(misspelt))

    def test_lines_ascend_and_nothing_is_listed_twice(self):
        def swapped(rows, _):
            self.row(rows, "Lemma E.8")["line"] = 1
        self.assertIn("Lemma E.8: line 1 does not follow", self.changed(swapped))

        def twice(rows, everything):
            everything.append(dict(self.row(rows, "Lemma E.8")))
        self.assertIn("Lemma E.8: is listed twice", self.changed(twice))

    def test_a_text_is_compared_both_ways(self):
        text = self.directory / "text.txt"
        path = self.directory / "statements.json"
        rows = [{"paper": "mine", "statement": statement, "line": line, "verdict": "definition", "says": "A thing."}
                for statement, line in (("Definition 2.1", 2), ("Theorem 3.1", 3), ("Lemma 3.2", 4), ("Algorithm 1", 5))]

        def compared(lines):
            text.write_text("\n".join(lines), encoding="utf-8")
            path.write_text(json.dumps(rows), encoding="utf-8")
            return self.table("mine", "--statements", path, "--seed", text)

        lines = TEXT.split("\n")
        self.assertEqual(compared(lines).stderr, "")
        self.assertIn("line 6: Remark 3.3 is not listed", compared(lines[:5] + ["Remark 3.3. A thing."]).stderr)
        self.assertIn("line 6: Proposition C.3 is not listed", compared(lines[:5] + ["Proposition C.3"]).stderr)
        self.assertIn("Lemma 3.2: not at line 4", compared(lines[:3] + [""] + lines[3:]).stderr)
        self.assertEqual(compared(lines).returncode, 0)


if __name__ == "__main__":
    unittest.main()
