"""Whatever a command answers in LaTeX is set by pdflatex without an error and stays within the page."""

import re
import subprocess
import unittest

from cli import CommandTest

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,array,booktabs,longtable}
\begin{document}
"""

# What may stand out of the text's width, in points; it cannot be seen.
MARGIN = 1

COMMANDS = [
    ("list",),
    ("show", "strassen/match3"),
    ("show", "strassen/function-composition", "n=2"),
    ("verify", "strassen/function-composition", "n=2..3"),
    ("verify", "anna/ema-match2", "N=3", "M=4", "--failing", "3"),
    ("audit", "--quick", "--paper", "dat"),
    ("audit", "strassen/quotient-composition", "strassen/match3", "--quick"),
    ("run", "strassen/relation-composition", "m=2", "--input", "random"),
    ("run", "anna/simulates-mpc", "protocol=sort", "n=4", "s=2", "--input", "random"),
    ("prove",),
    ("prove", "strassen/quotient-composition"),
    ("prove", "poly/function-composition", "t=2", "A2=18"),
    ("explain", "strassen/match3", "n=3", "m=5", "--variant", "repaired", "--input", "worst"),
    ("explain", "anna/k-hop", "N=4", "sigma=2", "k=2", "--input", "random"),
    ("explain", "anna/simulates-mpc", "protocol=sort", "n=4", "s=2", "--input", "random"),
    ("explain", "strassen/indexing-shattered", "n=3", "--input", "random"),
    ("reduce", "strassen/match3-to-sum2", "l=2", "m=4", "--check"),
    ("reduce", "strassen/match3-to-sum2", "l=2", "m=4", "--explain"),
    ("reduce", "ksat-to-kip", "n=4", "k=3", "clauses=5"),
    ("shatter", "indexing", "n=2"),
    ("bound", "strassen/size-bound", "task=match3", "n=10..12"),
    ("precision", "strassen/function-composition", "n=2"),
    ("precision", "strassen/function-composition", "--every-size"),
    ("repair", "strassen/function-composition", "--variant", "repaired", "--minimise"),
    ("report", "strassen/function-composition"),
    ("report", "anna/ema-match2", "N=3", "M=4"),
    ("report", "strassen/match3-to-sum2"),
    ("report", "--paper", "dat"),
    ("report", "--errata", "strassen"),
    ("report", "--errata", "dat"),
    ("bench", "tree", "n=2^4..2^5", "d=4"),
    ("check", "majority.theorem"),
    ("show", "strassen/quotient-composition", "m=2"),
    ("show", "poly/root-finding", "p=x1+x2", "n=2", "r=1"),
    ("explain", "poly/root-finding", "p=x1-x2^2", "n=3", "r=2", "--variant", "printed"),
    ("explain", "strassen/function-composition", "n=2", "--variant", "printed"),
    ("show", "anna/k-hop"),
    ("show", "dat/dual-attention"),
    ("merge", "part0.json", "part1.json"),
]


class Pages(CommandTest):
    def test_every_answer_is_set_within_the_page(self):
        self.write("majority.theorem", self.attest("new", "argmax").out)
        for part in range(2):
            self.attest("verify", "strassen/function-composition", "n=2", "--part", f"{part}/2", "--out", f"part{part}.json")
        for arguments in COMMANDS:
            with self.subTest(arguments=arguments):
                result = self.attest(*arguments, "--format", "latex", timeout=120)
                self.assertIn(result.status, (0, 1, 3), result.err)
                self.write("page.tex", PREAMBLE + result.out + "\\end{document}\n")
                done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=self.directory,
                                      capture_output=True, timeout=120, check=False)
                log = (self.directory / "page.log").read_text(encoding="latin-1")
                self.assertEqual(done.returncode, 0, re.findall(r"^!.*(?:\n.*){3}", log, re.M)[:1])
                wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log)]
                self.assertLessEqual(max(wide, default=0), MARGIN)


if __name__ == "__main__":
    unittest.main()
