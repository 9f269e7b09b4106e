"""Theorem files that state a reduction, from outside."""

import pathlib
import shlex
import unittest

from cli import CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
MATCH2 = str(EXAMPLES / "reduction_disjointness_to_match2.theorem")
PARTITION = str(EXAMPLES / "reduction_partition_to_subset_sum.theorem")


def match2(a, b, modulus):
    p = [2 * (i + 1) if x else 1 for i, x in enumerate(a)] + [modulus - 2 * (i + 1) if x else 1 for i, x in enumerate(b)]
    return p, any((p[i] + p[j]) % modulus == 0 for i in range(len(p)) for j in range(i))


class OwnReductions(CommandTest):
    def test_the_examples_are_what_they_expect(self):
        for file in (MATCH2, PARTITION):
            result = self.attest("verify", file, timeout=60)
            self.assertEqual(result.status, 0, result.out + result.err)

    def test_check_decides_the_sizes_that_are_given(self):
        result = self.attest("reduce", MATCH2, "m=1..3", "--variant", "tight", "--check", "--format", "json", timeout=60)
        self.assertEqual(result.status, 1, result.err)
        documents = result.documents()
        self.assertEqual([d["verdict"] for d in documents], ["holds", "refuted", "refuted"])
        for document in documents:
            m = document["parameters"]["m"]
            failing = 0
            for a in range(1 << m):
                for b in range(1 << m):
                    bits = [[(x >> (m - 1 - i)) & 1 for i in range(m)] for x in (a, b)]
                    failing += bool(a & b) != match2(*bits, 2 * m + 2)[1]
            self.assertEqual(document["inputs"]["failing"], str(failing))
            self.assertEqual(document["inputs"]["total"], str(4 ** m))

    def test_the_counterexample_is_shown_again_by_the_printed_command(self):
        result = self.attest("verify", MATCH2, "m=2", "--variant", "tight", "--format", "json")
        counterexample = result.documents()[0]["counterexample"]
        replay = shlex.split(counterexample["replay"])
        self.assertEqual(replay[0], "attest")
        again = self.attest(*replay[1:], "--format", "json")
        self.assertEqual(again.status, 1, again.err)
        run = again.json()
        self.assertEqual(run["input"], counterexample["input"])
        image, answer = match2(run["input"]["a"], run["input"]["b"], 6)
        self.assertEqual(run["steps"]["image"]["p"], image)
        self.assertEqual(run["outputs"][0]["decision"], int(answer))
        self.assertEqual(run["outputs"][0]["truth"],
                         int(any(x and y for x, y in zip(run["input"]["a"], run["input"]["b"]))))

    def test_explain_shows_both_answers_within_eighty_columns(self):
        for file, words in ((MATCH2, ["m=3"]), (PARTITION, ["n=3", "m=3"])):
            for answer in ("yes", "no"):
                result = self.attest("reduce", file, *words, "--planted", answer, "--explain")
                self.assertEqual((result.status, result.err), (0, ""))
                self.assertLessEqual(max(len(line) for line in result.out.splitlines()), 80, result.out)
                self.assertIn(f"the source is a {answer} instance and its image a {answer} instance", result.out)
        wrong = self.attest("reduce", MATCH2, "m=2", "--variant", "tight", "--input", '{"a": [1,1], "b": [0,0]}', "--explain")
        self.assertEqual(wrong.status, 1)
        self.assertIn("WRONG: the source is a no instance and its image a yes instance", wrong.out)

    def test_check_fmt_show_and_list_take_the_file(self):
        checked = self.attest("check", MATCH2)
        self.assertEqual((checked.status, checked.err), (0, ""))
        self.assertIn("becomes exists l", " ".join(checked.out.split()))
        text = pathlib.Path(MATCH2).read_text(encoding="utf-8")
        copy = self.write("copy.theorem", text)
        for _ in range(2):
            formatted = self.attest("fmt", copy)
            self.assertEqual((formatted.status, formatted.err), (0, ""))
            self.assertEqual((self.directory / copy).read_text(encoding="utf-8"), text)
        self.assertEqual(self.attest("verify", copy, "m=2").status, 1)  # tight
        shown = self.attest("show", copy, "m=2")
        self.assertEqual(shown.status, 0, shown.err)
        self.assertIn("p(4)", shown.out)

    def test_those_of_the_catalogue_are_checked_shown_and_written_as_text(self):
        folder = EXAMPLES.parent / "reductions" / "strassen"
        for name, words, space in (("composition-to-indexing", ["n=3"], "81"), ("match3-to-sum2", ["l=2", "m=7"], "25"),
                                   ("relation-to-disjointness", ["m=3"], "64"), ("disjointness-to-quotient", ["s=2"], "16")):
            claim, file = f"strassen/{name}", folder / f"{name.replace('-', '_')}.theorem"
            with self.subTest(claim=claim):
                text = file.read_text(encoding="utf-8")
                self.assertEqual(self.attest("show", claim, "--format", "theorem").out, text)
                checked = self.attest("reduce", claim, *words, "--check", "--format", "json").json()
                self.assertEqual((checked["verdict"], checked["inputs"]["checked"]), ("holds", space))
                names = [check["name"] for check in checked["checks"]]
                self.assertEqual(names[:3], ["image", "answers", "one-half-a-token"])
                for command in (["fmt", "--check", str(file)], ["check", str(file)]):
                    result = self.attest(*command)
                    self.assertEqual((result.status, result.err), (0, ""), command)
                own = self.attest("verify", str(file), *words, "--format", "json").documents()[0]
                self.assertIn(f"this file is the catalogue's text of {claim}", own["notes"])
                self.assertEqual(own["inputs"], checked["inputs"])

    def test_a_theorem_may_extend_one_of_the_catalogue(self):
        own = self.write("own.theorem", 'attest-theorem 1\ntheorem own extends strassen/relation-to-disjointness (printed)\n'
                                        'change map = A(i,j) = if i = 1 and j >= 2 then a(j - 1) else 0,\n'
                                        '    B(i,j) = if i = 1 and j >= 2 then b(j - 1) else 0  because "b beside a"\n'
                                        'drop one-half-a-token\nexpect refuted(construction) at m=2\n')
        result = self.attest("verify", own)
        self.assertEqual(result.status, 0, result.out + result.err)

    def test_a_file_may_extend_it(self):
        base = self.write("base.theorem", pathlib.Path(MATCH2).read_text(encoding="utf-8"))
        own = self.write("own.theorem", f'attest-theorem 1\ntheorem own extends "{base}" (stated)\n'
                                        'change M = 4*m + 3 because "odd"\nexpect refuted(construction) at m=3\n')
        result = self.attest("verify", own)
        # An odd modulus above 4m is as good: the expectation, and not the reduction, is wrong.
        self.assertEqual(result.status, 1, result.out + result.err)
        self.assertIn("holds", result.out)

    def test_the_limits_and_wrong_input_are_refused(self):
        self.assert_refused(["verify", MATCH2, "m=11"], "m")
        self.assert_refused(["run", MATCH2, "m=2", "--input", '{"a": [1,2], "b": [0,0]}'], "2")
        self.assert_refused(["run", MATCH2, "m=2", "--input", "rank:16"], "16")
        self.assert_refused(["reduce", MATCH2, "m=2"], "--explain")
        self.assert_refused(["reduce", MATCH2, "m=2", "--check", "--keep", "2"], "--keep")
        self.assert_refused(["shatter", MATCH2, "m=2"], "shatter")


if __name__ == "__main__":
    unittest.main()
