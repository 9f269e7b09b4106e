"""tools/compare-audits: what two audits say differently, by claim and field."""

import json
import pathlib
import subprocess
import sys
import unittest

from cli import CommandTest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "compare-audits"
CLAIM = "strassen/function-composition"


class CompareAudits(CommandTest):
    def compared(self, old, new):
        for name, documents in (("old.jsonl", old), ("new.jsonl", new)):
            self.write(name, "".join(json.dumps(document) + "\n" for document in documents))
        run = subprocess.run([sys.executable, TOOL, "old.jsonl", "new.jsonl"], cwd=self.directory, capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, "")
        return run.returncode, [tuple(line.strip("| ").split(" | ")) for line in run.stdout.splitlines() if line.startswith(f"| {CLAIM}")]

    def test_each_kind_of_difference_is_found_and_what_only_got_narrower_is_none(self):
        audit = self.attest("audit", "--quick", CLAIM, "--format", "json", timeout=60).documents()
        self.assertEqual(self.compared(audit, audit), (0, []))
        at = next(i for i, document in enumerate(audit) if document["variant"] == "repaired" and document["parameters"]["n"] == 3)

        def with_change(change):
            changed = json.loads(json.dumps(audit))
            change(changed[at])
            return changed

        error = audit[at]["margins"]["output_error"]
        self.assertNotEqual(error["lower"], error["upper"])
        narrower = with_change(lambda d: d["margins"]["output_error"].update(lower=error["upper"]))
        self.assertEqual(self.compared(audit, narrower), (0, []))
        open_end = with_change(lambda d: d["margins"]["output_error"].update(upper=None))
        self.assertEqual(self.compared(audit, open_end), (0, []))
        for what, change in (
                ("verdict", lambda d: d.update(verdict="undecided")),
                ("check output", lambda d: [check.update(verdict="refuted") for check in d["checks"] if check["name"] == "output"]),
                ("inputs failing", lambda d: d["inputs"].update(failing="1")),
                ("output_error", lambda d: d["margins"]["output_error"].update(lower="1.0e+00", upper="2.0e+00")),
                ("score_gap exact", lambda d: d["margins"]["score_gap"].update(exact="1")),
                ("counterexample", lambda d: d.update(counterexample={"rank": "5"})),
                ("embedding_dimension", lambda d: d["size"].update(embedding_dimension=1)),
                ("setting", lambda d: d.update(variant="renamed"))):
            with self.subTest(what):
                status, rows = self.compared(audit, with_change(change))
                self.assertEqual((status, [row[:3] for row in rows]), (1, [(CLAIM, "repaired", what)]))

    def test_wrong_arguments_and_files_are_told(self):
        for arguments, status in ((("one.jsonl",), 2), (("missing.jsonl", "missing.jsonl"), 1)):
            run = subprocess.run([sys.executable, TOOL, *arguments], cwd=self.directory, capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stdout), (status, ""))
            self.assertNotIn("Traceback", run.stderr)


if __name__ == "__main__":
    unittest.main()
