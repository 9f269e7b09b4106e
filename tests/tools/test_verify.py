"""attest verify: the JSON of contract.md field by field, known values, parts' verdicts, exit status."""

import re
from decimal import Decimal

from cli import MATCH2, POLY, STRASSEN, CommandTest, reference, without_time

COUNT = re.compile(r"^(0|[1-9][0-9]*)$")
REAL = re.compile(r"^-?[0-9]\.[0-9]{16}e[+-][0-9]{2,}$")
EXACT = re.compile(r"^-?[0-9]+(/[0-9]+)?(\*sqrt\([0-9]+\))?(\*log\([0-9]+\))?$")
FIELDS = ["schema", "version", "command", "claim", "variant", "source", "parameters", "build", "files", "verdict",
          "kind", "evidence", "reason", "checks", "inputs", "part", "margins", "worst_input", "counterexample",
          "failing", "size", "details", "notes", "seconds"]


class Documents(CommandTest):
    def assert_enclosure(self, value):
        for end in ("lower", "upper"):
            self.assertRegex(value[end], REAL)
        self.assertLessEqual(Decimal(value["lower"]), Decimal(value["upper"]))

    def assert_document(self, document):
        self.assertEqual([key for key in document if key in FIELDS], FIELDS)
        self.assertEqual(document["schema"], "attest/verdict/1")
        self.assertRegex(document["version"], r"^\d+\.\d+\.\d+$")
        self.assertTrue(document["command"].startswith("attest verify "))
        self.assertIn(document["variant"], ("printed", "repaired", "constructed", "logarithmic"))
        self.assertEqual(sorted(document["source"]), ["lines", "seed", "statement"])
        first, last = document["source"]["lines"]
        self.assertLessEqual(first, last)
        self.assertIn(document["verdict"], ("holds", "refuted", "ill-formed", "undecided"))
        if document["verdict"] == "holds":
            self.assertIn(document["evidence"], ("symbolic", "enumeration"))
            self.assertIsNone(document["reason"])
            self.assertIsNone(document["counterexample"])
        else:
            self.assertIsNone(document["evidence"])
            self.assertIsInstance(document["reason"], str)
        for check in document["checks"]:
            self.assertEqual(list(check), ["name", "essential", "verdict", "kind", "evidence", "reason"])
            if check["verdict"] != "refuted":
                self.assertIsNone(check["kind"])
            self.assertIsInstance(check["essential"], bool)
            self.assertEqual(check["verdict"] == "holds", check["evidence"] is not None)
            if check["essential"] and document["verdict"] == "holds":
                self.assertEqual(check["verdict"], "holds")
        self.assertEqual(list(document["inputs"]), ["space", "total", "checked", "failing", "undecided"])
        for count in document["inputs"].values():
            self.assertIsInstance(count, str)
            self.assertRegex(count, COUNT)
        space, total, checked, failing, undecided = (int(count) for count in document["inputs"].values())
        self.assertTrue(failing + undecided <= checked <= total <= space)
        if document["verdict"] == "holds":
            self.assertEqual((checked, undecided), (total, 0))
        self.assertRegex(document["build"], r"^([0-9a-f]{40}(-dirty-[0-9a-f]{12})?|sources-[0-9a-f]{12})$")
        self.assertEqual(document["files"], {})
        self.assertEqual(list(document["margins"]), ["score_gap", "output_error", "decision_margin"])
        for value in document["margins"].values():
            if value is not None:
                self.assert_enclosure(value)
        if document["margins"]["score_gap"] is not None:
            self.assertRegex(document["margins"]["score_gap"]["exact"], EXACT)
        self.assertRegex(document["worst_input"]["rank"], COUNT)
        self.assertIsInstance(document["failing"], list)
        self.assertEqual(list(document["size"]), ["heads", "embedding_dimension", "mlp_parameters"])
        self.assertIsInstance(document["details"]["choices"], list)
        self.assertIsInstance(document["notes"], list)
        self.assertGreaterEqual(document["seconds"], 0)

    def test_every_field_of_a_verdict_is_as_the_contract_has_it(self):
        for arguments in ((STRASSEN, "n=1..3"), (MATCH2, "N=3", "M=4"), (POLY, "t=2", "n=2", "A2=1"),
                          (POLY, "t=2", "n=1..2")):
            for document in self.verdicts(*arguments):
                with self.subTest(arguments=arguments, variant=document["variant"]):
                    self.assert_document(document)
                    self.assertIsNone(document["part"])

    def test_there_is_one_line_for_every_variant_and_setting(self):
        seen = [(d["parameters"]["n"], d["variant"]) for d in self.verdicts(STRASSEN, "n=1..3")]
        self.assertEqual(seen, [(n, v) for n in (1, 2, 3) for v in ("printed", "repaired")])
        self.assertEqual([d["variant"] for d in self.verdicts(MATCH2, "N=2", "M=3")],
                         ["printed", "repaired", "constructed"])

    def test_parameters_are_shown_with_defaults_and_in_lowest_terms(self):
        document = self.verdict(POLY, "t=2", "n=2", "A2=6/4", "--variant", "repaired")
        self.assertEqual(document["parameters"], {"t": 2, "n": 2, "A2": "3/2"})
        document = self.verdict(MATCH2, "N=2", "M=3", "--variant", "repaired")
        self.assertEqual(document["parameters"], {"N": 2, "M": 3, "domain": "positive"})

    def test_the_command_in_a_verdict_reproduces_it(self):
        document = self.verdict(MATCH2, "N=3", "M=4", "--variant", "printed", "--failing", "2")
        again = self.attest(*document["command"].split()[1:]).json()
        self.assertEqual(without_time(again), without_time(document))

    def test_the_json_is_the_same_for_any_number_of_threads(self):
        for arguments in ((STRASSEN, "n=3"), (MATCH2, "N=4", "M=5", "--failing", "3"),
                          (POLY, "t=2", "n=3", "--failing", "3"), (POLY, "t=3", "n=2", "A2=1", "--first")):
            with self.subTest(arguments=arguments):
                runs = [[without_time(d) for d in self.verdicts(*arguments, "--threads", threads)]
                        for threads in ("1", "2", "3")]
                self.assertEqual(runs[0], runs[1])
                self.assertEqual(runs[0], runs[2])

    def test_a_reason_does_not_repeat_itself(self):
        document = self.verdict(STRASSEN, "n=1", "--part", "3/5", "--variant", "repaired")
        clauses = document["reason"].split("; ")
        self.assertEqual(len(clauses), len(set(clauses)), document["reason"])


class KnownValues(CommandTest):
    def assert_encloses(self, enclosure, value, width="1e-11"):
        lower, upper, value = Decimal(enclosure["lower"]), Decimal(enclosure["upper"]), Decimal(value)
        self.assertLessEqual(lower, value)
        self.assertLessEqual(value, upper)
        self.assertLess(upper - lower, Decimal(width))

    def test_strassen_has_n_to_the_2n_plus_1_inputs_and_no_failing_one(self):
        for document in self.verdicts(STRASSEN, "n=1..3"):
            n = document["parameters"]["n"]
            size = str(n ** (2 * n + 1))
            self.assertEqual(document["inputs"], {"space": size, "total": size, "checked": size, "failing": "0",
                                                  "undecided": "0"})
            self.assertEqual(document["verdict"], "holds" if document["variant"] == "repaired" else "refuted")

    def test_the_worst_errors_of_strassen_are_those_of_the_reference(self):
        exhaustive = reference()["strassen"]["exhaustive"]
        for document in self.verdicts(STRASSEN, "n=1..3", "--variant", "repaired"):
            expected = exhaustive[str(document["parameters"]["n"])]
            self.assert_encloses(document["margins"]["output_error"], expected["worst_error"])
            self.assert_encloses(document["margins"]["decision_margin"], expected["least_margin"])
            self.assert_encloses(document["margins"]["score_gap"], expected["least_gap"], "1e-15")
            self.assertEqual(document["worst_input"]["rank"], str(expected["lowest_worst"]["rank"]))
        self.assert_encloses(self.verdict(STRASSEN, "n=2", "--variant", "repaired")["margins"]["output_error"],
                             "0.42388564743106593194")

    def test_exact_gaps_are_in_lowest_terms(self):
        exact = [d["margins"]["score_gap"]["exact"] for d in self.verdicts(STRASSEN, "n=1..3", "--variant", "repaired")]
        self.assertEqual(exact, ["1/7*sqrt(7)", "4/7*sqrt(7)", "9/7*sqrt(7)"])

    def test_the_least_A2_of_poly_is_the_reference_value(self):
        for t, n, least in ((2, 2, "39/4"), (3, 2, "81/4"), (2, 3, "14")):
            document = self.verdict(POLY, f"t={t}", f"n={n}", "--variant", "repaired", status=0)
            self.assertEqual(document["details"]["least"]["value"], least)
            self.assertEqual(document["parameters"]["A2"], least)
            expected = reference()["poly"]["least_A2"][f"{t},{n}"]["at_least"]
            self.assert_encloses(document["margins"]["output_error"], expected["worst_error"])

    def test_poly_just_below_its_least_A2_fails(self):
        for t, n in ((2, 2), (3, 2), (2, 3)):
            below = reference()["poly"]["least_A2"][f"{t},{n}"]["one_step_below"]
            document = self.verdict(POLY, f"t={t}", f"n={n}", f"A2={below['A2']}", "--variant", "repaired", status=1)
            self.assertEqual(document["inputs"]["failing"], str(below["failing"]))
            self.assertEqual(document["counterexample"]["rank"], str(below["lowest_failing"]["rank"]))

    def test_printed_poly_is_ill_formed(self):
        document = self.verdict(POLY, "t=2", "n=2", "A2=10", "--variant", "printed", status=1)
        self.assertEqual(document["verdict"], "ill-formed")

    def test_printed_match2_fails_on_37_of_64_inputs(self):
        document = self.verdict(MATCH2, "N=3", "M=4", "--variant", "printed", status=1)
        self.assertEqual(document["inputs"], {"space": "64", "total": "64", "checked": "64", "failing": "37",
                                              "undecided": "0"})
        self.assertEqual(document["counterexample"]["rank"], "3")
        self.assertIsNone(document["margins"]["score_gap"])

    def test_match2_fails_as_often_as_the_reference_says(self):
        for expected in reference()["anna"]:
            if (expected["N"], expected["M"]) in ((1, 1), (2, 3), (3, 4), (4, 4)):
                with self.subTest(**{k: expected[k] for k in ("N", "M", "domain", "variant")}):
                    document = self.verdict(MATCH2, f"N={expected['N']}", f"M={expected['M']}",
                                            f"domain={expected['domain']}", "--variant", expected["variant"])
                    self.assertEqual(document["inputs"]["space"], str(expected["inputs"]))
                    self.assertEqual(document["inputs"]["failing"], str(expected["failing"]))


class Failing(CommandTest):
    def test_failing_inputs_are_listed_from_the_lowest_rank(self):
        ranks = [f["rank"] for f in self.verdict(MATCH2, "N=3", "M=4", "--variant", "printed",
                                                 "--failing", "3")["failing"]]
        self.assertEqual(ranks, ["3", "7", "11"])

    def test_more_failing_inputs_than_there_are_lists_them_all(self):
        document = self.verdict(MATCH2, "N=3", "M=4", "--variant", "printed", "--failing", "1000")
        self.assertEqual(len(document["failing"]), 37)
        self.assertEqual(document["failing"][0]["rank"], document["counterexample"]["rank"])

    def test_first_stops_at_the_counterexample_of_lowest_rank(self):
        for arguments in ((MATCH2, "N=3", "M=4", "--variant", "printed"),
                          (POLY, "t=2", "n=2", "A2=1", "--variant", "repaired"),
                          (POLY, "t=2", "n=3", "A2=55/4", "--variant", "repaired")):
            with self.subTest(arguments=arguments):
                whole = self.verdict(*arguments, status=1)
                first = self.verdict(*arguments, "--first", "--threads", "2", status=1)
                self.assertEqual(first["counterexample"], whole["counterexample"])
                self.assertEqual(int(first["inputs"]["checked"]), int(whole["counterexample"]["rank"]) + 1)
                self.assertEqual(first["inputs"]["failing"], "1")

    def test_first_changes_nothing_where_nothing_fails(self):
        document = self.verdict(STRASSEN, "n=2", "--variant", "repaired", "--first", status=0)
        self.assertEqual(document["inputs"]["checked"], "32")

    def test_a_counterexample_can_be_replayed(self):
        document = self.verdict(MATCH2, "N=3", "M=4", "--variant", "printed")
        replay = self.attest(*document["counterexample"]["replay"].split()[1:], "--format", "json")
        self.assertEqual(replay.status, 1)
        self.assertEqual(replay.json()["input"], document["counterexample"]["input"])


class Status(CommandTest):
    def test_holds_is_0_and_refuted_is_1(self):
        self.assertEqual(self.attest("verify", STRASSEN, "n=2", "--variant", "repaired").status, 0)
        self.assertEqual(self.attest("verify", STRASSEN, "n=2", "--variant", "printed").status, 1)

    def test_one_refuted_verdict_among_several_is_1(self):
        self.assertEqual(self.attest("verify", STRASSEN, "n=2").status, 1)

    def test_a_part_without_inputs_is_undecided(self):
        document = self.verdict(STRASSEN, "n=1", "--part", "3/5", "--variant", "repaired", status=3)
        self.assertEqual(document["verdict"], "undecided")
        self.assertEqual(document["inputs"], {"space": "1", "total": "0", "checked": "0", "failing": "0",
                                              "undecided": "0"})

    def test_a_finished_run_says_nothing_on_standard_error(self):
        self.assertEqual(self.attest("verify", STRASSEN, "n=2").err, "")

    def test_a_long_run_says_beforehand_how_long_it_is(self):
        words = ["verify", "strassen/quotient-composition", "m=3", "--budget", "0.01"]
        begin = "strassen/quotient-composition printed m=3 factor=5: "
        self.assertRegex(self.attest(*words).err,
                         f"^{begin}7077888 inputs; [1-9][0-9]{{9,10}} steps, about [1-9]0* s of one core\n$")
        self.assertEqual(self.attest(*words, "--part", "0/2").err, f"{begin}3538944 inputs in this part of 7077888\n")
        self.assertEqual(self.attest(*words, "--quiet").err, "")
