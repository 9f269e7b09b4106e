"""attest generate: the datasets as files."""

import ast
import json
import signal
import struct
import subprocess
import time
import unittest

from cli import CommandTest, program

VECTORS = ["dat/select-and-relate", "n=2", "X=2", "Y=2", "beta=2"]  # a theorem whose answers are vectors
TASKS = ["function-composition", "relation-composition", "match3", "quotient-composition", "match2", "next-token"]


def read_npy(data):
    """The header (a dictionary), the comment behind it and the records, by hand (numpy.lib.format, version 1.0)."""
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    text = data[10:10 + length].decode("ascii")
    assert (10 + length) % 64 == 0 and text.endswith("\n")
    header = ast.literal_eval(text)
    sizes = [(name, shape[0][0] if shape else 1) for name, _, *shape in header["descr"]]
    assert all(kind == "<i4" for _, kind, *_ in header["descr"])
    width = sum(size for _, size in sizes)
    numbers = struct.unpack(f"<{header['shape'][0] * width}i", data[10 + length:])
    records = []
    for start in range(0, len(numbers), width):
        record = {}
        for name, size in sizes:
            record[name] = list(numbers[start:start + size])
            start += size
        records.append(record)
    return header, text.split("#", 1)[1].strip(), records


class Generate(CommandTest):
    def lines(self, task, *arguments):
        result = self.attest("generate", task, *arguments)
        self.assertEqual((result.status, result.err), (0, ""))
        header, *examples = result.documents()
        return header, examples

    def test_the_first_line_describes_the_dataset(self):
        for task in TASKS:
            header, examples = self.lines(task, "--count", "3", "--seed", "11")
            self.assertEqual(header["schema"], "attest/dataset/1")
            self.assertEqual((header["task"], header["count"], header["seed"]), (task, "3", 11))
            self.assertEqual(header["command"], f"attest generate {task} --count 3 --seed 11")
            self.assertTrue(header["version"])
            self.assertEqual(len(examples), 3)

    def test_labels_are_those_of_the_inputs(self):
        for example in self.lines("function-composition", "--count", "200")[1]:
            query, *f = example["x"]
            self.assertIsNone(query)
            self.assertTrue(25 <= len(f) <= 30 and set(f) <= set(range(len(f))))
            self.assertEqual(example["y"], int(f[f[0]] == 0))
        for example in self.lines("relation-composition", "--count", "30")[1]:
            m = int(len(example["x"])**0.5)
            rows = [example["x"][i * m:i * m + m] for i in range(m)]
            columns = list(zip(*rows))
            self.assertEqual(example["y"], [int(any(a and b for a, b in zip(r, c))) for r in rows for c in columns])
        for example in self.lines("quotient-composition", "--count", "30")[1]:
            m = len(example["col"])
            rows = [{k for k in range(m) if example["x"][i * m + k]} for i in range(m)]
            wanted = [-100 if i == j else
                      int(any(example["col"][a] == example["col"][b] for a in rows[i] for b in rows[j] - {a}))
                      for i in range(m) for j in range(m)]
            self.assertEqual(example["y"], wanted)
        for example in self.lines("next-token", "task=NT-R", "tau=3", "--count", "20")[1]:
            series = example["x"] + example["y"]
            self.assertEqual((len(example["x"]), len(series)), (32, 72))
            for t in range(4, 72):
                terms = series[t - 4:t] if series[t - 4] == 0 else series[t - 4:t - 2]
                self.assertEqual(series[t], sum(terms) % 16)
        for example in self.lines("match3", "--count", "40")[1]:
            x = example["x"]
            self.assertTrue(30 <= len(x) <= 35 and set(x) <= set(range(37)))
            sums = {(a + b) % 37 for a in x for b in x}
            self.assertEqual(example["y"], [int(-a % 37 in sums) for a in x])
        for example in self.lines("match2", "--count", "40", "numbers=below-M")[1]:
            x = example["x"]
            self.assertTrue(len(x) == 32 and set(x) <= set(range(1, 37)))
            self.assertEqual(example["y"], [int(any((a + b) % 37 == 0 for b in x)) for a in x])

    def test_a_quarter_of_the_examples_in_each_bin(self):
        for task in ("match3", "match2"):
            bins = [0] * 4
            for example in self.lines(task, "--count", "80")[1]:
                bins[min(3, 4 * sum(example["y"]) // len(example["y"]))] += 1
            self.assertEqual(bins, [20] * 4)

    def test_a_seed_means_the_same_dataset(self):
        for task in TASKS:
            first = self.lines(task, "--count", "12", "--seed", "5")[1]
            self.assertEqual(self.lines(task, "--seed", "5", "--count", "12")[1], first)
            self.assertNotEqual(self.lines(task, "--count", "12", "--seed", "6")[1], first)

    def test_a_file_holds_what_standard_output_shows(self):
        shown = self.lines("match2", "--count", "9")[1]
        for name in ("set.jsonl", "set.json", "set", "set.txt"):
            result = self.attest("generate", "match2", "--count", "9", "--out", name)
            self.assertEqual((result.status, result.out, result.err), (0, "", ""))
            header, *examples = [json.loads(line) for line in (self.directory / name).read_text().splitlines()]
            self.assertEqual(examples, shown)
            self.assertIn(name, header["command"])

    def test_npy_read_by_hand_is_the_json_padded(self):
        for task in TASKS:
            examples = self.lines(task, "--count", "20", "--seed", "3")[1]
            self.attest("generate", task, "--count", "20", "--seed", "3", "--out", "set.npy")
            header, comment, records = read_npy((self.directory / "set.npy").read_bytes())
            self.assertEqual(header["shape"], (20,))
            self.assertIn("seed 3: attest generate " + task, comment)
            for example, record in zip(examples, records, strict=True):
                x = [-1 if value is None else value for value in example["x"]]
                y = example["y"] if isinstance(example["y"], list) else [example["y"]]
                self.assertEqual(record["n"], [len(x)])
                for name, values in (("x", x), ("y", y), ("col", example.get("col"))):
                    if values is not None:
                        self.assertEqual(record[name], values + [-100] * (len(record[name]) - len(values)))
            self.assertEqual("col" in records[0], task == "quotient-composition")

    def test_npy_read_by_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.attest("generate", "quotient-composition", "--count", "50", "--out", "set.npy")
        array = numpy.load(self.directory / "set.npy")
        _, _, records = read_npy((self.directory / "set.npy").read_bytes())
        self.assertEqual(array.shape, (50,))
        for name in ("x", "y", "col"):
            self.assertEqual(array[name].tolist(), [record[name] for record in records])
        self.assertEqual(array["n"].tolist(), [record["n"][0] for record in records])

    def test_splits_share_no_original_and_say_what_they_are(self):
        for task in TASKS:
            result = self.attest("generate", task, "--count", "50", "--splits", "train=7,validation=1,test=2", "--out", f"{task}.jsonl")
            self.assertEqual((result.status, result.out, result.err), (0, "", ""))
            seen = {}
            for name, count in (("train", 35), ("validation", 5), ("test", 10)):
                header, *examples = [json.loads(line) for line in (self.directory / f"{task}-{name}.jsonl").read_text().splitlines()]
                self.assertEqual((header["split"], header["count"]), ({"name": name, "of": {"train": 7, "validation": 1, "test": 2}}, str(count)))
                self.assertEqual(len(examples), count)
                for example in examples:
                    original = json.dumps(sorted(example["x"]) if task.startswith("match") else [example["x"], example.get("col")])
                    self.assertEqual(seen.setdefault(original, name), name)

    def test_splits_of_a_theorem_share_no_input(self):
        self.attest("generate", "strassen/function-composition", "n=2", "--count", "60", "--splits", "a=1,b=1", "--out", "set.jsonl")
        parts = [{json.dumps(json.loads(line)["input"]) for line in (self.directory / name).read_text().splitlines()[1:]}
                 for name in ("set-a.jsonl", "set-b.jsonl")]
        self.assertTrue(parts[0] and parts[1] and not parts[0] & parts[1])

    def test_a_theorem_is_sampled_as_npy(self):
        words = ["generate", "strassen/match3", "n=3", "m=4", "--count", "20", "--seed", "5"]
        examples = self.attest(*words).documents()[1:]
        self.attest(*words, "--out", "set.npy")
        _, comment, records = read_npy((self.directory / "set.npy").read_bytes())
        self.assertIn("seed 5: attest generate strassen/match3", comment)
        for example, record in zip(examples, records, strict=True):
            self.assertEqual((record["x"], record["y"]), (example["input"]["p"], example["answers"]))

    def test_a_vector_task_has_all_its_numbers(self):
        header, *examples = self.attest("generate", *VECTORS, "--count", "5").documents()
        self.assertEqual((header["answer"], len(header["positions"])), ("vector", len(examples[0]["answers"])))
        self.assertEqual(len(header["positions"]) % header["dimension"], 0)
        for example in examples:
            run = self.attest("run", *VECTORS, "--input", json.dumps(example["input"]), "--format", "json").json()
            self.assertEqual(example["answers"], [output["truth"] for output in run["outputs"]])
        self.assert_refused(["generate", *VECTORS, "--count", "5", "--out", "x.npy"], "--out", "vectors")

    def test_a_reader_that_stops_early_gets_what_it_read_and_a_line_says_so(self):
        process = subprocess.run(f"'{program()}' generate relation-composition --count 100000 | head -n 2", shell=True,
                                 capture_output=True, timeout=20)
        self.assertEqual(process.stderr, b"attest: standard output: cannot be written: Broken pipe\n")
        self.assertEqual(len(process.stdout.splitlines()), 2)

    def test_an_interrupted_file_does_not_appear(self):
        process = self.start("generate", "function-composition", "--count", "1000000000", "--max-bytes", "1T", "--out",
                             "set.jsonl")
        deadline = time.monotonic() + 10
        while not self.files() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)
        self.assertEqual(self.files(), [])


class BadInput(CommandTest):
    def test_a_task_that_is_none(self):
        self.assert_bad_value(["generate", "match4", "--count", "3"], "TASK", "match4")
        self.assertIn("did you mean match3?", self.attest("generate", "match4", "--count", "3").err)
        self.assert_refused(["generate", "--count", "3"], "TASK", "missing", "match2")

    def test_counts(self):
        self.assert_refused(["generate", "match3"], "--count", "missing")
        for value in ("0", "-1", "1.5", "ten", "99999999999999999999"):
            self.assert_bad_value(["generate", "match3", f"--count={value}"], "--count", value)

    def test_parameters_out_of_range(self):
        for task, word, value in (("relation-composition", "N_min=9", "9"), ("relation-composition", "P=0", "0"),
                                  ("relation-composition", "P=0.5", "0.5"), ("quotient-composition", "P=3/2", "3/2"),
                                  ("match3", "M=0", "0"), ("function-composition", "N_min=1", "1"),
                                  ("match2", "numbers=all", "all"), ("match3", "N_max=2..3", "2..3")):
            self.assert_bad_value(["generate", task, word, "--count", "3"], word.split("=")[0], value)
        self.assert_refused(["generate", "match3", "n=3", "--count", "3"], '"n"', "N_min")

    def test_sizes_whose_bins_stay_empty(self):
        self.assert_refused(["generate", "match2", "N=1", "--count", "8", "--out", "set.jsonl"], "N=1", "[25,50)")

    def test_formats(self):
        self.assert_bad_value(["generate", "match3", "--count", "3", "--format", "csv"], "--format", "csv")
        self.assert_bad_value(["generate", "match3", "--count", "3", "--out", "set.csv"], "--out", "set.csv")

    def test_files_that_would_be_too_large(self):
        for name in ("set.npy", "set.jsonl"):
            self.assert_refused(["generate", "match2", "--count", "2000", "--max-bytes", "100K", "--out", name],
                                "--max-bytes", "nothing was written")

    def test_splits(self):
        for text in ("train", "train=1", "a=0,b=1", "a=1,a=2", "a/b=1,c=1"):
            self.assert_bad_value(["generate", "match3", "--count", "9", "--splits", text, "--out", "x.jsonl"], "--splits", text)
        self.assert_refused(["generate", "match3", "--count", "9", "--splits", "a=1,b=1"], "--out", "missing")
        self.assert_refused(["generate", "match3", "--count", "3", "--splits", "b=1,a=9", "--out", "x.jsonl"], "--count", "'b'")
        self.assert_refused(["generate", "anna/sum", "N=1", "M=1", "--count", "9", "--splits", "a=1,b=1", "--out", "x.jsonl"], "--splits", "too few inputs")

    def test_a_claim_without_a_task_says_what_there_is(self):
        self.assert_refused(["generate", "poly/gap-kip-to-poly", "--count", "3"], "TASK", "attest reduce")
        self.assert_refused(["generate", "strassen/size-bound", "--count", "3"], "TASK", "attest bound")

    def test_a_file_that_cannot_be_written(self):
        self.assert_refused(["generate", "match3", "--count", "3", "--out", "no/such/folder/set.npy"], "--out")


if __name__ == "__main__":
    unittest.main()
