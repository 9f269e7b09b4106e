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
