"""attest report: a page about one theorem, or about many, as HTML, Markdown and LaTeX."""

import base64
import hashlib
import html
import html.parser
import os
import re
import shlex
import unittest

from cli import STRASSEN, CommandTest
from errata_entries import ErrataTest

VOID = {"meta", "wbr", "br", "link", "input"}

HOSTILE = """attest-theorem 1
theorem argmax "<script>alert(1)</script> & <img src=x onerror=alert(2)> 'a' </title></style>"
statement "</p><script>alert(3)</script>"
sizes   n >= 1    limit verify n <= 12
input   a : [n] -> [n] injective
tokens  i in [n] carry a = a(i)
task    at 1, number: a(1)
layer   d = 2
  encode  (i, a)
  head softmax, scale 1
    query = (0, 0)
    key (j) = (0, 0)
    value (j) = (a_j)
  out     head.1 -> stream.1
readout stream.1
check   output
note    "<b>bold</b> $math$ \\\\end{document}"
expect  holds at n=1
"""


class Elements(html.parser.HTMLParser):
    """Closes every element in its order; names and attributes are kept."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.names, self.attributes, self.text, self.mistakes = [], [], [], "", []
        self.feed(text)
        self.close()
        self.mistakes += self.open

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(f"/{tag}")

    def handle_data(self, data):
        self.text += data


class Report(CommandTest):
    def page(self, *arguments, status=0):
        result = self.attest("report", *arguments, "--format", "html", timeout=60)
        self.assertEqual((result.status, result.err), (status, ""))
        elements = Elements(result.out)
        self.assertEqual(elements.mistakes, [])
        return result.out, elements

    def assert_alone(self, elements):
        """Nothing is loaded and nothing runs."""
        for name in ("script", "img", "iframe", "link", "object", "embed"):
            self.assertNotIn(name, elements.names)
        for tag, name, value in elements.attributes:
            self.assertFalse(name.startswith("on"), (tag, name))
            if name in ("href", "src", "xlink:href"):
                self.assertTrue(value.startswith("#"), (tag, name, value))

    def test_the_page_says_what_the_other_commands_say(self):
        text, elements = self.page(STRASSEN)
        self.assert_alone(elements)
        for said in ("refuted (display)", "the printed vectors give a plus", "integer-addresses", "Theorem 4.2", "arXiv:2501.19215",
                     "attest verify " + STRASSEN + " n=4", "sha256", "the softmax divides by"):
            self.assertIn(said, elements.text)
        self.assertEqual(text.count("<svg"), 5)  # errors, margins, gaps, widths, attention weights
        self.assertIn("class=\"winner\"", text)
        for verdict in self.verdicts(STRASSEN, "n=4"):
            self.assertIn(verdict["inputs"]["space"], elements.text)
        told = self.attest("explain", STRASSEN, "n=4", "--variant", "repaired", "--input", "worst", "--format", "json").json()
        self.assertIn(f"rank {told['rank']}", elements.text)

    @staticmethod
    def lines(text, title):
        """Of the chart with this title: {name of a line: {x: y}}, y downwards as SVG has it."""
        chart = next(svg for svg in re.findall("<svg.*?</svg>", text, re.S) if f"<title>{title}" in svg)
        drawn = [dict(map(float, point.split(",")) for point in points.split())
                 for points in re.findall('<polyline[^>]*points="([^"]*)"', chart)]
        names = re.findall("<text[^>]*>([^<]*)</text>", chart)[-len(drawn) - ("class=\"limit\"" in chart):]
        return dict(zip(map(html.unescape, names), drawn))

    def test_what_is_proved_and_stated_stands_beside_what_was_measured(self):
        text, _ = self.page(STRASSEN)
        errors = self.lines(text, "Largest output error by n")
        proved = errors["proved: 4*(n - 1)*exp(-n^2/sqrt(7))"]
        # n = 1 to 4, 16 and 32, the printed rows to 4; proved from 3 on
        self.assertEqual((len(errors["printed"]), len(errors["repaired"]), len(proved)), (4, 6, 4))
        for x, y in proved.items():
            self.assertLessEqual(y, errors["repaired"][x])  # above
        text, _ = self.page("strassen/relation-composition", "m=2..3", "--variant", "repaired")
        gaps = self.lines(text, "Least score gap by m")
        stated = next(line for name, line in gaps.items() if name.startswith("stated: c*n^(3/2), c = "))
        self.assertEqual(stated.keys(), gaps["repaired"].keys())
        for x, y in stated.items():
            self.assertGreaterEqual(y, gaps["repaired"][x])  # below
        self.assertTrue(any(y == gaps["repaired"][x] for x, y in stated.items()))  # no larger constant serves

    def test_widths_are_those_of_attest_precision(self):
        _, elements = self.page(STRASSEN, "n=2..3", "--variant", "repaired")
        section = re.sub(r"\s+", " ", elements.text.split("Floating point")[2])
        for size in (2, 3):
            told = self.attest("precision", STRASSEN, f"n={size}", "--formats", "fp16", "--format", "json").json()
            row = [least["bits"] for least in told["least_precision"]]
            self.assertRegex(section, r"n ?= ?" + r"\s*".join(map(str, [size, *row])))

    def test_what_is_refuted_is_explained_as_explain_does(self):
        _, elements = self.page("anna/ema-match2", "--variant", "printed")
        cause = self.attest("explain", "anna/ema-match2", "N=1", "M=1", "--variant", "printed", "--input", "counterexample",
                            "--format", "json").json()["cause"]
        self.assertIn(cause.split(" ", 3)[0], elements.text)
        self.assertIn("WRONG at token 1", elements.text)

    def test_every_kind_of_claim_has_a_page(self):
        for claim in ("strassen/match3-to-sum2", "strassen/split-vc", "strassen/indexing-shattered", "strassen/size-bound",
                      "strassen/matrix-form", "poly/root-finding"):
            with self.subTest(claim=claim):
                self.assert_alone(self.page(claim)[1])

    def test_given_sizes_have_the_status_of_verify(self):
        self.page(STRASSEN, "n=2", "--variant", "repaired")
        _, elements = self.page(STRASSEN, "n=2..3", status=1)
        self.assertIn("at 2 of 2 settings", elements.text)

    def test_a_hostile_file_is_text_on_the_page(self):
        self.write("hostile.theorem", HOSTILE)
        _, elements = self.page("hostile.theorem")
        self.assert_alone(elements)
        self.assertIn("<script>alert(1)</script>", elements.text)
        self.assertIn("own:argmax (hostile.theorem, sha256", elements.text)
        for form in ("markdown", "latex"):
            out = self.attest("report", "hostile.theorem", "--format", form).out
            self.assertNotIn("\n\\end{document}", out)
            if form == "markdown":
                self.assertIsNone(re.search(r"(?<!\\)<[a-z/]", out.split("\n", 1)[1]))

    def test_the_ending_chooses_the_format_and_the_file_says_how_it_was_made(self):
        for ending, begin in (("html", "<!DOCTYPE html>"), ("md", "<!-- attest "), ("tex", "% attest ")):
            name = f"page.{ending}"
            result = self.attest("report", STRASSEN, "n=2", "--variant", "repaired", "--out", name)
            self.assertEqual((result.status, result.out, result.err), (0, "", ""))
            text = (self.directory / name).read_text(encoding="utf-8")
            self.assertTrue(text.startswith(begin))
            self.assertIn(f"--out {name}", text)

    def test_two_runs_make_the_same_page(self):
        command = ("report", "anna/ema-match2", "N=3", "M=4", "--format", "html")
        self.assertEqual(self.attest(*command).out, self.attest(*command).out)


class Catalogue(CommandTest):
    def test_a_row_says_what_the_audit_says_of_its_claim_and_variant(self):
        self.assertEqual(self.attest("report", "--paper", "ea", "--out", "ea.html", timeout=60).status, 0)
        rows = {}
        for verdict in self.attest("audit", "--quick", "--paper", "ea", "--format", "json", timeout=60).documents():
            rows.setdefault((verdict["claim"], verdict["variant"]), []).append(verdict["verdict"])
        text = (self.directory / "ea.html").read_text(encoding="utf-8")
        table = text.split('<table class="catalogue"')[1].split("<tbody>")[1].split("</tbody>")[0]
        cells = [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in table.split("<tr>")[1:]]
        self.assertEqual([(row[1], row[3]) for row in cells], list(rows))
        gravity = ("not-applicable", "holds", "undecided", "refuted", "ill-formed")
        for row in cells:
            verdicts = rows[row[1], row[3]]
            worst = max(verdicts, key=gravity.index)
            self.assertEqual((row[4].split(" (")[0], row[5]), (worst, f"{verdicts.count(worst)} of {len(verdicts)}"))

    def test_the_script_is_the_one_that_the_policy_names(self):
        text = self.attest("report", "ea/cycles", "ea/kernel", "--format", "html").out
        self.assertEqual(Elements(text).mistakes, [])
        script = re.search("<script>(.*?)</script>", text, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn(f"script-src 'sha256-{digest}'", text)
        self.assertEqual(text.count("<script"), 1)
        self.assertNotIn("script-src 'unsafe-inline'", text)

    def test_files_of_ones_own_stand_beside_claims(self):
        self.write("hostile.theorem", HOSTILE)
        text = self.attest("report", "hostile.theorem", "ea/cycles", "--format", "html").out
        elements = Elements(text)
        self.assertEqual((elements.mistakes, elements.names.count("script"), elements.names.count("img")), ([], 1, 0))
        self.assertIn("own:argmax (hostile.theorem", elements.text)

    def test_markdown_and_latex_have_the_same_rows(self):
        for form in ("markdown", "latex"):
            out = self.attest("report", "ea/cycles", "ea/kernel", "--format", form).out
            self.assertIn("cycles", out)
            self.assertIn("printed", out)

    def test_bad_input(self):
        self.assert_bad_value(["report", "--paper", "eb", "--out", "a.html"], "--paper", "eb")
        self.assert_refused(["report", STRASSEN, "--paper", "ea", "--out", "a.html"], "--paper", "both")
        self.assert_refused(["report", STRASSEN, "ea/cycles", "--paper", "ea", "--out", "a.html"], "--paper", "both")
        self.assert_bad_value(["report", STRASSEN, "ea/cycles", "n=2", "--out", "a.html"], "parameter", "n=2")
        self.assert_bad_value(["report", "n=2", "--out", "a.html"], "parameter", "n=2")
        self.assert_bad_value(["report", "ea/cycles", "ea/cycles", "--out", "a.html"], "CLAIM", "ea/cycles")
        self.assert_bad_value(["report", "--variant", "printed", "--out", "a.html"], "--variant", "printed")


class Errata(ErrataTest):
    def test_an_entry_has_its_place_its_reason_its_repair_and_its_check(self):
        sections = self.entries("strassen")
        for entries in sections.values():
            for title, entry in entries.items():
                labels = [label for label, _ in entry]
                for label in ("place", "claimed", "printed", "fails", "command"):
                    self.assertEqual(labels.count(label), 1, (title, label))
                self.assertTrue({"repaired", "repair", "constructed", "one-letter"} & set(labels), title)
        entry = dict(sections["To be corrected"]["Match3[l+1,m] at position 1 answers Sum2[l,m]"])
        self.assertEqual(entry["witness"], '`{"p":[2]}`')
        self.assertIn("says nothing at l=1 m=3", entry["survives"])
        self.assertEqual(self.attest(*shlex.split(entry["replay"].strip("`"))[1:]).status, 1)

    def test_what_a_damaged_copy_may_have_caused_stands_apart(self):
        sections = self.entries("strassen")
        apart = sections["Perhaps damage of the copy that was read"]
        self.assertEqual(sorted(apart), ["One Strassen head composes two functions", "One Strassen head composes two relations"])
        self.assertTrue(all("transcription" in dict(entry) for entry in apart.values()))
        # A statement that is false stays with the authors, whatever was read into the copy.
        self.assertIn("The split-VC dimension of Sum2[l,2l] is at least l/2", sections["To be corrected"])

    def test_bad_input(self):
        self.assert_bad_value(["report", "--errata", "nobody", "--out", "a.md"], "--errata", "nobody")
        self.assert_refused(["report", "--errata", "ea", "--out", "a.pdf"], "--out", "a.pdf")
        self.assert_bad_value(["report", "--errata", "ea", "ea/cycles", "--out", "a.md"], "argument", "ea/cycles")
        self.assert_bad_value(["report", "--errata", "ea", "n=2", "--out", "a.md"], "argument", "n=2")
        self.assert_bad_value(["report", "--errata", "ea", "--paper", "ea", "--out", "a.md"], "--paper", "ea")
        self.assert_bad_value(["report", "--errata", "ea", "--variant", "printed", "--out", "a.md"], "--variant", "printed")


class BadInput(CommandTest):
    def test_endings_and_formats_that_are_none(self):
        for name in ("page.pdf", "page.txt", "page", "page.html.gz", ".html"):
            with self.subTest(name=name):
                self.assert_bad_value(["report", STRASSEN, "n=2", "--out", name], "--out", name)
        self.assert_bad_value(["report", STRASSEN, "--format", "json", "--out", "a.html"], "--format", "json")
        self.assert_refused(["report", STRASSEN], "--out", "missing")
        self.assert_refused(["report", STRASSEN, "--out", ""], "--out")

    def test_what_cannot_be_written(self):
        self.assert_refused(["report", STRASSEN, "n=2", "--out", "missing/page.html"], "--out", "missing/page.html", "writable")
        os.mkdir(self.directory / "folder.html")
        self.assert_refused(["report", STRASSEN, "n=2", "--out", "folder.html"], "--out", "directory")
        self.assert_refused(["report", STRASSEN, "n=2", "--out", "a.html", "--max-bytes", "1K"], "--max-bytes")
        if os.path.exists("/dev/full"):
            result = self.attest("report", STRASSEN, "n=2", "--format", "html", "--out", "/dev/full")
            self.assertEqual((result.status, result.out, len(result.err.splitlines())), (5, "", 1))

    def test_claims_and_sizes_that_are_none(self):
        self.assert_refused(["report", "strassen/function-compositio", "--out", "a.html"], "did you mean")
        self.assert_bad_value(["report", STRASSEN, "n=0", "--out", "a.html"], "n", "0")
        self.assert_bad_value(["report", STRASSEN, "n=2", "--variant", "best", "--out", "a.html"], "--variant", "best")
        self.assert_refused(["report", STRASSEN, "k=2", "--out", "a.html"], "k")
        self.assert_refused(["report", "absent.theorem", "--out", "a.html"], "absent.theorem")
        self.assert_refused(["report", "-", "--out", "a.html"], "standard input", stdin=b"no theorem")


if __name__ == "__main__":
    unittest.main()
