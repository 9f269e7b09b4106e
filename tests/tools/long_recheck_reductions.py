"""tools/recheck on theorem files that state a reduction: what it says alone, against numbers worked out by hand; with attest; and
documents with one wrong entry."""

import contextlib
import io
import json
import pathlib
import sys
import unittest

from cli import CommandTest, changed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from rechecker import errors, mutants_command, recheck_command, reduction_verdicts, statements  # noqa: E402

MATCH2 = ROOT / "examples" / "reduction_disjointness_to_match2.theorem"

# What is written twice, at the front and behind; the last place is open.
TWICE = """attest-theorem 1
theorem own "A word and itself"
sizes   n >= 1    limit verify n <= 6
input   a : [n] -> {0, 1}, b : [n] -> {0, 1}
tokens  i in [2*n + 1] carry bit = c ++ e ++ (pad)
reduction exists i in [n]: a(i) and b(i)
image   c : [n] -> {0, 1}, e : [n] -> {0, 1}, pad : 0..2
map     c(i) = a(i), e(i) = b(i), pad = 1
becomes exists i in [n]: c(i) and e(i)
check   answers, one-sided, one-half-a-token, free-values pad
check   assert first: c(1) = a(1), assert halves: forall i in [2*n + 1]: ind(depends(a, i)) = ind(i <= n)
also    assert small: n <= 2
"""


def concluded(text, variant="stated", **given):
    read, _ = statements.read(text)
    return reduction_verdicts.conclude(read, variant, {name: str(value) for name, value in given.items()}, 3000, 400_000)


def checks(verdict):
    return {name: said for name, _, said in verdict.checks}


def tool(*arguments):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = recheck_command.main([str(argument) for argument in arguments])
    return status, printed.getvalue()


class AloneTest(unittest.TestCase):
    def test_instances_are_counted_as_by_hand(self):
        for n in (1, 2, 3):
            verdict = concluded(TWICE, n=n)
            self.assertEqual((verdict.checked, verdict.yes, verdict.failing), (4**n, 4**n - 3**n, []))
            self.assertEqual(verdict.headline(), "holds")
            self.assertEqual(verdict.counts, {"one-sided": [n, n, 1], "one-half-a-token": [n, n, 1]})
            self.assertEqual(checks(verdict)["small"], "holds" if n <= 2 else "refuted")

    def test_a_wrong_map_fails_where_it_is_wrong(self):
        # b at the places of a: a yes wherever b has a 1, and wrong where none of them meets one of a.
        verdict = concluded(changed(TWICE, ("c(i) = a(i)", "c(i) = b(i)"), (", assert halves: forall i in [2*n + 1]: "
                                                                             "ind(depends(a, i)) = ind(i <= n)", "")), n=2)
        wrong = [rank for rank in range(16) if rank % 4 and not (rank // 4) & (rank % 4)]
        self.assertEqual(verdict.failing, wrong)
        self.assertEqual(verdict.first_of["answers"], wrong[0])
        self.assertEqual(checks(verdict)["first"], "refuted")
        self.assertEqual(verdict.headline(), "refuted")

    def test_a_letter_outside_of_the_image_is_no_instance(self):
        verdict = concluded(changed(TWICE, ("pad = 1", "pad = 3*a(1)")), n=1)
        self.assertEqual(verdict.failing, [2, 3])
        self.assertEqual((checks(verdict)["image"], checks(verdict)["answers"]), ("refuted", "undecided"))

    def test_a_token_of_two_cells_may_be_mixed_where_no_cell_is(self):
        verdict = concluded(changed(TWICE, ("i in [2*n + 1] carry bit = c ++ e ++ (pad)", "i in [n] carry one = c(i), two = e(i)"),
                                    (", assert halves: forall i in [2*n + 1]: ind(depends(a, i)) = ind(i <= n)", "")), n=2)
        self.assertEqual((checks(verdict)["one-sided"], checks(verdict)["one-half-a-token"]), ("holds", "refuted"))

    def test_free_values_are_those_that_the_answer_does_not_read(self):
        verdict = concluded(changed(TWICE, ("c(i) and e(i)", "c(i) and e(i) and pad >= 1")), n=1)
        self.assertEqual((checks(verdict)["answers"], checks(verdict)["free-values"]), ("holds", "refuted"))
        self.assertEqual(verdict.first_of["free-values"], 3)

    def test_where_and_judged_if_narrow(self):
        text = changed(TWICE, ("tokens  i in [2*n + 1] carry bit = c ++ e ++ (pad)\n", "where a(1) = 1\n"),
                       (", one-sided, one-half-a-token", ""),
                       (", assert halves: forall i in [2*n + 1]: ind(depends(a, i)) = ind(i <= n)", ""))
        self.assertEqual(concluded(text, n=2).checked, 8)
        self.assertEqual(concluded(changed(text, ("a(1) = 1\n", "a(1) = 2\n")), n=2).headline(), "not-applicable")
        self.assertEqual(concluded(text + "judged if n != 2\n", n=2).headline(), "not-applicable")

    def test_what_is_not_stated_is_refused(self):
        for old, new in (("map     c(i) = a(i), e(i)", "map     e(i)"), ("c(i) and e(i)", "a(i) and e(i)"),
                         ("e(i) = b(i)", "e(i) = b(j)"), ("e(i) = b(i)", "e(n) = b(n)"), ("free-values pad", "free-values a(1)"),
                         ("answers, one-sided", "answers, output"), ("depends(a, i)", "depends(a, 9)")):
            with self.subTest(new), self.assertRaises(errors.Refused):
                concluded(changed(TWICE, (old, new)), n=1)


class TogetherTest(CommandTest):
    def test_attest_and_recheck_agree_on_the_examples(self):
        for name in ("disjointness_to_match2", "partition_to_subset_sum"):
            status, text = tool("verdict", ROOT / "examples" / f"reduction_{name}.theorem")
            self.assertEqual(status, 0, text)

    def test_they_agree_on_the_texts_of_the_catalogue(self):
        for name, settings in (("composition_to_indexing", ["n=1", "n=3"]), ("match3_to_sum2", ["l=2 m=3", "l=2 m=7"]),
                               ("relation_to_disjointness", ["m=1", "m=3"]), ("disjointness_to_quotient", ["s=1", "s=3"])):
            for given in settings:
                status, text = tool("verdict", ROOT / "reductions" / "strassen" / f"{name}.theorem", *given.split())
                self.assertEqual(status, 0, text)

    def test_texts_with_one_place_changed_get_the_same_verdict_twice(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = mutants_command.main([str(MATCH2), str(ROOT / "reductions" / "strassen" / "match3_to_sum2.theorem"),
                                           "--count", "12", "--seed", "3"])
        self.assertEqual(status, 0, printed.getvalue())

    def test_they_agree_on_a_text_of_every_check_and_on_its_changes(self):
        for number, changes in enumerate(((), (("c(i) = a(i)", "c(i) = b(i)"),), (("pad = 1", "pad = 3*a(1)"),),
                                          (("c(i) and e(i)", "c(i) and e(i) and pad >= 1"),), (("i <= n", "i <= n + 1"),),
                                          (("e(i) = b(i)", "e(i) = 1 - b(i)"),), (("c(1) = a(1)", "c(n) = a(1)"),))):
            file = self.directory / self.write(f"own{number}.theorem", changed(TWICE, *changes))
            for n in (1, 2):
                status, text = tool("verdict", file, f"n={n}")
                self.assertEqual(status, 0, text)

    def test_planted_errors_of_documents_are_noticed(self):
        given = ["m=2", "--variant", "tight", "--format", "json"]
        true = [self.attest("verify", str(MATCH2), *given).json(),
                self.attest("run", str(MATCH2), *given, "--input", "rank:3").json()]

        def recheck(documents):
            text = "\n".join(json.dumps(document) for document in documents)
            return tool("verdict", MATCH2, "tight", "m=2", "--document",
                        self.directory / self.write("documents.json", text))

        self.assertEqual(recheck(true)[0], 0)
        for place, path, value, said in ((0, ("verdict",), "holds", "verdict"), (0, ("inputs", "failing"), "3", "inputs.failing"),
                                         (0, ("details", "yes_instances"), "8", "yes instances"),
                                         (0, ("counterexample", "rank"), "4", "counterexample"),
                                         (0, ("counterexample", "source"), "yes", "counterexample, source"),
                                         (1, ("rank",), "4", "spelling"), (1, ("steps", "image", "p"), [1, 1, 4, 4], "image"),
                                         (1, ("verdict",), "holds", "run, verdict")):
            documents = json.loads(json.dumps(true))
            inner = documents[place]
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value
            status, text = recheck(documents)
            self.assertEqual((status, said in text), (1, True), text)
        documents = json.loads(json.dumps(true))
        check = next(one for one in documents[0]["checks"] if one["name"] == "one-sided")
        check["reason"] = check["reason"].replace("alone: 2", "alone: 3", 1)
        self.assertIn("counts of one-sided", recheck(documents)[1])


if __name__ == "__main__":
    unittest.main()
