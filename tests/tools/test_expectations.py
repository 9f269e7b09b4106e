"""`expect .. at every n >= 3`: what a theorem file says of its proof for every size."""

import pathlib
import unittest

from cli import CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
LINE = "expect  holds at n=1..3; at every n >= 4"


class Corners(CommandTest):
    def middle(self, line, *arguments):
        text = (EXAMPLES / "middle.theorem").read_text(encoding="utf-8")
        self.assertEqual(text.count(LINE), 1)
        self.write("m.theorem", text.replace(LINE, line))
        return self.attest("verify", "m.theorem", *arguments, timeout=60)

    def test_the_proof_begins_where_the_line_says(self):
        result = self.middle(LINE)
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertIn("every n >= 4: proved from n = 4 on, as expected", result.out)
        self.assertIn("4 of 4 verdicts as expected", result.out)

    def test_a_corner_before_or_behind_it_is_not_as_expected(self):
        for least in (1, 3, 5):
            result = self.middle(f"expect  holds at every n >= {least}")
            self.assertEqual((result.status, result.err), (1, ""))
            self.assertIn("proved from n = 4 on; expected", result.out)
            self.assertIn("0 of 1 verdicts as expected", result.out)

    def test_a_theorem_without_a_proof_is_as_expected_only_where_the_line_says_so(self):
        text = (EXAMPLES / "argmax.theorem").read_text(encoding="utf-8")
        for verdict, status in (("holds", 1), ("undecided", 0)):
            self.write("a.theorem", f"{text.rstrip()}\nexpect  cold {verdict} at every n >= 1 m >= 1\n")
            result = self.attest("verify", "a.theorem", "--variant", "cold", timeout=60)
            self.assertEqual((result.status, result.err), (status, ""))
            self.assertIn("not proved: ", result.out)

    def test_each_has_a_document(self):
        result = self.middle(LINE, "--format", "json")
        schemas = [document["schema"] for document in result.documents()]
        self.assertEqual(schemas, ["attest/verdict/1"] * 3 + ["attest/proof/1"])
        self.assertEqual(result.documents()[-1]["recorded"], "holds")

    def test_a_full_corner_is_no_part_of_the_quick_expectations(self):
        result = self.middle("expect  holds at n=1; at every n >= 4 full")
        self.assertIn("1 of 1 verdicts as expected", result.out)

    def test_what_no_proof_can_say_is_refused(self):
        for line, words in {"expect  refuted at every n >= 4": ("m.theorem:7:9: ", "every", "holds or undecided"),
                            "expect  holds at every n > 4": ("every n >= 3",),
                            "expect  holds at every n >= m": ("every n >= 3",),
                            "expect  holds at every n >= 4 by rank:0": ("every",)}.items():
            with self.subTest(line=line):
                result = self.middle(line)
                self.assertEqual((result.status, result.out), (2, ""))
                for word in words:
                    self.assertIn(word, result.err)

    def test_the_catalogue_is_proved_from_where_its_texts_say(self):
        for claim, variant, line in (("strassen/function-composition", "repaired", "every n >= 3: proved from n = 3 on"),
                                     ("strassen/relation-composition", "repaired", "every m >= 3: proved from m = 3 on"),
                                     ("poly/function-composition", "repaired",
                                      "t=2 A2=14 every n >= 2: proved from n = 2 on")):
            with self.subTest(claim=claim):
                result = self.attest("verify", claim, "--variant", variant, timeout=60)
                self.assertEqual(result.status, 0)
                self.assertIn(line + ", as expected", " ".join(result.out.split()))


if __name__ == "__main__":
    unittest.main()
