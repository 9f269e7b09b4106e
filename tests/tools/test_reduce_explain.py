"""attest reduce --explain: one instance, step by step, recomputed here from what it shows."""

import itertools
import unittest

from cli import CommandTest

# Every reduction that a chain has, with a small source.
SMALL = {
    "max2sat-to-ip-triangle": ["n=3", "clauses=5", "falsified=0"],
    "ksat-to-kip": ["n=3", "clauses=5", "k=2"],
    "maxksat-to-hypergraph-ip": ["n=3", "clauses=5", "k=2", "t=3"],
    "ip-to-gap-ip": ["n=2", "d=2", "sets=2", "T=2"],
    "ip-triangle-to-gap": ["n=2", "d=2"],
    "kip-to-gap": ["n=2", "d=2", "sets=3"],
    "hypergraph-ip-to-gap": ["n=2", "d=2", "sets=3", "order=2"],
    "cycle-to-gap": ["n=2", "d=2", "sets=4"],
    "ip-triangle-to-cycle": ["n=2", "d=2", "r=4"],
    "gap-ip-triangle-to-strassen": ["n=2", "d=4"],
    "gap-kip-to-poly": ["n=2", "d=4"],
    "gap-hypergraph-to-poly": ["n=2", "d=4", "sets=3", "order=2"],
    "gap-cycle-to-poly": ["n=2", "d=4", "sets=4"],
}
WHOLE = {
    "strassen/composition-to-indexing": ["n=3"],
    "strassen/match3-to-sum2": ["l=4", "m=6"],
    "strassen/relation-to-disjointness": ["m=3"],
    "strassen/disjointness-to-quotient": ["s=2"],
}


def solved(instance):
    """Whether the sets have a solution, from the definition alone."""
    sets, targets, family = instance["sets"], instance["targets"], instance["family"]
    k = len(sets)
    if family == "kip":
        constraints = [tuple(range(k))]
    elif family == "ip-triangle":
        constraints = [(0, 1), (1, 2), (2, 0)]
    elif family == "ip-dir-cycle":
        constraints = [(i, (i + 1) % k) for i in range(k)]
    else:
        constraints = list(itertools.combinations(range(k), instance["order"]))
    if len(targets) == 1:
        targets = targets * len(constraints)
    return any(all(sum(all(vectors[i][c] == "1" for i in members) for c in range(len(vectors[0]))) == target
                   for members, target in zip(constraints, targets))
               for vectors in itertools.product(*sets))


def satisfiable(formula):
    for values in itertools.product((False, True), repeat=formula["variables"]):
        clauses = [clause["literals"] if isinstance(clause, dict) else clause for clause in formula["clauses"]]
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses):
            return True
    return False


class ReduceExplain(CommandTest):
    def walk(self, *arguments, status=0):
        result = self.attest("reduce", *arguments, "--explain", "--format", "json")
        self.assertEqual((result.status, result.err), (status, ""), arguments)
        return result.json()

    def test_every_reduction_shows_both_answers_and_they_are_right(self):
        for name, words in SMALL.items():
            for answer in ("yes", "no"):
                with self.subTest(name=name, answer=answer):
                    walk = self.walk(name, *words, "--planted", answer)
                    (step,) = walk["data"]["steps"]
                    self.assertEqual(step["answer"], answer)
                    self.assertEqual(walk["verdict"], "holds")
                    source = walk["data"]["source"]
                    truth = satisfiable(source) if "clauses" in source else solved(source)
                    self.assertEqual(truth, answer == "yes")
                    if "sets" in step["instance"]:
                        self.assertEqual(solved(step["instance"]), answer == "yes")

    def test_the_reductions_inside_proofs_show_both_answers(self):
        for name, words in WHOLE.items():
            for answer in ("yes", "no"):
                with self.subTest(name=name, answer=answer):
                    walk = self.walk(name, *words, "--planted", answer)
                    self.assertEqual(walk["data"]["outputs"][0]["truth"], 1 if answer == "yes" else 0)
                    self.assertEqual(walk["verdict"], "holds")

    def test_a_page_is_eighty_columns_wide(self):
        for name, words in {**SMALL, **WHOLE}.items():
            with self.subTest(name=name):
                result = self.attest("reduce", name, *words, "--explain")
                self.assertEqual((result.status, result.err), (0, ""))
                self.assertLessEqual(max(len(line) for line in result.out.splitlines()), 80, result.out)

    def test_a_chain_ends_with_the_solution_mapped_back(self):
        walk = self.walk("max2sat", "n=3", "clauses=3", "--to", "strassen-attention", "--planted", "yes")
        self.assertEqual([step["reduction"] for step in walk["data"]["steps"]],
                         ["max2sat-to-ip-triangle", "ip-triangle-to-gap", "gap-ip-triangle-to-strassen"])
        back = walk["sections"][-1]
        self.assertEqual(back["title"], "the last solution mapped back")
        self.assertEqual([row[0] for row in back["rows"]], ["attention", "gap-ip-triangle", "ip-triangle", "max-sat"])
        values = [part.split(" = ")[1] == "1" for part in back["rows"][-1][1].split(", ")]
        for clause in walk["data"]["source"]["clauses"]:
            literals = clause["literals"] if isinstance(clause, dict) else clause
            self.assertTrue(any(values[abs(literal) - 1] == (literal > 0) for literal in literals))

    def test_a_file_is_taken_as_the_source(self):
        self.write("formula.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
        walk = self.walk("max2sat", "--input", "formula.cnf")
        self.assertEqual(walk["data"]["source"]["variables"], 2)
        self.assertEqual(walk["data"]["steps"][0]["answer"], "no")
        whole = self.walk("strassen/relation-to-disjointness", "m=2", "--input", '{"a": [1,0], "b": [1,1]}')
        self.assertEqual(whole["data"]["input"], {"a": [1, 0], "b": [1, 1]})

    def test_markdown_and_latex_hold_the_same_tables(self):
        arguments = ("reduce", "ksat", "n=2", "clauses=2", "k=2", "--explain", "--format")
        markdown = self.attest(*arguments, "markdown")
        latex = self.attest(*arguments, "latex")
        self.assertEqual((markdown.status, latex.status), (0, 0))
        self.assertIn("| vectors | inner products |", markdown.out)
        self.assertEqual(markdown.out.count("\n|---|"), latex.out.count("\\begin{tabular}"))

    def test_what_would_not_be_used_is_refused(self):
        base = ["reduce", "ksat", "n=2", "clauses=2", "k=2", "--explain"]
        for more, word in ((["--check"], "--check"), (["--keep", "2"], "--keep"), (["--files", "npy"], "--files"),
                           (["--format", "csv"], "csv"), (["--planted", "maybe"], "maybe"), (["colour=red"], "colour")):
            with self.subTest(more=more):
                self.assert_refused([*base, *more], word)
        self.assert_refused(["reduce", "strassen/composition-to-indexing", "n=3"], "--explain")
        self.assert_refused(["reduce", "strassen/composition-to-indexing", "n=3", "--explain", "--to", "kip"], "--to")
        self.assert_refused(["reduce", "ksat", "n=40", "clauses=2", "--explain"], "40 variables")


if __name__ == "__main__":
    unittest.main()
