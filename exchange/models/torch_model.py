"""The layer of layer.safetensors as a PyTorch module; compare.py runs it on test_vectors.json."""
import json, pathlib, torch  # noqa: E401

AXES = "rijklmnopqstuvwxyz"  # of x_1 (a judged token), x_2, x_3, ..; b: batch, c: coordinate
TYPES = {"F64": torch.float64, "F32": torch.float32, "I64": torch.int64, "BOOL": torch.bool}

class Model(torch.nn.Module):
    def __init__(self, path=pathlib.Path(__file__).with_name("layer.safetensors")):
        super().__init__()
        data = bytearray(pathlib.Path(path).read_bytes())
        header = json.loads(data[8:(start := 8 + int.from_bytes(data[:8], "little"))])
        self.structure = json.loads(header.pop("__metadata__")["structure"])
        for name, array in header.items():
            begin, end = (start + offset for offset in array["data_offsets"])
            self.register_buffer(name, torch.frombuffer(data[begin:end], dtype=TYPES[array["dtype"]]).reshape(array["shape"]))

    def forward(self, cells):
        """(batch, cells), each cell as the place of its value from 0, to outputs and decisions at the judged tokens."""
        s, kinds = self.structure, self.first + (torch.as_tensor(cells)[:, None] * self.strides).sum(-1)
        x = self.X[kinds]
        for layer in s["layers"]:
            receivers, W_O = (getattr(self, layer["prefix"] + name) for name in ("receivers", "W_O"))
            means = [self.head(f'{layer["prefix"]}head{h}_', each, kinds, x, receivers) for h, each in enumerate(layer["heads"], 1)]
            x = torch.cat(means, -1) @ W_O.T + (x[:, receivers] if layer["residual"] else 0)
        outputs = torch.cat([self.readout(k, maps, x) for k, maps in enumerate(s["readouts"], 1)], -1).flatten(1)
        return outputs, {"nearest": torch.floor(outputs + 0.5), "sign": outputs > 0, "none": None}[s["decision"]]

    def head(self, name, head, kinds, x, receivers):
        def at(matrix, table, v):  # what variable v has at its tokens
            by_matrix = a.get(f"{name}{matrix}{v}")
            return a[f"{name}{table}{v}"][kinds[:, tokens[v]]] if by_matrix is None else x[:, tokens[v]] @ by_matrix.T
        a, kernel, variables = dict(self.named_buffers()), head["kernel"], range(1, head["variables"] + 1)
        tokens = {v: receivers if v == 1 else a[f"{name}tokens{v}"] for v in variables}
        rows = {v: at("W", "rows", v) for v in set().union(*head["monomials"])}
        score = x.new_zeros([len(x), *(len(tokens[v]) for v in variables)])
        for m, monomial in enumerate(head["monomials"] if kernel != "exact-match" else []):
            own = "".join(AXES[v - 1] for v in monomial)
            term = torch.einsum(",".join(f"b{axis}c" for axis in own) + "->b" + own, *(rows[v] for v in monomial))
            term = term[(slice(None), *(slice(None) if v in monomial else None for v in variables))]
            score = score + term * (a[name + "scale"] if name + "scale" in a else a[name + "factors"][m])
        if kernel == "exact-match":
            score = (rows[1][:, :, None] == rows[2][:, None, :]).to(x.dtype)
        mask = a.get(name + "mask", torch.tensor(True, device=x.device)).expand(score.shape).flatten(2)
        weight = weights(kernel, score.flatten(2), mask).reshape(score.shape)
        values = ",".join(f"b{AXES[v - 1]}c" for v in head["values"])
        return torch.einsum(f"b{AXES[:len(variables)]},{values}->brc", weight, *(at("V", "values", v) for v in head["values"]))

    def readout(self, number, maps, y):
        for m in range(1, maps + 1):
            y = (y.relu() if m > 1 else y) @ getattr(self, f"readout{number}_W{m}").T + getattr(self, f"readout{number}_b{m}")
        return y

def weights(kernel, score, mask):
    best = torch.where(mask, score, score.amin(-1, keepdim=True)).amax(-1, keepdim=True)
    weight = {"softmax": (score - best).clamp(max=0).exp(), "expressive": score**2 / (1 + score**2), "exact-match": score,
              "hard maximum": (score == best).to(score.dtype)}[kernel.removesuffix(", leftmost")] * mask
    weight = weight * (weight.cumsum(-1) == 1) if kernel.endswith("leftmost") else weight
    total = weight.sum(-1, keepdim=True)  # 0 where there is no tuple; else at least 1, the best one's weight
    return weight / (total if kernel == "expressive" else total.clamp(min=1))
