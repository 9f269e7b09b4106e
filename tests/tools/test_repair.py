"""attest repair: the smallest edit that makes a refuted theorem hold."""

import re
import signal
import time
import unittest

from cli import CommandTest

LOOKUP = """attest-theorem 1
theorem lookup "The letter at a place"
sizes n >= 1
input a : [n] -> [2], x : [n]
tokens i in [n + 1] carry num = if i <= n then a(i) else 0, at = if i <= n then i else x
task at n + 1, number: a(x)
layer
  embed num = num, at = at, pos = i, sq = i^2, one = 1, out = 0
  head hard-maximum
    query (i) = (at, one)
    key (j) = (2*pos, sq)
    value (j) = (out: num)
readout out
check output
"""


class Repair(CommandTest):
    def file(self, text, name="mine.theorem"):
        path = self.directory / name
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def test_the_variant_that_is_printed_mends_the_file_it_is_pasted_into(self):
        path = self.file(LOOKUP)
        result = self.attest("repair", path, "--edits", "1")
        self.assertEqual(result.status, 0)
        self.assertIn("REPAIRED by 1 edit, of cost 2, for every size\n", result.out)
        variant = re.search(r"^variant repaired\n(?:  .*\n)+", result.out, re.M).group(0)
        self.assertIn("  change query (i) = (at, -one)  because \"at n=", variant)
        self.assertIn("change key (j) = (2*pos, -sq) (proved", result.out)  # as cheap
        mended = self.file(LOOKUP + variant, "mended.theorem")
        self.assertEqual(self.attest("verify", mended, "n=1..3", "--variant", "repaired").status, 0)
        self.assertEqual(self.attest("verify", mended, "n=2", "--variant", "stated").status, 1)

    def test_json_says_what_was_tried_and_where_the_repair_holds(self):
        result = self.attest("repair", "strassen/function-composition", "--format", "json")
        self.assertEqual(result.status, 0)
        document = result.json()
        self.assertEqual(document["schema"], "attest/repair/1")
        self.assertEqual((document["claim"], document["variant"]), ("strassen/function-composition", "printed"))
        self.assertEqual((document["outcome"], document["repair"]["cost"]), ("repaired", 2))
        self.assertEqual([patch["path"] for patch in document["repair"]["patches"]], ["displayed score"])
        self.assertEqual({seen["verdict"] for seen in document["repair"]["verified"]}, {"holds"})
        self.assertEqual(document["repair"]["proof"]["verdict"], "holds")
        self.assertIn("refuted", {seen["verdict"] for seen in document["print"]})
        tried = {name: int(count) for name, count in document["tried"].items()}
        self.assertEqual(tried["made"], sum(count for name, count in tried.items() if name not in ("made", "fell", "proved")))

    def test_a_repair_of_one_setting_is_not_said_to_be_one_of_every_size(self):
        self.assertIn("REPAIRED by 1 edit, of cost 2, at the sizes that were run\n", self.attest("repair", self.file(LOOKUP), "n=2").out)

    def test_what_holds_is_not_repaired(self):
        result = self.attest("repair", "anna/sum", "N=2", "M=2")
        self.assertEqual(result.status, 0)
        self.assertIn("NOTHING TO REPAIR\n", result.out)
        self.assertIn("N=2 M=2 (4 inputs in all)", result.out)

    def test_a_theorem_of_fewer_sizes_is_called_that_and_is_no_repair(self):
        result = self.attest("repair", "strassen/match3-to-sum2")
        self.assertEqual(result.status, 1)
        self.assertIn("NO REPAIR FOUND; it holds of fewer sizes\n", result.out)
        self.assertIn("variant narrowed\n  add judged if m != 3  because ", result.out)

    def test_the_budget_ends_a_search_with_what_was_tried(self):
        result = self.attest("repair", "anna/final-output", "--budget", "0.5")
        self.assertEqual(result.status, 3)
        self.assertIn("NO REPAIR FOUND so far: the budget was used up\n", result.out)
        self.assertRegex(result.out, r"tried +\d+ candidates in ")

    def test_an_interrupted_search_says_what_it_had_tried(self):
        process = self.start("repair", "poly/function-composition")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertIn("NO REPAIR FOUND so far: interrupted\n", out.decode())

    def test_a_search_goes_on_from_its_checkpoint_to_the_same_answer(self):
        path = self.file(LOOKUP.replace("(out: num)", "(out: pos)"))
        whole = self.attest("repair", path, "--format", "json").json()
        self.assertEqual((whole["outcome"], whole["repair"]["cost"]), ("repaired", 4))
        process = self.start("repair", path, "--checkpoint", "kept.json", "--format", "json", "--progress", "never")
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        self.assertTrue((self.directory / "kept.json").exists())
        self.assertEqual([name for name in self.files() if "kept" in name], ["kept.json"])  # no temporary file is left
        rest = self.attest("repair", path, "--checkpoint", "kept.json", "--format", "json").json()
        again = self.attest("repair", path, "--checkpoint", "kept.json", "--format", "json").json()
        for field in ("outcome", "complete", "print", "repair", "others", "tried"):
            self.assertEqual(rest[field], whole[field], field)
            self.assertEqual(again[field], whole[field], field)
        # Of another theorem, number of edits, sizes, build; no checkpoint at all.
        other = self.file(LOOKUP, "other.theorem")
        kept = (self.directory / "kept.json").read_text(encoding="utf-8")
        for arguments, named in (((other,), "another theorem"), ((path, "--edits", "1"), "edits 2"), ((path, "n=2"), "sizes []")):
            refused = self.attest("repair", *arguments, "--checkpoint", "kept.json")
            self.assertEqual((refused.status, refused.out, refused.err.count("\n")), (2, "", 1))
            self.assertIn(named, refused.err)
        for text, named in ((re.sub('"build":"[^"]*"', '"build":"x"', kept), "another build"), (kept.replace('"order"', '"ordre"'), "a whole checkpoint"),
                            ("{}", "a file that"), ("not JSON", "--checkpoint")):
            self.file(text, "kept.json")
            refused = self.attest("repair", path, "--checkpoint", "kept.json")
            self.assertEqual((refused.status, refused.out, refused.err.count("\n")), (2, "", 1), refused.err)
            self.assertIn(named, refused.err)
            self.assertEqual((self.directory / "kept.json").read_text(encoding="utf-8"), text)

    def test_the_least_form_is_a_variant_that_holds(self):
        text = LOOKUP.replace("(2*pos, sq)", "(2*pos, -sq)").replace("out = 0", "spare = at^2, out = 0")
        path = self.file(text)
        result = self.attest("repair", path, "--minimise")
        self.assertEqual(result.status, 0)
        self.assertIn("LEAST FORM FOUND: ", result.out)
        self.assertIn("  goes           coordinate spare of the embedding\n", result.out)
        self.assertRegex(result.out, r"  dimension      at most \d \(the theorem has 7\)\n")
        variant = re.search(r"^variant least\n(?:  .*\n)+", result.out, re.M).group(0)
        least = self.file(text + variant, "least.theorem")
        self.assertEqual(self.attest("verify", least, "n=1..3", "--variant", "least").status, 0)
        document = self.attest("repair", path, "--minimise", "--format", "json").json()
        self.assertEqual((document["schema"], document["outcome"], document["complete"]), ("attest/least-form/1", "reduced", True))
        self.assertLess(document["upper_bounds"]["embedding_dimension"]["at_most"], document["upper_bounds"]["embedding_dimension"]["stated"])
        self.assertIsNone(document["upper_bounds"]["scale"])  # a hard maximum has none
        self.assertTrue(document["needed"])

    def test_of_what_does_not_hold_there_is_no_least_form(self):
        result = self.attest("repair", self.file(LOOKUP), "--minimise")
        self.assertEqual(result.status, 1)
        self.assertIn("NOTHING TO MINIMISE: the theorem does not hold\n", result.out)
        for arguments, named in ((("--edits", "1"), "--edits"), (("--checkpoint", "x"), "--checkpoint"), (("--variant", "x"), "--variant")):
            refused = self.attest("repair", self.file(LOOKUP), "--minimise", *arguments)
            self.assertEqual((refused.status, refused.out, refused.err.count("\n")), (2, "", 1))
            self.assertIn(named, refused.err)

    def test_verify_says_what_repair_would_try(self):
        path = self.file(LOOKUP)
        verdict = self.attest("verify", path, "n=2", "--format", "json").json()
        offer = verdict["repair"]
        self.assertEqual(offer["command"], "attest repair mine.theorem --variant stated")
        tried = self.attest("repair", path, "--edits", "1", "--format", "json").json()["tried"]
        self.assertGreaterEqual(int(offer["edits"]), int(tried["made"]))  # the search ends where nothing as cheap is left
        self.assertLessEqual(offer["estimated_seconds"]["least"], offer["estimated_seconds"]["most"])
        self.assertNotIn("attest repair", self.attest("verify", path, "n=2").out)  # for who reads a terminal
        mended = self.file(LOOKUP.replace("(2*pos, sq)", "(2*pos, -sq)"), "mended.theorem")
        self.assertIsNone(self.attest("verify", mended, "n=2", "--format", "json").json()["repair"])
        rows = self.attest("verify", "strassen/indexing-shattered", "n=1", "--variant", "printed", "--format", "json").json()["repair"]
        self.assertEqual(rows["edits"], "0")

    def test_refusals_take_one_line(self):
        for arguments, named in ((("anna/lsh",), "claim"), (("strassen/match3", "--edits", "0"), "--edits"),
                                 (("strassen/match3", "--variant", "mended"), "--variant"),
                                 (("anna/k-hop", "--variant", "printed"), "--variant"),
                                 (("strassen/match3", "q=1"), "q"), (("strassen/match3", "--format", "csv"), "--format")):
            with self.subTest(arguments=arguments):
                result = self.attest("repair", *arguments)
                self.assertEqual((result.status, result.out), (2, ""))
                self.assertIn(named, result.err)
                self.assertEqual(result.err.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
