"""The layer of layer.npz in NumPy; compare.py runs it on test_vectors.json."""
import json
import pathlib

import numpy as np

AXES = "rijklmnopqstuvwxyz"  # of x_1 (a judged token), x_2, x_3, ..; b: batch, c: coordinate


class Model:
    def __init__(self, path=pathlib.Path(__file__).with_name("layer.npz")):
        self.a = dict(np.load(path))
        self.structure = json.loads(self.a.pop("structure").item())

    def __call__(self, cells):
        """(batch, cells), each cell as the place of its value from 0, to outputs and decisions at the judged tokens."""
        a, s = self.a, self.structure
        kinds = a["first"] + np.asarray(cells) @ a["strides"].T
        x = a["X"][kinds]
        for layer in s["layers"]:
            p, receivers = layer["prefix"], a[layer["prefix"] + "receivers"]
            means = [self.head(f"{p}head{h}_", head, kinds, x, receivers) for h, head in enumerate(layer["heads"], 1)]
            x = np.concatenate(means, -1) @ a[p + "W_O"].T + (x[:, receivers] if layer["residual"] else 0)
        outputs = np.concatenate([self.readout(k, maps, x) for k, maps in enumerate(s["readouts"], 1)], -1)
        outputs = outputs.reshape(len(outputs), -1)
        return outputs, {"nearest": np.floor(outputs + 0.5), "sign": outputs > 0, "none": None}[s["decision"]]

    def head(self, name, head, kinds, x, receivers):
        def at(matrix, table, v):  # what variable v has at its tokens
            by_matrix = a.get(f"{name}{matrix}{v}")
            return a[f"{name}{table}{v}"][kinds[:, tokens[v]]] if by_matrix is None else x[:, tokens[v]] @ by_matrix.T

        a, kernel, variables = self.a, head["kernel"], range(1, head["variables"] + 1)
        tokens = {v: receivers if v == 1 else a[f"{name}tokens{v}"] for v in variables}
        rows = {v: at("W", "rows", v) for v in set().union(*head["monomials"])}
        score = np.zeros([len(x), *(len(tokens[v]) for v in variables)], x.dtype)
        for m, monomial in enumerate(head["monomials"] if kernel != "exact-match" else []):
            own = "".join(AXES[v - 1] for v in monomial)
            term = np.einsum(",".join(f"b{axis}c" for axis in own) + "->b" + own, *(rows[v] for v in monomial))
            term = term[(slice(None), *(slice(None) if v in monomial else None for v in variables))]
            score = score + term * (a[name + "scale"] if name + "scale" in a else a[name + "factors"][m])
        if kernel == "exact-match":
            score = (rows[1][:, :, None] == rows[2][:, None, :]).astype(x.dtype)
        mask = np.broadcast_to(a.get(name + "mask", True), score.shape).reshape(*score.shape[:2], -1)
        weight = weights(kernel, score.reshape(mask.shape), mask).reshape(score.shape)
        values = ",".join(f"b{AXES[v - 1]}c" for v in head["values"])
        return np.einsum(f"b{AXES[:len(variables)]},{values}->brc", weight, *(at("V", "values", v) for v in head["values"]))

    def readout(self, number, maps, y):
        for m in range(1, maps + 1):
            y = (np.maximum(y, 0) if m > 1 else y) @ self.a[f"readout{number}_W{m}"].T + self.a[f"readout{number}_b{m}"]
        return y


def weights(kernel, score, mask):
    best = np.where(mask, score, score.min(-1, keepdims=True)).max(-1, keepdims=True)
    if kernel == "softmax":
        weight = np.exp(np.minimum(score - best, 0)) * mask
    elif kernel == "expressive":
        weight = score**2 / (1 + score**2) * mask
    elif kernel == "exact-match":
        weight = score * mask
    elif kernel.startswith("hard maximum"):
        weight = (score == best) * mask.astype(score.dtype)
    else:
        raise ValueError(f"no kernel of this model: {kernel}")
    if kernel.endswith("leftmost"):
        weight = weight * (np.cumsum(weight, -1) == 1)
    total = weight.sum(-1, keepdims=True)  # 0 where there is no tuple; else at least 1, the best one's weight
    return weight / (total if kernel == "expressive" else np.maximum(total, 1))
