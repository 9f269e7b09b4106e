"""What `attest export` wrote, read by hand: .npz by zip and numpy.lib.format 1.0, .safetensors by its specification, and the layer
evaluated tuple by tuple from the README's sums, in Python's floats. Shares nothing with the files that attest writes beside them."""

import ast
import itertools
import json
import math
import pathlib
import struct
import zipfile


# Theorems of which the catalogue has none: a readout that multiplies, tokens that see those up to them, integer scores beyond 2^53.
def theorem(name, task, head, readout):
    return f"""attest-theorem 1
theorem {name} "Bits, read by one head"
sizes   n >= 1    limit verify n <= 6
input   w : [n] -> {{0, 1}}
tokens  i in [n] carry bit = w(i)
task    {task}
layer
  embed   one = 1, bit = bit, out = 0, rest = 0
{head}
readout {readout}
check   output
expect  holds at n=1..3
"""


PRODUCT = theorem("product", "at n, number: (count i in [n]: w(i) = 1)*(count i in [n]: w(i) = 0)",
                  "  head softmax\n    query = (one)\n    key = (one)\n    value = (out: n*bit, rest: n*(one - bit))", "out*rest")
PREFIX = theorem("prefix", "at every i, sign: exists j in [n]: j <= i and w(j) = 1",
                 "  head softmax\n    over j in [n] where j <= i\n    query (i) = (one)\n    key (j) = (one)\n    value (j) = (out: bit_j)", "out")
LARGE = theorem("large", "at n, sign: exists i in [n]: w(i) = 1",
                "  head hard-maximum\n    query = (10^9*one)\n    key = (10^9*bit)\n    value = (out: bit)", "out")


class Array:
    """Entries by index; row by row, the last index fastest."""

    def __init__(self, shape, entries):
        self.shape, self.entries = list(shape), list(entries)
        assert math.prod(self.shape) == len(self.entries)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        place = 0
        for k, length in zip(index, self.shape, strict=True):
            assert 0 <= k < length
            place = place * length + k
        return self.entries[place]

    def row(self, k):
        width = math.prod(self.shape[1:])
        return self.entries[k * width:(k + 1) * width]


def read_npy(data):
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10:10 + length].decode("ascii"))
    assert (10 + length) % 64 == 0 and header["fortran_order"] is False
    body = data[10 + length:]
    if header["descr"].startswith("|S"):
        assert header["shape"] == () and len(body) == int(header["descr"][2:])
        return body.decode("ascii")
    letter = {"<i8": "q", "<f8": "d", "<f4": "f", "|b1": "?"}[header["descr"]]
    return Array(header["shape"], struct.unpack(f"<{math.prod(header['shape'])}{letter}", body))


def read_npz(path):
    """(arrays, structure)"""
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        assert all(info.compress_type == zipfile.ZIP_STORED for info in file.infolist())
        arrays = {name.removesuffix(".npy"): read_npy(file.read(name)) for name in file.namelist()}
    return arrays, json.loads(arrays.pop("structure"))


def read_safetensors(path):
    """(arrays, structure), by github.com/huggingface/safetensors, README, section "Format"."""
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    assert length <= 100_000_000 and data[8:9] == b"{"
    header = json.loads(data[8:8 + length], object_pairs_hook=without_duplicates)
    body = data[8 + length:]
    metadata = header.pop("__metadata__")
    assert all(isinstance(text, str) for text in metadata.values())
    arrays, at = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        assert set(entry) == {"dtype", "shape", "data_offsets"}
        begin, end = entry["data_offsets"]
        assert begin == at, "a hole between two tensors"
        at = end
        letter = {"I64": "q", "F64": "d", "F32": "f", "BOOL": "?"}[entry["dtype"]]
        assert begin % struct.calcsize(letter) == 0
        arrays[name] = Array(entry["shape"], struct.unpack(f"<{math.prod(entry['shape'])}{letter}", body[begin:end]))
    assert at == len(body), "bytes behind the last tensor"
    return arrays, json.loads(metadata["structure"])


def without_duplicates(pairs):
    assert len({name for name, _ in pairs}) == len(pairs)
    return dict(pairs)


def read_json(path):
    """(arrays with the entries as they are written, structure)"""
    document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))

    def flat(value):
        return [entry for each in value for entry in flat(each)] if isinstance(value, list) else [value]

    arrays = {name: Array(array["shape"], flat(array["values"])) for name, array in document.pop("arrays").items()}
    return arrays, document


def kernel_weights(kernel, scores):
    """Of the tuples that count, in their order; floats, or truths of exact match."""
    if not scores:
        return []
    if kernel == "exact-match":
        weights = [float(match) for match in scores]
    elif kernel == "softmax":
        weights = [math.exp(score - max(scores)) for score in scores]
    elif kernel == "expressive":
        weights = [score * score / (1 + score * score) for score in scores]
    else:
        weights = [float(score == max(scores)) for score in scores]
        if kernel == "hard maximum, leftmost":
            weights = [float(k == weights.index(1.0)) for k in range(len(weights))]
    total = sum(weights)
    return [weight / total if total else 0.0 for weight in weights]


class Layer:
    def __init__(self, arrays, structure):
        self.a, self.s = arrays, structure

    def at(self, prefix, matrix, table, variable, kind, x):
        """The row, or the value, of x_variable at a token that shows this row of X and has this stream."""
        by_matrix = self.a.get(f"{prefix}{matrix}{variable}")
        if by_matrix is None:
            return self.a[f"{prefix}{table}{variable}"].row(kind)
        return [math.fsum(w * e for w, e in zip(by_matrix.row(k), x, strict=True)) for k in range(by_matrix.shape[0])]

    def mean(self, prefix, head, receiver, token, kinds, streams):
        domains = [self.a[f"{prefix}tokens{v}"].entries for v in range(2, head["variables"] + 1)]
        scores, values = [], []
        for place in itertools.product(*(range(len(domain)) for domain in domains)):
            if f"{prefix}mask" in self.a and not self.a[f"{prefix}mask"][(receiver, *place)]:
                continue
            tuple_ = [token] + [domain[k] for domain, k in zip(domains, place)]
            rows = {v: self.at(prefix, "W", "rows", v, kinds[tuple_[v - 1]], streams[tuple_[v - 1]]) for monomial in head["monomials"] for v in monomial}
            if head["kernel"] == "exact-match":
                scores.append(rows[1] == rows[2])
            else:
                terms = [math.fsum(math.prod(each) for each in zip(*(rows[v] for v in monomial), strict=True))
                         for monomial in head["monomials"]]
                factors = self.a[f"{prefix}factors"].entries if f"{prefix}factors" in self.a else [1.0] * len(terms)
                scale = self.a[f"{prefix}scale"].entries[0] if f"{prefix}scale" in self.a else 1.0
                scores.append(scale * math.fsum(f * term for f, term in zip(factors, terms, strict=True)))
            parts = [self.at(prefix, "V", "values", v, kinds[tuple_[v - 1]], streams[tuple_[v - 1]]) for v in head["values"]]
            values.append([math.prod(each) for each in zip(*parts, strict=True)])
        weights = kernel_weights(head["kernel"], scores)
        width = len(values[0]) if values else 0
        return [math.fsum(w * value[c] for w, value in zip(weights, values)) for c in range(width)]

    def outputs(self, cells):
        a, structure = self.a, self.s
        kinds = [first + sum(s * cell for s, cell in zip(a["strides"].row(t), cells, strict=True))
                 for t, first in enumerate(a["first"].entries)]
        streams = [a["X"].row(kind) for kind in kinds]
        for layer in structure["layers"]:
            prefix, after = layer["prefix"], []
            W_O = a[prefix + "W_O"]
            for receiver, token in enumerate(a[prefix + "receivers"].entries):
                means = []
                for h, head in enumerate(layer["heads"], 1):
                    means += self.mean(f"{prefix}head{h}_", head, receiver, token, kinds, streams)
                stream = [math.fsum(w * m for w, m in zip(W_O.row(k), means, strict=True)) for k in range(W_O.shape[0])]
                if layer["residual"]:
                    stream = [x + y for x, y in zip(streams[token], stream, strict=True)]
                after.append(stream)
            streams, kinds = after, [None] * len(after)  # behind the first layer everything is a matrix
        result = []
        for stream in streams:
            for k, maps in enumerate(structure["readouts"], 1):
                y = stream
                for m in range(1, maps + 1):
                    y = [max(0.0, each) for each in y] if m > 1 else y
                    weight, bias = a[f"readout{k}_W{m}"], a[f"readout{k}_b{m}"]
                    y = [bias[j] + math.fsum(w * each for w, each in zip(weight.row(j), y, strict=True)) for j in range(weight.shape[0])]
                result += y
        return result

    def decision(self, output):
        return {"nearest": lambda: math.floor(output + 0.5), "sign": lambda: int(output > 0), "none": lambda: None}[self.s["decision"]]()


def distance(certified, output):
    """How far an output is outside of its enclosure."""
    return max(0.0, float(certified["value"]["lower"]) - output, output - float(certified["value"]["upper"]))
