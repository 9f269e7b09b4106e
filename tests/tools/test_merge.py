"""Parts and their union."""

import json
import unittest

from cli import MATCH2, POLY, STRASSEN, CommandTest, without_time


class MergeTest(CommandTest):
    def parts(self, modulus, *arguments, prefix="part"):
        names = []
        for residue in range(modulus):
            name = f"{prefix}{residue}-{modulus}.json"
            result = self.attest("verify", *arguments, "--part", f"{residue}/{modulus}", "--out", name)
            self.assertIn(result.status, (0, 1, 3))
            self.assertEqual(result.out + result.err, "")
            names.append(name)
        return names

    def assert_union(self, modulus, *arguments):
        names = self.parts(modulus, *arguments)
        whole = self.attest("verify", *arguments, "--format", "json")
        merged = self.attest("merge", *reversed(names), "--format", "json")
        self.assertEqual(merged.status, whole.status, merged.err)
        self.assertEqual([without_time(d) for d in merged.documents()],
                         [without_time(d) for d in whole.documents()])
        self.assertEqual(self.attest("merge", *names).out, self.attest("verify", *arguments).out)


class Union(MergeTest):
    def test_two_to_five_parts_of_strassen_are_the_whole(self):
        for modulus in (2, 3, 4, 5):
            self.assert_union(modulus, STRASSEN, "n=3")

    def test_two_to_five_parts_of_match2_are_the_whole_with_its_failing_inputs(self):
        for modulus in (2, 3, 4, 5):
            self.assert_union(modulus, MATCH2, "N=3", "M=4", "--failing", "3")

    def test_two_to_five_parts_of_poly_are_the_whole(self):
        for modulus in (2, 3, 4, 5):
            self.assert_union(modulus, POLY, "t=2", "n=2", "A2=1", "--failing", "3")

    def test_more_parts_than_inputs_are_the_whole(self):
        self.assert_union(3, STRASSEN, "n=1")

    def test_parts_of_what_is_ill_formed_are_the_whole(self):
        text = ("attest-theorem 1\ntheorem odd\nsizes n >= 1\ninput a : [n] -> [n]\ntokens i in [n] carry num = a(i)\n"
                "task at every i, number: a(i)TASK\nlayer residual\n  embed num = num, one = 1ONE, out = 0\n"
                "  head softmax\n    query = (one)\n    key = (num)\n    value = (0)\n  out head.1 -> stream.out\n"
                "readout num\ncheck output\n")
        # One input without an answer; nothing to run at all.
        for task, one in ((" + 0/(3*a(1) + a(2) - 8)", ""), ("", "/(n-3)")):
            with self.subTest(task=task, one=one):
                self.write("odd.theorem", text.replace("TASK", task).replace("ONE", one))
                whole = self.verdict("odd.theorem", "n=3")
                self.assertEqual(whole["verdict"], "ill-formed")
                self.assert_union(2, "odd.theorem", "n=3")
                self.assert_union(5, "odd.theorem", "n=3")

    def test_parts_of_several_settings_are_merged_together(self):
        self.assert_union(3, STRASSEN, "n=1..3", "--variant", "repaired")

    def test_one_part_of_one_is_the_whole(self):
        self.assert_union(1, STRASSEN, "n=2")

    def test_a_part_speaks_of_its_class_only(self):
        document = self.verdict(STRASSEN, "n=3", "--variant", "repaired", "--part", "1/4")
        self.assertEqual(document["part"], "1/4")
        self.assertEqual(document["inputs"], {"space": "2187", "total": "547", "checked": "547", "failing": "0",
                                              "undecided": "0"})
        self.assertEqual(int(document["worst_input"]["rank"]) % 4, 1)

    def test_parts_can_come_from_standard_input(self):
        names = self.parts(2, STRASSEN, "n=2", "--variant", "repaired")
        both = b"".join((self.directory / name).read_bytes() for name in names)
        self.assertEqual(self.attest("merge", "-", stdin=both).out, self.attest("merge", *names).out)


class OfCover(MergeTest):
    RELATION = ("strassen/relation-composition", "m=3", "--variant", "repaired", "--by", "cover")
    QUOTIENT = ("strassen/quotient-composition", "m=2", "factor=4", "--by", "cover")

    def test_two_to_five_parts_of_a_cover_are_the_whole(self):
        for modulus in (1, 2, 3, 4, 5):
            self.assert_union(modulus, *self.RELATION)

    def test_parts_of_a_refuted_cover_have_its_counterexample(self):
        for modulus in (2, 5):
            self.assert_union(modulus, *self.QUOTIENT, "--count")

    def test_parts_along_a_forest_and_of_heads_together_are_the_whole(self):
        self.assert_union(3, STRASSEN, "n=4", "--by", "cover")
        self.assert_union(2, POLY, "t=2", "n=2", "A2=1", "--by", "cover")
        self.assert_union(4, "strassen/match3", "n=4", "m=5", "--variant", "repaired", "--by", "cover")

    def test_more_parts_than_boxes_are_the_whole(self):
        self.assert_union(5, STRASSEN, "n=1", "--by", "cover")

    def test_what_was_asked_of_the_whole_is_asked_of_the_parts(self):
        self.assert_union(2, STRASSEN, "n=5", "--by", "cover", "--margin", "1.01")
        narrow, wide = (self.attest("merge", *self.parts(2, STRASSEN, "n=5", "--variant", "repaired", "--by", "cover",
                                                         "--margin", ratio, prefix=f"ratio{ratio}-"), "--format", "json")
                        for ratio in ("1.01", "100"))
        self.assertNotEqual(narrow.json()["margins"], wide.json()["margins"])

    def test_parts_of_a_file_of_some_words_are_the_whole(self):
        text = """attest-theorem 1
theorem last "the last symbol"
sizes   n >= 2, m >= 2
input   a : [n] -> [m]
where   a(1) != a(2)
%s
tokens  i in [n] carry num = a(i)
task    at n, number: a(n) + %s
layer   residual
  embed   num = num, pos = i, one = 1, first = 0
  head softmax, scale 40
    over j in [n]
    query (i) = (one)
    key (j) = (pos)
    value (j) = (first: num)
readout first
check   output, unique-maximum, error < 1/4
"""
        self.write("some.theorem", text % ("judged if a(n) < m", "0"))
        self.write("never.theorem", text % ("judged if a(n) > m", "0"))
        self.write("undefined.theorem", text % ("", "0/(a(1) - 2)"))
        for name in ("some", "never", "undefined"):
            with self.subTest(name=name):
                self.assert_union(3, f"{name}.theorem", "n=3", "m=3", "--by", "cover")

    def test_a_part_speaks_of_its_boxes_only(self):
        document = self.verdict(*self.RELATION, "--part", "1/4")
        self.assertEqual((document["part"], document["verdict"], document["evidence"]), ("1/4", "holds", "cover"))
        self.assertEqual(document["inputs"], {"space": str(2 ** 18), "total": None, "checked": None, "failing": None,
                                              "undecided": "0"})
        self.assertEqual(document["margins"], {"score_gap": None, "output_error": None, "decision_margin": None})
        self.assertIsNone(document["worst_input"])
        text = self.attest("verify", *self.RELATION, "--part", "1/4").out
        self.assertIn("those in the boxes of this part", text)
        wrong = self.verdict(*self.QUOTIENT, "--part", "1/2")
        self.assertEqual((wrong["verdict"], wrong["inputs"]["checked"], wrong["inputs"]["failing"]),
                         ("refuted", None, None))

    def test_a_part_without_boxes_decides_nothing(self):
        documents = [self.verdict(STRASSEN, "n=1", "--variant", "repaired", "--by", "cover", "--part", f"{r}/5")
                     for r in range(5)]
        self.assertEqual(sorted({d["verdict"] for d in documents}), ["holds", "undecided"])

    def test_an_error_is_bounded_by_all_parts_together(self):
        document = self.verdict(POLY, "t=2", "n=2", "A2=8", "--variant", "repaired", "--by", "cover", "--part", "0/2")
        error = next(check for check in document["checks"] if check["name"] == "error")
        self.assertEqual((error["verdict"], error["evidence"]), ("undecided", None))
        self.assertIn("attest merge", error["reason"])

    def test_a_part_that_its_budget_ended_leaves_the_whole_undecided(self):
        arguments = ("strassen/relation-composition", "m=12", "--variant", "repaired", "--by", "cover", "--quiet")
        names = []
        for residue in range(2):
            names.append(f"slow{residue}.json")
            self.attest("verify", *arguments, "--budget", "1", "--part", f"{residue}/2", "--out", names[-1])
        merged = self.attest("merge", *names, "--format", "json")
        self.assertEqual(merged.status, 3, merged.err)
        self.assertRegex(merged.json()["reason"], r"budget was used up after \d+ candidates for the best tuple")

    def test_parts_of_different_methods_are_refused(self):
        by_cover = self.parts(2, *self.RELATION, prefix="cover")
        words = [word for word in self.RELATION if word not in ("--by", "cover")]
        one_by_one = self.parts(2, *words, prefix="one")
        self.assert_refused(["merge", by_cover[0], one_by_one[1]], one_by_one[1], "different methods")
        self.assert_refused(["merge", one_by_one[0], by_cover[1]], by_cover[1], "different methods")
        self.assert_refused(["merge", by_cover[0]], "1/2", "missing")
        self.assert_refused(["merge", by_cover[0], by_cover[1], by_cover[0]], "overlaps")
        with_margin = self.parts(2, *self.RELATION, "--margin", "1.5", prefix="margin")
        self.assert_refused(["merge", by_cover[0], with_margin[1]], with_margin[1], "options")

    def test_what_is_said_of_a_part_by_hand_is_refused(self):
        names = self.parts(2, *self.QUOTIENT, prefix="hand")
        good = json.loads((self.directory / names[1]).read_text(encoding="utf-8"))
        self.assertEqual(good["verdict"], "refuted")

        def refuse(change, *words):
            document = json.loads(json.dumps(good))
            change(document, document["details"]["cover_part"]["output"])
            self.assert_refused(["merge", names[0], self.write("hand.json", json.dumps(document) + "\n")],
                                "hand.json", *words)

        refuse(lambda d, o: d.update(verdict="holds"), "verdict")
        refuse(lambda d, o: d.update(notes=["all is well"]), "notes")
        refuse(lambda d, o: d["inputs"].update(checked="16"), "inputs")
        refuse(lambda d, o: d["details"].pop("cover_part"), "counts")
        refuse(lambda d, o: o.update(wrong="0"), "impossible")
        refuse(lambda d, o: o["first_wrong"].update(unit="1"), "unit")
        refuse(lambda d, o: d["details"]["run"].update(margin=0.5), "options")
        # A unit too few: as far as one part tells it may be so.
        good["details"]["cover_part"]["output"]["units"] = "1"
        self.assert_refused(["merge", names[0], self.write("few.json", json.dumps(good) + "\n")], "units", "impossible")

    def test_wrong_boxes_counted_away_contradict_the_margins(self):
        # All parts, told that nothing is wrong: the margins are searched for again.
        names = self.parts(2, *self.QUOTIENT, prefix="away")
        written = []
        for name in names:
            document = json.loads((self.directory / name).read_text(encoding="utf-8"))
            for output in [document["details"]["cover_part"]["output"], document["details"]["cover"]]:
                output["winners"] = str(int(output["winners"]) + int(output["wrong"]))
                output["wrong"] = "0"
            document["details"]["cover_part"]["output"]["first_wrong"] = None
            document["inputs"].update(failing=None)
            document.update(verdict="holds", kind=None, evidence="cover", reason=None, counterexample=None)
            for check in document["checks"]:
                if check["name"] == "output":
                    check.update(verdict="holds", evidence="cover", reason=None, kind=None)
            counts = document["details"]["cover"]
            document["notes"] = [
                f"{counts['winners']} candidates for the best tuple in {counts['boxes']} boxes, "
                f"{counts['evaluated']} evaluated exactly" if "candidates for the best tuple in" in note else note
                for note in document["notes"]]
            written.append(self.write("zeroed-" + name, json.dumps(document) + "\n"))
        self.assert_refused(["merge", *written], "contradicts itself")

    def test_threads_and_budget_are_for_what_a_merge_searches(self):
        by_cover = self.parts(2, *self.RELATION)
        whole = self.attest("merge", *by_cover).out
        self.assertEqual(self.attest("merge", *by_cover, "--threads", "1", "--budget", "60").out, whole)
        one_by_one = self.parts(2, STRASSEN, "n=2", "--variant", "repaired", prefix="one")
        for option, value in (("--threads", "1"), ("--budget", "9")):
            self.assert_refused(["merge", *one_by_one, option, value], option, "no use")
            self.assert_bad_value(["merge", *by_cover, option, "0"], option, "0")

    def test_auto_cuts_nothing(self):
        self.assert_refused(["verify", STRASSEN, "n=2", "--by", "auto", "--part", "0/2"], "--by", "--part")


class Refused(MergeTest):
    def setUp(self):
        super().setUp()
        self.good = self.parts(3, STRASSEN, "n=3", "--variant", "repaired")

    def altered(self, name, change):
        document = json.loads((self.directory / self.good[1]).read_text(encoding="utf-8"))
        change(document)
        return self.write(name, json.dumps(document) + "\n")

    def refuse(self, other, *words):
        return self.assert_refused(["merge", self.good[0], other, self.good[2]], *words)

    def other(self, *arguments):
        name = "other.json"
        self.attest("verify", *arguments, "--part", "1/3", "--out", name)
        return name

    def test_a_missing_part(self):
        self.assert_refused(["merge", self.good[0], self.good[2]], "1/3", "missing")

    def test_a_part_given_twice(self):
        self.assert_refused(["merge", *self.good, self.good[1]], self.good[1], "overlaps")

    def test_parts_of_different_moduli(self):
        self.refuse(self.parts(2, STRASSEN, "n=3", "--variant", "repaired", prefix="half")[1], "1/2")

    def test_parts_of_different_claims(self):
        self.refuse(self.other(MATCH2, "N=3", "M=4", "--variant", "repaired"))

    def test_parts_of_different_parameters(self):
        self.refuse(self.other(STRASSEN, "n=2", "--variant", "repaired"))

    def test_parts_of_different_variants(self):
        self.refuse(self.other(STRASSEN, "n=3", "--variant", "printed"))

    def test_parts_of_different_options(self):
        self.refuse(self.other(STRASSEN, "n=3", "--variant", "repaired", "--failing", "3"), "options")

    def test_parts_of_another_version(self):
        self.refuse(self.altered("old.json", lambda d: d.update(version="0.0.1")), "0.0.1")

    def test_a_verdict_of_the_whole_run(self):
        self.attest("verify", STRASSEN, "n=3", "--variant", "repaired", "--out", "whole.json")
        self.assert_refused(["merge", "whole.json"], "whole.json")
        self.assert_refused(["merge", *self.good, "whole.json"], "whole.json")

    def test_a_truncated_file(self):
        text = (self.directory / self.good[1]).read_text(encoding="utf-8")
        for length in (0, 1, 100, len(text) // 2, len(text) - 3):
            with self.subTest(length=length):
                self.refuse(self.write("cut.json", text[:length]))

    def test_what_is_not_a_verdict(self):
        for text in ("[]\n", "{}\n", "null\n", "hello\n", '{"schema":"attest/run/1"}\n'):
            with self.subTest(text=text):
                self.refuse(self.write("strange.json", text), "strange.json")

    def test_a_file_that_is_not_there(self):
        self.assert_bad_value(["merge", "nofile.json"], "FILE", "nofile.json")
        self.assert_refused(["merge", "/"], "/")

    def test_a_verdict_that_lost_its_counts(self):
        self.refuse(self.altered("lost.json", lambda d: d["details"].pop("enumeration")), "lost.json")

    def test_a_malformed_count_is_blamed_on_its_file(self):
        self.refuse(self.altered("hex.json", lambda d: d["details"]["enumeration"].update(worst="zzz")), "hex.json")

    def test_a_count_of_failing_inputs_without_a_first_one(self):
        self.refuse(self.altered("segv.json", lambda d: d["details"]["enumeration"]["failing"].update(count="5000")))

    def test_a_rank_outside_of_the_input_space(self):
        self.refuse(self.altered("rank.json", lambda d: d["details"]["enumeration"].update(worst_rank="99999999")))

    def test_counts_that_contradict_each_other(self):
        self.refuse(self.altered("counts.json", lambda d: d["inputs"].update(checked="99", failing="12")))

    def test_parts_of_another_build(self):
        self.refuse(self.altered("other.json", lambda d: d.update(build="0" * 40)), "build", "0" * 40)
        self.refuse(self.altered("none.json", lambda d: d.pop("build")), "build")

    def test_parts_made_from_other_input_files(self):
        self.refuse(self.altered("files.json", lambda d: d.update(files={"r.json": "sha256 00"})), "input files")

    def test_a_part_whose_ranks_do_not_add_up(self):
        self.refuse(self.altered("sum.json", lambda d: d["details"]["enumeration"].update(rank_sum="1")), "rank_sum")

    def test_a_verdict_that_its_counts_do_not_give(self):
        self.refuse(self.altered("verdict.json", lambda d: d.update(verdict="refuted")), "verdict.json", "verdict")

    def test_a_margin_that_the_worst_input_does_not_have(self):
        self.refuse(self.altered("margin.json", lambda d: d["margins"]["decision_margin"].update(upper="-8.45e-01")),
                    "margins")

    def test_a_reason_made_up(self):
        self.refuse(self.altered("reason.json", lambda d: d.update(notes=["all is well"])), "notes")

    def test_failing_inputs_counted_away(self):
        names = self.parts(2, POLY, "t=2", "n=2", "A2=1", "--variant", "repaired", prefix="failing")
        document = json.loads((self.directory / names[0]).read_text(encoding="utf-8"))
        self.assertNotEqual(document["inputs"]["failing"], "0")
        none = {"count": "0", "first": None}
        document["inputs"]["failing"] = "0"
        document["details"]["enumeration"].update(failing=none, failing_ranks=[])
        document.update(verdict="holds", reason=None, counterexample=None)
        zeroed = self.write("zeroed.json", json.dumps(document) + "\n")
        self.assert_refused(["merge", zeroed, names[1]], "zeroed.json")
        # Also where the margin is counted away with them: the worst input is computed again.
        document["details"]["enumeration"].update(margin_bound="0x1p-4")
        zeroed = self.write("more.json", json.dumps(document) + "\n")
        self.assert_refused(["merge", zeroed, names[1]], "more.json", "contradicts itself")

    def test_a_verdict_that_is_no_word(self):
        self.refuse(self.altered("seven.json", lambda d: d.update(verdict=7)))
