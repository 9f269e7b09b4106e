"""attest shatter: the splitting VC dimension of a Boolean function."""

import itertools
import json
import pathlib
import shlex
import signal
import time
import unittest

from cli import CommandTest


def disjointness(word):
    m = len(word) // 2
    return any(a and b for a, b in zip(word[:m], word[m:]))


def merged(partition, row, column):
    """The word that has `row` at the partition's positions (1-based) and `column` at the others."""
    row, column = list(row), list(column)
    return [row.pop(0) if i + 1 in partition else column.pop(0) for i in range(len(row) + len(column))]


def shattered_sets(value, letters, n, partition):
    rows = list(itertools.product(letters, repeat=len(partition)))
    columns = list(itertools.product(letters, repeat=n - len(partition)))
    return [[list(row) for row in chosen]
            for size in range(len(rows) + 1) for chosen in itertools.combinations(rows, size)
            if len({tuple(value(merged(partition, row, column)) for row in chosen) for column in columns}) == 2 ** size]


class ShatterCommand(CommandTest):
    def shatter(self, *arguments, status=0, **options):
        result = self.attest("shatter", *arguments, "--format", "json", **options)
        self.assertEqual((result.status, result.err), (status, ""))
        return result.json()

    def check_witnesses(self, document, value):
        self.assertEqual(len(document["witnesses"]), 2 ** len(document["set"]))
        for pattern, column in document["witnesses"].items():
            for row, bit in zip(document["set"], pattern):
                self.assertEqual(int(value(merged(document["partition"], row, column))), int(bit))


class Shatter(ShatterCommand):
    def test_a_document_has_the_fields_of_the_contract(self):
        document = self.shatter("disjointness", "m=3")
        self.assertEqual(document["schema"], "attest/shatter/1")
        self.assertEqual((document["function"], document["parameters"]), ("disjointness", {"m": 3}))
        self.assertEqual((document["split_vc"], document["partition"]), (3, [1, 2, 3]))
        self.assertEqual(sorted(document["set"]), [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
        self.check_witnesses(document, disjointness)
        self.assertEqual(sum(int(entry["partitions"]) for entry in document["per_partition"]), 2 ** 6)
        self.assertEqual(max(entry["vc"] for entry in document["per_partition"]), 3)
        self.assertNotIn("counts", document)
        self.assertNotIn("shattered", document)

    def test_enumeration_lists_every_shattered_set_once_and_counts_them(self):
        document = self.shatter("disjointness", "m=3", "--enumerate")
        expected = shattered_sets(disjointness, (0, 1), 6, [1, 2, 3])
        self.assertEqual(sorted(document["shattered"]), sorted(expected))
        counts = {str(size): str(sum(len(s) == size for s in expected)) for size in range(4)}
        self.assertEqual(document["counts"], {"distinct": counts, "words": counts})
        self.assertEqual((document["listed"], document["listing_complete"]), (str(len(expected)), True))

    def test_equal_rows_are_counted_apart_as_words(self):
        # Indexing asks only whether q = 1: letters 2 and 3 give equal rows.
        document = self.shatter("indexing", "n=3", "--partition", "2", "--enumerate")
        self.assertEqual(document["partition"], [2])
        expected = shattered_sets(lambda w: w[w[0]] == 1, (1, 2, 3), 4, [2])
        words = {}
        for chosen in expected:
            words[str(len(chosen))] = words.get(str(len(chosen)), 0) + 1
        self.assertEqual({k: int(v) for k, v in document["counts"]["words"].items()}, words)
        self.assertEqual(int(document["counts"]["distinct"]["1"]), 2)

    def test_letters_are_spelled_as_in_the_paper(self):
        document = self.shatter("sum2", "l=4")
        self.assertEqual(document["parameters"], {"l": 4, "m": 8})
        letters = {a for word in document["set"] + list(document["witnesses"].values()) for a in word}
        self.assertLessEqual(letters, {1, 2, 3, 4, 5, 7})
        self.assertEqual(document["split_vc"], 3)
        self.check_witnesses(document, lambda w: any((a + b) % 8 == 7 for a in w for b in w))

    def test_empty_and_full_partitions(self):
        self.assertEqual(self.shatter("parity", "n=3", "--partition", "")["per_partition"][0]["vc"], 1)
        self.assertEqual(self.shatter("parity", "n=3", "--partition", "1,2,3")["per_partition"][0]["vc"], 0)

    def test_a_truth_table_is_the_function_that_it_lists(self):
        values = "".join(str(int(disjointness(word))) for word in itertools.product((0, 1), repeat=4))
        self.write("table.txt", f"2 4\n{values}\n")
        table = self.shatter("--truth-table", "table.txt", "--enumerate")
        named = self.shatter("disjointness", "m=2", "--enumerate")
        for field in ("split_vc", "partition", "set", "witnesses", "per_partition", "counts", "shattered"):
            self.assertEqual(table[field], named[field])
        piped = self.shatter("--truth-table", "-", stdin=f"2 4\n{values}".encode())
        self.assertEqual(piped["split_vc"], 2)

    def test_a_random_function_is_that_of_its_seed(self):
        self.assertEqual(self.shatter("random", "n=8")["set"], self.shatter("random", "n=8", "--seed", "20261120")["set"])
        self.assertNotEqual(self.shatter("random", "n=8")["witnesses"],
                            self.shatter("random", "n=8", "--seed", "5")["witnesses"])

    def test_the_number_of_threads_changes_nothing(self):
        def fields(threads):
            document = self.shatter("random", "n=9", "--enumerate", "--threads", str(threads))
            return {key: value for key, value in document.items() if key != "command"}

        self.assertEqual(fields(1), fields(4))

    def test_text_has_value_set_witnesses_and_the_upper_bound(self):
        text = self.attest("shatter", "disjointness", "m=3").out
        for part in ("split-VC 3", "positions 1, 2, 3", "at least 3", "at most 3", "row sets visited", "011"):
            self.assertIn(part, text)
        self.assertNotIn("column that has it", self.attest("shatter", "multiplexer", "k=3").out)

    def test_tables(self):
        lines = self.attest("shatter", "sum2", "l=4", "--format", "markdown").out.splitlines()
        self.assertIn("| {1,2} | 6 | 3 |", lines[4])
        self.assertEqual(len(lines), 7)
        self.assertIn("3,1,1", self.attest("shatter", "disjointness", "m=3", "--enumerate", "--format", "csv").out)


class Partial(CommandTest):
    def check_partial(self, status, out, value_at_least, wanted=3):
        document = json.loads(out)
        self.assertEqual((status, document["split_vc"], document["complete"]), (wanted, None, False))
        self.assertLessEqual(value_at_least, document["bounds"]["lower"])
        self.assertLess(document["bounds"]["lower"], document["bounds"]["upper"])
        self.assertEqual(len(document["set"]), document["bounds"]["lower"])
        return document

    def test_a_budget_leaves_proved_bounds(self):
        result = self.attest("shatter", "random", "n=16", "--budget", "1", "--format", "json")
        self.assertLess(result.seconds, 12)
        self.assertIn("budget", self.check_partial(result.status, result.out, 8)["reason"])

    def test_a_budget_too_short_to_evaluate_the_function(self):
        result = self.attest("shatter", "sum2", "l=8", "--budget", "0.2", "--format", "json")
        self.check_partial(result.status, result.out, 0)

    def test_an_interrupt_leaves_proved_bounds(self):
        process = self.start("shatter", "random", "n=16", "--format", "json")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=12)
        self.assertIn("interrupted", self.check_partial(process.returncode, out, 0, wanted=130)["reason"])

    def test_a_listing_that_is_stopped_says_so_and_is_still_a_document(self):
        result = self.attest("shatter", "random", "n=13", "--partition", "1,2,3,4,5,6,7", "--enumerate",
                             "--budget", "0.05", "--format", "json")
        document = result.json()
        if result.status == 3:
            self.assertFalse(document["complete"] and document.get("listing_complete", False))

    def test_a_file_that_would_grow_too_large_is_not_left(self):
        self.assert_refused(["shatter", "random", "n=10", "--enumerate", "--max-bytes", "1000", "--out", "x.json"],
                            "--max-bytes")


class BadInput(CommandTest):
    def test_partitions(self):
        for text in ("1,1", "0", "7", "1,,2", "x", "1,2,", ",", "-1"):
            with self.subTest(partition=text):
                self.assert_bad_value(["shatter", "disjointness", "m=3", f"--partition={text}"], "--partition", text)

    def test_functions(self):
        self.assert_refused(["shatter", "disjointnes", "m=3"], "did you mean disjointness?")
        self.assert_refused(["shatter"], "FUNCTION", "--truth-table", "indexing")
        self.assert_refused(["shatter", "disjointness"], "m: missing")
        self.assert_refused(["shatter", "parity", "n=3", "m=2"], '"m"', "one of: n")
        self.assert_refused(["shatter", "random", "n=30"], "2^30 = 1073741824")
        self.assert_refused(["shatter", "sum2", "l=10"], "18^10 = 3570467226624")
        self.assert_refused(["shatter", "parity", "n=3", "--part", "0/2"], "--part")

    def test_truth_tables(self):
        for text, words in {"2 2\n011\n": ("3 values", "2^2 = 4"), "2 2\n0112\n": (":2:", '"2"', "0 or 1"),
                            "2\n01\n": (":1:", "sigma n"), "": (":1:",), "2 60\n0\n": ("2^60",)}.items():
            with self.subTest(text=text):
                self.write("t.txt", text)
                self.assert_refused(["shatter", "--truth-table", "t.txt"], *words)
        self.assert_refused(["shatter", "--truth-table", "missing"], "--truth-table", "missing")
        self.assert_refused(["shatter", "--truth-table", "/dev/zero"], "--truth-table", "/dev/zero", "at most 64 MiB")
        self.assert_refused(["shatter", "parity", "--truth-table", "t.txt"], "FUNCTION", "--truth-table")


EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


class TheoremFile(ShatterCommand):
    """A function that a theorem file states."""

    disjointness = str(EXAMPLES / "shattered_disjointness.theorem")

    def test_it_is_searched_as_the_named_function_is(self):
        own = self.shatter(self.disjointness, "m=3")
        named = self.shatter("disjointness", "m=3")
        self.assertEqual(own["function"], "own:shattered-disjointness")
        for field in ("split_vc", "partition", "set", "witnesses", "per_partition", "bounds"):
            self.assertEqual(own[field], named[field], field)
        self.check_witnesses(own, disjointness)

    def test_a_pattern_whose_column_is_wrong_is_replayed_by_the_printed_command(self):
        verdict = self.attest("verify", self.disjointness, "m=4", "--variant", "complement", "--format", "json")
        self.assertEqual(verdict.status, 1)
        witness = verdict.documents()[0]["counterexample"]
        replay = self.attest(*shlex.split(witness["replay"])[1:])
        self.assertEqual((replay.status, replay.err), (1, ""))
        self.assertIn("<-- wrong", replay.out)

    def test_what_is_no_function_of_words_is_refused(self):
        self.assert_refused(["shatter", self.disjointness], "m", "missing")
        self.assert_refused(["shatter", self.disjointness, "m=0"], "m", "0")
        self.assert_refused(["shatter", self.disjointness, "m=2", "--variant", "printed"], "printed")
        self.assert_refused(["shatter", "disjointness", "m=2", "--variant", "stated"], "--variant", "stated")
        self.assert_refused(["shatter", str(EXAMPLES / "argmax.theorem"), "n=2", "m=2"], "argmax.theorem", "'shatter'")
        self.assert_refused(["shatter", "missing.theorem", "m=2"], "missing.theorem")
        for command in (["precision", self.disjointness, "m=2"],
                        ["verify", self.disjointness, "m=2", "--part", "0/2"],
                        ["run", str(EXAMPLES / "shattered_parity.theorem"), "n=2", "--input", "rank:0"]):
            with self.subTest(command=command[0]):
                self.assertEqual(self.attest(*command).status, 2)

    def test_a_search_out_of_budget_leaves_the_bound_undecided_and_the_rows_decided(self):
        self.write("f.theorem", """attest-theorem 1
theorem f "F"
sizes   m >= 1
input   a : [m] -> {0, 1}, b : [m] -> {0, 1}
shatter exists i in [m]: a(i) = 1 and b(i) = 1
rows    k in [m]: a(i) = if i = k then 1 else 0
columns b(i) = has(i)
check   shattered, vc >= m
also    vc = m
""")
        result = self.attest("verify", "f.theorem", "m=12", "--budget", "1", "--format", "json")
        checks = {check["name"]: check["verdict"] for check in result.documents()[0]["checks"]}
        self.assertEqual((checks["patterns"], checks["bound"], checks["vc"]), ("holds", "holds", "undecided"))


if __name__ == "__main__":
    unittest.main()
