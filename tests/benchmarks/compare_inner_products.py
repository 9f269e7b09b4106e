"""The exact solvers of the inner-product problems against NumPy on the same instances, in one run.

Usage: compare_inner_products.py INNER_PRODUCT_SOLVER [ROUNDS] [n] [d]   (tools/benchmark inner-products does all of it)

Processor times of one solve (all threads of NumPy's BLAS counted), the least of ROUNDS rounds; programs take turns. The
instances have no solution, so that everything is searched; for the triangle not for want of pairs, of which about
a tenth meets each target. NumPy's solution is straightforward: matrix products of float32 (its fastest type here), comparisons, and
for the triangle one more matrix product that counts the paths of length two.

Why there is no solution: the vectors are (x, x, p), x random, so that all inner products of the first two parts are
even. kIP: p is empty and m odd. IP-triangle: p = (s,1,1), (1,s,1), (1,1,s) in the three sets, s a random bit, so that the
products have the parities s+t+1, t+u+1, u+s+1, whose sum is odd; the targets are even.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

SEED = 20261121


def even_vectors(random, n, d):
    half = random.integers(0, 2, (n, d // 2), dtype=np.uint8)
    return np.hstack([half, half])


def kip(random, n, d):
    sets = [even_vectors(random, n, d) for _ in range(2)]
    return sets, [d // 4 + 1 - (d // 4) % 2], "kip"


def triangle(random, n, d):
    sets = []
    for which in range(3):
        parity = np.ones((n, 3), dtype=np.uint8)
        parity[:, which] = random.integers(0, 2, n)
        sets.append(np.hstack([even_vectors(random, n, d - 4), parity, np.zeros((n, 1), dtype=np.uint8)]))
    return sets, [d // 4 + (d // 4) % 2] * 3, "ip-triangle"


def write(path, sets, targets, family):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# family: {family}\n# targets: {' '.join(map(str, targets))}\n")
        file.write("\n".join("".join("".join(map(str, row)) + "\n" for row in rows) for rows in sets))


def numpy_kip(sets, targets):
    a, b = sets
    return bool((a @ b.T == targets[0]).any())


def numpy_triangle(sets, targets):
    a, b, c = sets
    ab = a @ b.T == targets[0]
    bc = b @ c.T == targets[1]
    ca = c @ a.T == targets[2]
    paths = ab.astype(np.float32) @ bc.astype(np.float32)
    return bool(((paths > 0) & ca.T).any())


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    d = int(sys.argv[4]) if len(sys.argv) > 4 else 64
    random = np.random.default_rng(SEED)
    print("| problem | n | d | pairs that meet a target | NumPy, ms | attest, ms | NumPy / attest |\n"
          "|---|---|---|---|---|---|---|")
    kernels = {}
    for make, solution in ((kip, numpy_kip), (triangle, numpy_triangle)):
        sets, targets, family = make(random, n, d)
        floats = [rows.astype(np.float32) for rows in sets]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "instance.txt")
            write(path, sets, targets, family)
            numpy_seconds, attest_seconds = float("inf"), float("inf")
            for _ in range(rounds):
                start = time.process_time()
                answer = solution(floats, targets)
                numpy_seconds = min(numpy_seconds, time.process_time() - start)
                report = json.loads(subprocess.run([program, "3", path], check=True, capture_output=True).stdout)
                for name, seconds in report["files"][0]["kernels"].items():
                    kernels[name] = min(seconds, kernels.get(name, seconds))
                attest_seconds = min(attest_seconds, report["files"][0]["seconds"])
                assert answer is False and report["files"][0]["yes"] is False
        pairs = float((floats[0] @ floats[1].T == targets[0]).mean())
        print(f"| {family}{'' if family != 'kip' else ', k = 2'} | {n} | {d} | {100 * pairs:.2g} % "
              f"| {1e3 * numpy_seconds:.3g} | {1e3 * attest_seconds:.3g} | {numpy_seconds / attest_seconds:.3g} |", flush=True)
    print("\n| kernel (the first is used) | inner products of all pairs, ms |\n|---|---|")
    for name, seconds in kernels.items():
        print(f"| {name} | {1e3 * seconds:.3g} |")


if __name__ == "__main__":
    main()
