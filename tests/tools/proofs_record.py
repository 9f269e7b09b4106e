"""What `attest export --to coq` states, compared with the record that `attest show` prints: matrices entry by entry, W_O, encoding and
residual; of a refutation the numbers of its scale as well. Scale, readout, tuples, inputs and task are for the reader. A planted
difference is found. Needs no coqc; run by `.ci/release proofs`."""

import itertools
import json
import os
import re
import subprocess
import tempfile
import unittest
from fractions import Fraction

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ATTEST = os.environ.get("ATTEST", f"{ROOT}/build/release/tools/attest/attest")
FOR_EVERY_SIZE = (("strassen/function-composition", "repaired", ("n=1", "n=2", "n=4")),
                  (f"{ROOT}/examples/middle.theorem", "stated", ("n=1", "n=2", "n=3")))
# Theorems that are written by hand: the record's settings, and what the text's names are there.
BY_HAND = (("anna_ema_match2_repaired", "anna/ema-match2", "repaired", (("N=2 M=3", {"M": 3}), ("N=3 M=4", {"M": 4}))),
           ("strassen_triangular_relation_composition_constructed", "strassen/triangular-relation-composition", "constructed",
            (("m=1", {"m": 1}), ("m=4", {"m": 4}))),
           ("poly_function_composition_repaired", "poly/function-composition", "repaired",
            (("t=2 n=1 A2=18", {"n": 1, "t": 2}), ("t=2 n=4 A2=18", {"n": 4, "t": 2}))),
           ("ea_next_token_constructed", "ea/next-token", "constructed",
            (("N=2 tau=1 context=2", {"L": 2, "context": 2}), ("N=5 tau=2 context=6", {"L": 6, "context": 6}))),
           ("strassen_relation_composition_repaired", "strassen/relation-composition", "repaired",
            (("m=1", {"m": Fraction(1)}), ("m=4", {"m": Fraction(4)}))),
           ("strassen_quotient_composition_printed", "strassen/quotient-composition", "printed",
            (("m=1", {"m": Fraction(1)}), ("m=3", {"m": Fraction(3)}))),
           ("strassen_match3_repaired", "strassen/match3", "repaired",
            (("n=1 m=2", {"n": Fraction(1), "m": Fraction(2)}), ("n=3 m=5", {"n": Fraction(3), "m": Fraction(5)}))))
AT_ONE_SETTING = (("anna/ema-match2", "printed", "N=2 M=3"),
                  ("ea/next-token-dot-product", "constructed", "N=2 tau=1 context=3 ratio=3/2"),
                  (f"{ROOT}/examples/some_one.theorem", "stated", "n=6"),
                  (f"{ROOT}/examples/needle_dilution.theorem", "stated", "n=5"),
                  (f"{ROOT}/examples/equal_ends.theorem", "one_sided", "n=2 m=2"),
                  (f"{ROOT}/examples/marked.theorem", "stated", "n=2 k=2 ratio=1"))


def attest(*words):
    run = subprocess.run([ATTEST, *words], capture_output=True, text=True, check=True)
    return run.stdout


def number(text, names):
    """The value of a term of Coq or of the record, in fractions."""
    text = re.sub(r"%[ZQR]", "", text).replace("IZR", "").replace("^", "**").replace(" mod ", " % ").replace("inject_Z", "")
    text = re.sub(r"\bif (.*?) then (.*?) else (.*)", r"((\2) if (\1) else (\3))", text)
    text = text.replace("=?", "==").replace("<=?", "<=").replace("<?", "<").replace("||", " or ").replace("&&", " and ")
    text = re.sub(r"\bind\b", "int", text)
    text = re.sub(r"(?<![=<>!])=(?!=)", "==", text)
    text = re.sub(r"(-?)(\d+)\s*[#/]\s*(\d+)", r"(\1Fraction(\2, \3))", text)
    return Fraction(eval(text, {"__builtins__": {}, "Fraction": Fraction, "int": int}, dict(names)))  # pylint: disable=eval-used


def definition(text, name):
    found = re.search(rf"^Definition {name}\b[^\n]*?:=\s*(.*?)\.\s*\n(?=\n|Definition|\(\*\*|$)", text, re.M | re.S)
    return None if found is None else " ".join(found.group(1).split())


def entries(matrix, names):
    rows = re.findall(r"\[([^\[\]]*)\]", matrix)
    return [[number(entry, names) for entry in row.split(";")] for row in rows]


def differences(text, record, names):
    """The names of what the text and the record say differently."""
    found = []
    weights = record["weights"]
    several = len(weights["heads"]) > 1
    width = sum(len(v) for h in weights["heads"] for v in [next(h[k] for k in h if k.startswith("V_"))])
    for k, head in enumerate(weights["heads"]):
        for key, matrix in head.items():
            if not re.fullmatch(r"[WV]_\d+", key):
                continue
            name = f"{key[0]}_{k + 1}{key[1:]}" if several else key
            stated = definition(text, name)
            if stated is None or entries(stated, names) != [[Fraction(e) for e in row] for row in matrix]:
                found.append(name)
    landing = [[Fraction(0)] * width for _ in range(weights["embedding_dimension"])]
    first, offset = {}, 0
    for head in weights["heads"]:
        first[head["name"]] = offset
        offset += len(next(head[k] for k in head if k.startswith("V_")))
    for entry in weights["W_O"]:
        name, coordinate = entry["from"].split(".")
        landing[int(entry["to"].split(".")[1]) - 1][first[name] + int(coordinate) - 1] += Fraction(entry["factor"])
    if entries(definition(text, "W_O"), names) != landing:
        found.append("W_O")
    binders = re.search(r"^Definition encode \(([^:]*) : Z\)", text, re.M).group(1).split()
    stated = definition(text, "encode").strip("[]").split(";")
    written = [e for e in weights["encoding"] if not e.startswith("zeros(")]  # they stand at the end
    written += ["0"] * (weights["embedding_dimension"] - len(written))
    free = [b for b in binders if b not in names]
    for values in itertools.product((1, 2, 5), repeat=len(free)):
        known = {**names, **{k.rstrip("_"): v for k, v in names.items()}, **dict(zip(free, values)),
                 **{k.rstrip("_"): v for k, v in zip(free, values)}}
        if [number(e, known) for e in stated] != [number(e, known) for e in written]:
            found.append("encoding")
            break
    if ("add (e" in text or "residual (e" in text) != weights["residual"]:
        found.append("residual")
    return found


class Record(unittest.TestCase):
    def exported(self, theorem, variant, *sizes):
        return attest("export", theorem, *sizes, "--variant", variant, "--to", "coq")

    def test_a_theorem_for_every_size_states_the_record(self):
        for theorem, variant, settings in FOR_EVERY_SIZE:
            text = self.exported(theorem, variant)
            for size in settings:
                record = json.loads(attest("show", theorem, size, "--variant", variant, "--format", "json"))
                names = {"n": int(size[2:])}
                self.assertEqual(differences(text, record, names), [], (theorem, size))
                for old, new, what in (("IZR (- n)", "IZR n", "W_1"), ("[1]", "[2]", "W_O"), ("IZR phi;", "IZR (2 * phi);", "encoding")):
                    if theorem.startswith("strassen"):
                        self.assertIn(old, text)
                        self.assertIn(what, differences(text.replace(old, new), record, names))

    def test_a_theorem_by_hand_states_the_record(self):
        for name, theorem, variant, settings in BY_HAND:
            with open(f"{ROOT}/proofs/theorems/{name}.v", encoding="utf-8") as file:
                text = file.read()
            for setting, names in settings:
                record = json.loads(attest("show", theorem, *setting.split(), "--variant", variant, "--format", "json"))
                self.assertEqual(differences(text, record, names), [], (theorem, setting))
                value = "V_1_2" if "Definition V_1_2 " in text else "V_2"
                for what, old, new in (("W_O", r"\b1\b", "7"), (value, r"\[\[", "[[3 + ")):
                    line = re.search(rf"^Definition {what}\b.*?\]\]\.$", text, re.M | re.S).group(0)
                    planted = text.replace(line, re.sub(old, new, line, count=1))
                    self.assertNotEqual(planted, text)
                    self.assertEqual(differences(planted, record, names), [what])

    def test_a_refutation_states_the_record(self):
        for theorem, variant, setting in AT_ONE_SETTING:
            text = self.exported(theorem, variant, *setting.split())
            record = json.loads(attest("show", theorem, *setting.split(), "--variant", variant, "--format", "json"))
            names = {k: int(v) for k, v in re.findall(r"^Definition (\w+) : Z := \(?(-?\d+)", text, re.M)}
            self.assertEqual(differences(text, record, names), [], (theorem, setting))
            value = "V_1_2" if "Definition V_1_2 " in text else "V_2"
            planted = re.sub(rf"({value} : matrix := \[\[)", r"\g<1>7 + ", text)
            self.assertEqual(differences(planted, record, names), [value])
            # A number of the scale, as the record prints it.
            for head in record["weights"]["heads"]:
                for digits in re.findall(r"\d+", head["scale"] if "scale" in definition(text, "output") else ""):
                    self.assertIn(digits, text)


if __name__ == "__main__":
    unittest.main()
