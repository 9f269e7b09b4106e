"""Runs model.py on every test vector: how many decisions are the certified ones, and how far outputs are from their enclosures."""
import json
import pathlib

from model import Model

vectors = json.loads(pathlib.Path(__file__).with_name("test_vectors.json").read_text())["vectors"]
outputs, decisions = Model()([vector["cells"] for vector in vectors])
same = decided = far = 0
for k, vector in enumerate(vectors):
    for j, certified in enumerate(vector["outputs"]):
        y = float(outputs[k][j])
        far = max(far, float(certified["value"]["lower"]) - y, y - float(certified["value"]["upper"]))
        if decisions is not None and certified["decision"] is not None:
            decided += 1
            same += int(decisions[k][j]) == certified["decision"]
print(f"{len(vectors)} inputs; {same} of {decided} decisions as certified; outputs at most {far:.1e} outside of their enclosures")
raise SystemExit(same != decided)
