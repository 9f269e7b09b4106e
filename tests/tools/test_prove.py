"""attest prove: one theorem for every size, and the table of all."""

import csv
import io
import json
import os
import pathlib
import unittest
import unittest.mock

from cli import MATCH2, STRASSEN, CommandTest


class Prove(CommandTest):
    def test_the_table_holds_the_proof_or_the_obstacle_of_every_text_of_the_catalogue_and_the_gallery(self):
        document = self.attest("prove", "--format", "json", timeout=60).json()
        self.assertEqual(document["schema"], "attest/proofs/1")
        proofs = {proof["theorem"]: proof for proof in document["proofs"]}
        proved = {name for name, proof in proofs.items() if proof["verdict"] == "holds"}
        self.assertLessEqual(
            {MATCH2, STRASSEN, "strassen/quotient-composition", "strassen/relation-composition",
             "strassen/third-order-match3", "strassen/triangular-relation-composition", "strassen/match3",
             "ea/next-token", "ea/next-token-dot-product", "examples/majority.theorem", "examples/xor.theorem"},
            proved)
        self.assertEqual(proofs["strassen/quotient-composition"]["lemma"], "distinct-multiples")
        # Something stands in the way of whatever is not proved.
        for name, proof in proofs.items():
            if name not in proved:
                self.assertTrue(proof["reason"] or proof["refusal"], name)
        self.assertEqual(proofs[STRASSEN]["from"], [{"n": 3}])
        composition = proofs["poly/function-composition"]
        self.assertEqual([(piece["parameters"], piece["verdict"]) for piece in composition["below"]],
                         [({"t": t}, "holds") for t in (2, 3, 4)])
        self.assertIn("A2 = 13981/1000 is proved", composition["below"][0]["note"])
        self.assertEqual(composition["open"][0]["from"], {"t": 5})
        self.assertEqual(proofs["ea/next-token"]["from"], [{"N": 2, "context": "tau + 1", "tau": 1}])
        self.assertEqual(proofs["ea/next-token"]["verdict"], "holds")

    def test_a_table_out_of_budget_has_a_row_for_every_text(self):
        result = self.attest("prove", "--format", "csv", "--budget", "1", timeout=30)
        rows = {row["theorem"]: row for row in csv.DictReader(io.StringIO(result.out))}
        self.assertEqual((result.status, len(rows)), (3, result.out.count("\n") - 1))
        self.assertLessEqual({MATCH2, "strassen/match3", "examples/majority.theorem"}, set(rows))
        self.assertEqual(rows[MATCH2]["lemma"], "exact-match")
        for name, row in rows.items():
            self.assertIn(row["every size"], ("holds", "undecided"))
            if row["every size"] != "holds":
                self.assertNotEqual(row["below, or what is in the way"], "", name)

    def test_a_window_is_a_value_that_fails_with_its_input_and_one_that_is_proved(self):
        document = self.attest("prove", "poly/function-composition", "t=2", "--format", "json").json()
        self.assertEqual(document["verdict"], "holds")
        window = document["window"]
        self.assertEqual(window["proved"], "13981/1000")
        run = self.attest("run", "poly/function-composition", "t=2", "n=%d" % window["fails"]["parameters"]["n"],
                          "A2=" + window["fails"]["value"], "--input", json.dumps(window["fails"]["input"]),
                          "--format", "json").json()
        self.assertEqual(run["verdict"], "refuted")

    def test_the_end_of_a_window_that_is_proved_is_proved_at_the_sizes_below_the_corner_as_well(self):
        # 23/50 is proved from n = 2 on and fails at n = 1.
        file = str(pathlib.Path(__file__).parent.parent / "accepted" / "proofs" / "window_below_the_corner.theorem")
        end = self.attest("prove", file, "--format", "json").json()["window"]["proved"]
        self.assertEqual(self.attest("prove", file, "A=" + end).status, 0)
        self.assertEqual(self.attest("prove", file, "A=23/50").status, 1)

    def test_a_constant_without_a_parameter_has_a_window_whose_ends_are_proved_and_beside_which_inputs_fail(self):
        file = self.write("decision.theorem", """attest-theorem 1
theorem decision
sizes n >= 1
input w : word n over {0, 1}, p : [n]
tokens i in [n + 1] carry num = w ++ (p)
task at n + 1, sign: w(p) = 1
layer residual
  embed pos = i, sq = i^2, num = num, one = 1, out = 0
  head softmax, scale n^2 + 4
    query = (2*num, -one)
    key = (pos, sq)
    value = (out: num)
readout out - 1/2
check output
""")
        result = self.attest("prove", file, "--window", "threshold", "--format", "json")
        window = result.json()["window"]
        self.assertEqual(window["proved"], "7/500")
        self.assertEqual(window["greatest"]["proved"], "493/500")
        self.assertEqual(window["greatest"]["fails"], {"value": "1", "parameters": {"n": 1}, "input": {"w": [1], "p": 1}})
        self.assertEqual(window["values"], [])
        self.assertEqual(self.attest("prove", file, "--window", "tau").status, 2)
        self.assertEqual(self.attest("prove", "--window", "scale").status, 2)

    def test_a_corner_says_why_it_is_not_smaller_and_the_bound_stands_beside_the_largest_error(self):
        document = self.attest("prove", STRASSEN, "--format", "json").json()
        self.assertEqual([smaller["from"] for smaller in document["smaller"]], [{"n": "2"}])
        self.assertTrue(document["smaller"][0]["refusal"].startswith("bound (an error that is small enough): "))
        for measured in document["errors"]:
            if measured["bound"]:
                self.assertGreater(float(measured["bound"]), float(measured["error"]["lower"]))
        self.assertEqual([measured["parameters"]["n"] for measured in document["errors"] if measured["bound"]], [3])
        # The same as `verify` finds.
        margins = self.attest("verify", STRASSEN, "n=3", "--variant", "repaired", "--format", "json").documents()[0]["margins"]
        self.assertEqual(margins["output_error"], document["errors"][-1]["error"])

    def test_a_power_that_does_not_follow_is_said_beside_the_one_that_does(self):
        document = self.attest("prove", "poly/function-composition", "t=2", "A2=18", "--format", "json").json()
        self.assertEqual([check["name"] for check in document["not_shown"]], ["error"])
        self.assertIn("error <= n^(t - A2), which is n^(-16) here, is not shown; error <= n^(-", document["not_shown"][0]["statement"])
        self.assertTrue(any("error" in refuted for measured in document["errors"] for refuted in measured["refuted"]))

    def test_nothing_is_said_twice(self):
        for theorem in ("anna/induction-heads", str(pathlib.Path(__file__).parents[2] / "examples" / "inverse.theorem")):
            result = self.attest("prove", theorem, columns=2000)
            self.assertEqual(result.status, 3)
            refusal = self.attest("prove", theorem, "--format", "json").json()["refusal"]
            self.assertEqual(result.out.count(refusal), 1, result.out)

    def test_settings_that_fill_a_box_are_one_line(self):
        result = self.attest("prove", "anna/induction-heads", columns=200)
        self.assertIn("N = 1..3, sigma = 1..3: hold (enumeration)\n", result.out)

    def test_rows_that_are_shattered_are_proved_for_every_size(self):
        document = self.attest("prove", "strassen/sum2-shattered", "--variant", "printed", "--format", "json").json()
        self.assertEqual((document["verdict"], document["from"], document["lemma"]), ("refuted", [{"l": 4}], "shattering"))
        self.assertEqual([(piece["parameters"], piece["verdict"]) for piece in document["below"]], [({"l": 2}, "refuted")])
        self.assertEqual(self.attest("prove", "strassen/disjointness-shattered").status, 0)
        self.assertEqual(self.attest("prove", "strassen/disjointness-shattered", "m=3").status, 0)

    def test_a_table_without_time_says_what_was_not_begun(self):
        result = self.attest("prove", "--budget", "0.000001", timeout=60)
        self.assertEqual(result.status, 3)
        self.assertRegex(result.err, r"attest: \d+ of \d+ theorems were not begun: the budget was used up\n")

    def test_latex_has_bound_and_sizes_as_formulas(self):
        result = self.attest("prove", STRASSEN, "--format", "latex")
        self.assertEqual(result.status, 0)
        self.assertIn(r"$n \ge  3$", result.out)
        self.assertIn(r"\[ 4\,(n - 1)\,\exp(-n^{2}/\sqrt{7}) \]", result.out.replace(r"\allowbreak ", "").replace(r"\penalty1000 ", ""))
        self.assertEqual(result.out.count(r"\begin{itemize}"), result.out.count(r"\end{itemize}"))

    def test_one_theorem_has_no_csv(self):
        result = self.attest("prove", STRASSEN, "--format", "csv")
        self.assertEqual(result.status, 2)
        self.assertIn("--format", result.err)

    def test_a_parameter_of_words_takes_one_of_them(self):
        document = self.attest("prove", MATCH2, "domain=nonnegative", "--format", "json").json()
        self.assertEqual((document["verdict"], document["fixed"]), ("holds", {"domain": "nonnegative"}))
        result = self.attest("prove", MATCH2, "domain=2")
        self.assertEqual(result.status, 2)
        self.assertIn("positive", result.err)

    def test_a_budget_is_one_for_all_settings(self):
        document = self.attest("prove", STRASSEN, "--budget", "0.000001", "--format", "json").json()
        self.assertEqual(document["from"], [{"n": 3}])
        self.assertEqual(document["verdict"], "undecided")
        self.assertEqual([setting["parameters"] for setting in document["open"]], [{"n": 2}])  # n = 1 by the lemma

    # Coq itself is asked in `.ci/release proofs`; here by a compiler that answers as it is told.
    def test_what_the_kernel_says_is_reported(self):
        compiler = self.directory / "coqc"
        for said, verdict, status in (("echo Closed under the global context", "accepted", 0),
                                      ("echo Axioms:; echo 'Classical_Prop.classic : forall P : Prop, P \\/ ~ P'", "accepted", 0),
                                      ("echo Axioms:; echo 'Classical_Prop.classic : forall P : Prop, P'", "rejected", 3),
                                      ("echo Axioms:; echo 'exported.lemma : False'", "rejected", 3),
                                      ("kill -KILL $$", "undecided", 3),
                                      ("kill -INT $PPID; exec sleep 100", "undecided", 130),
                                      ("echo Error: no; exit 1", "rejected", 3)):
            compiler.write_text(f"#!/bin/sh\ncase $1 in --version) echo The Coq Proof Assistant, version 8.16.1; exit;; esac\n{said}\n",
                                encoding="utf-8")
            compiler.chmod(0o755)
            with unittest.mock.patch.dict(os.environ, COQC=str(compiler)):
                result = self.attest("prove", STRASSEN, "--kernel", "--format", "json")
            self.assertEqual((result.status, result.json()["kernel"]["verdict"]), (status, verdict), said)

        with unittest.mock.patch.dict(os.environ, COQC=str(compiler)):
            text = self.attest("prove", STRASSEN, "--kernel").out
        self.assertIn("rejected by Coq 8.16.1: the library's Sums: Error: no", " ".join(text.split()))

    def test_without_the_option_or_the_compiler_the_kernel_is_not_asked(self):
        self.assertEqual(self.attest("prove", STRASSEN, "--format", "json").json()["kernel"], "not run")
        with unittest.mock.patch.dict(os.environ, COQC=str(self.directory / "nothing")):
            result = self.attest("prove", STRASSEN, "--kernel")
            refused = self.attest("prove", "strassen/third-order-match3", "--kernel", "--format", "json")
        self.assertEqual((result.status, result.out, result.err.count("\n")), (2, "", 1))
        self.assertIn("Debian's package coq", result.err)
        self.assertEqual((refused.status, refused.json()["kernel"]["verdict"]), (3, "not exported"))
        self.assertEqual(self.attest("prove", "--kernel").status, 2)


if __name__ == "__main__":
    unittest.main()
