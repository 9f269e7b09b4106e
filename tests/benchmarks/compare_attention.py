"""attest's attention algorithms beside PyTorch in one run; prints the Markdown tables of docs/benchmarks.md.

Usage: compare_attention.py ATTEST [--rounds R] [--largest LOG2N] [--threads T,..]   (tools/benchmark does all of it)

Both sides take turns in rounds, each in a process of its own; the best of all rounds counts. PyTorch's time is that of
its fastest formulation for the size, with its default instruction set and with ATEN_CPU_CAPABILITY=avx512.
"""

import argparse
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"


def attest(program, *words):
    out = subprocess.run([program, "bench", *words, "--format", "json", "--quiet"], check=True, capture_output=True).stdout
    return json.loads(out)


def torch(algorithm, n, d, threads, capability, repeat):
    environment = dict(os.environ)
    environment.pop("ATEN_CPU_CAPABILITY", None)
    if capability:
        environment["ATEN_CPU_CAPABILITY"] = capability
    out = subprocess.run([PYTHON, f"{HERE}/torch_attention.py", algorithm, str(n), str(d), "--threads", str(threads),
                          "--repeat", str(repeat)], check=True, capture_output=True, env=environment).stdout
    return json.loads(out)


def exponent(points):
    xs = [math.log(n) for n, _ in points]
    ys = [math.log(t) for _, t in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x)**2 for a in xs)


def best_torch(best, result, capability):
    for name, seconds in result["seconds"].items():
        entry = best.setdefault("torch", {"seconds": math.inf, "processor": math.inf})
        entry["peak"] = max(entry.get("peak", 0), result["peak_bytes"])
        entry["processor"] = min(entry["processor"], result["processor_seconds"][name])
        if seconds < entry["seconds"]:
            entry.update(seconds=seconds, name=name + (", AVX-512" if capability else ""))


def best_attest(best, key, document):
    row = document["rows"][0]
    entry = best.setdefault(key, {"seconds": math.inf, "processor": math.inf, "peak": 0})
    entry["seconds"] = min(entry["seconds"], row["seconds"])
    entry["processor"] = min(entry["processor"], row["processor_seconds"])
    entry["peak"] = max(entry["peak"], int(row["peak_bytes"]))


def megabytes(count):
    return f"{count / 1e6:.0f} MB"


def trees(program, threads, rounds):
    sizes = (512, 1024, 2048, 4096)
    best = {n: {} for n in sizes}
    for _ in range(rounds):
        for n in sizes:
            best_attest(best[n], "attest", attest(program, "tree", f"n={n}", "d=64", "--threads", str(threads), "--repeat", "5"))
            for capability in ("", "avx512"):
                best_torch(best[n], torch("tree", n, 64, threads, capability, 3), capability)
    print(f"\nTree attention, h = x1 x2 + x2 x3, d = 64, double, {threads} thread{'s' * (threads > 1)}:\n")
    print("| n | attest, s | PyTorch, s | PyTorch / attest | processor time, PyTorch / attest | peak memory, attest | peak memory, PyTorch | PyTorch's fastest |")
    print("|---|---|---|---|---|---|---|---|")
    for n in sizes:
        a, t = best[n]["attest"], best[n]["torch"]
        print(f"| {n} | {a['seconds']:.4g} | {t['seconds']:.4g} | {t['seconds'] / a['seconds']:.2f} "
              f"| {t['processor'] / a['processor']:.2f} | {megabytes(a['peak'])} | {megabytes(t['peak'])} | {t['name']} |")
    for key, name in (("attest", "attest"), ("torch", "PyTorch")):
        print(f"\nFitted exponent of {name}: {exponent([(n, best[n][key]['seconds']) for n in sizes]):.3f} "
              f"(processor time: {exponent([(n, best[n][key]['processor']) for n in sizes]):.3f}).")
    sys.stdout.flush()


def strassen(program, rounds):
    best = {}
    routes = ("kernels", "eigen", "recursion")
    for _ in range(rounds):
        for route in routes:
            best_attest(best, route, attest(program, "strassen", "n=512", "d=16", "--threads", "1", f"route={route}", "--repeat", "2"))
        for capability in ("", "avx512"):
            best_torch(best, torch("strassen", 512, 16, 1, capability, 2), capability)
        best_attest(best, "definition", attest(program, "strassen", "n=512", "d=16", "--threads", "1", "route=definition",
                                               "--repeat", "1"))
    print("\nStrassen attention, n = 512, d = 16, double, 1 thread:\n")
    print("| what | seconds | processor seconds | times the kernels' | peak memory |\n|---|---|---|---|---|")
    names = {"kernels": "attest, kernels", "eigen": "attest, Eigen's products", "recursion": "attest, Strassen's recursion",
             "definition": "attest, the definition's triple loop", "torch": f"PyTorch ({best['torch']['name']})"}
    for key, name in names.items():
        entry = best[key]
        print(f"| {name} | {entry['seconds']:.4g} | {entry['processor']:.4g} "
              f"| {entry['processor'] / best['kernels']['processor']:.2f} | {megabytes(entry['peak'])} |")
    sys.stdout.flush()


def near_linear(program, largest, title, *words):
    document = attest(program, *words, f"n=2^10..2^{largest}", "--threads", "1", "--repeat", "3")
    rows = document["rows"]
    kinds = list(rows[0]["operations"])
    print(f"\n{title}:\n\n| n | seconds | processor seconds | peak memory | {' | '.join(kinds)} |\n|{'---|' * (4 + len(kinds))}")
    for row in rows:
        print(f"| {row['n']} | {row['seconds']:.4g} | {row['processor_seconds']:.4g} | {megabytes(int(row['peak_bytes']))} "
              f"| {' | '.join(row['operations'].values())} |")
    print(f"\nFitted exponent: {document['fitted_exponent']:.3f} (processor time: "
          f"{exponent([(row['n'], row['processor_seconds']) for row in rows]):.3f}).")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=16)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", default="tree,strassen,near")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    print(f"Load average at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; best of {arguments.rounds} alternating rounds.")
    if "tree" in arguments.only:
        for threads in arguments.threads.split(","):
            trees(program, int(threads), arguments.rounds)
    if "strassen" in arguments.only:
        strassen(program, arguments.rounds)
    if "near" in arguments.only:
        near_linear(program, arguments.largest, "Approximate Strassen attention, d = 3, Gamma = 1, eps = 1/1000",
                    "approximate-strassen", "d=3", "Gamma=1")
        near_linear(program, arguments.largest, "The same with eps = 1/n", "approximate-strassen", "d=3", "Gamma=1", "eps=1/n")
        near_linear(program, arguments.largest, "ANNA (Algorithm 2, bit sampling, d = 16, r = 1, c = 12)", "anna")
        near_linear(program, arguments.largest, "Exact-match attention by sorting, d = 16", "exact-match")


if __name__ == "__main__":
    main()
