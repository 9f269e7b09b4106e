"""poly/pointer-jumping and poly/pointer-jumping-strassen against sums over token numbers (tests/oracles/communication.py)."""

import pathlib
import sys

from cli import CommandTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "oracles"))

import communication  # noqa: E402  (the oracle's folder is no package)


def at(polynomial, n):
    return eval(polynomial.replace("^", "**"), {"n": n})  # noqa: S307: a polynomial in n that attest printed


class Communication(CommandTest):
    def branches(self, t):
        result = self.attest("verify", "poly/pointer-jumping", f"t_0={t}", "--variant", "printed", "--format", "json")
        return result.documents()[0]["details"]["branches"]

    def test_what_the_printed_players_sum_is_what_a_sum_over_token_numbers_says(self):
        for t in (2, 3, 4, 5):
            for branch in self.branches(t):
                variables = branch["variables"]
                for n in (2, 3, 4) if variables < 5 else (2, 3):
                    nobody, lacking, unknown = communication.coverage(t, variables, n)
                    with self.subTest(t=t, variables=variables, n=n):
                        self.assertEqual(at(branch["index_tuples"], n), (t * n + 1) ** (variables - 1))
                        self.assertEqual(at(branch["uncovered_index_tuples"], n), nobody)
                        self.assertEqual(at(branch["known_to_nobody_index_tuples"], n), unknown)
                        if n == 2:  # each block, f_i(1), f_i(2..n) or x, is one token
                            blocks = [int(branch[name]) for name in ("uncovered", "summed_unknown", "known_to_nobody")]
                            self.assertEqual(blocks, [nobody, lacking, unknown])

    def test_branches_up_to_renaming_and_what_products_cannot_reach(self):
        branches = self.branches(5)
        for branch in branches:
            variables = branch["variables"]
            counted, before = communication.graphs(variables)
            if variables == 5:
                self.assertEqual(before, 67092384)
            with self.subTest(variables=variables):
                self.assertEqual(int(branch["polynomials"]), sum(counted.values()))
                mine = sorted((count, communication.out_of_reach(5, variables, graph)) for graph, count in counted.items())
                theirs = sorted((int(g["polynomials"]), int(g["out_of_reach"])) for g in branch["graphs"])
                self.assertEqual(theirs, mine)

    def test_the_strassen_heads_pairs_that_nobody_sums(self):
        for n in (1, 2, 3, 4):
            result = self.attest("verify", "poly/pointer-jumping-strassen", f"n={n}", "--variant", "printed", "--format", "json")
            inputs = result.documents()[0]["inputs"]
            self.assertEqual((int(inputs["checked"]), int(inputs["failing"])),
                             ((3 * n + 1) ** 2, communication.strassen_coverage(n)))
            self.assertEqual(int(inputs["failing"]), 2 * n * n)
            witness = result.documents()[0]["counterexample"]
            self.assertEqual((witness["head"], witness["coordinator"]), tuple(map(str, communication.strassen_witness(n))))
