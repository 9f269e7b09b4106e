"""Runs attest's benchmark and the two Python scripts beside it, and reports ratios.

Usage: compare.py ATTEST_BENCHMARKS [REPETITIONS]   (tools/benchmark does all of it)
"""

import json
import os
import platform
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def json_of(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def attest_times(program, repetitions):
    report = json_of([program, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}",
                      "--benchmark_filter=n:[45]"])
    times = {}
    for entry in report["benchmarks"]:
        if entry["run_type"] == "iteration":
            key = entry["run_name"].removesuffix("/real_time")
            times.setdefault(key, []).append((entry["real_time"] / 1e3, int(entry["inputs"])))
    return times


def processor():
    with open("/proc/cpuinfo") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    program = sys.argv[1]
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    python = "/usr/bin/python3"
    # The scripts and attest take turns, so that a slow minute of the machine hits them alike.
    numpy_runs, attest_runs = [], {}
    for _ in range(repetitions):
        numpy_runs.append(json_of([python, f"{HERE}/numpy_function_composition.py", "4", "--repeat", "3"])["seconds"])
        for key, runs in attest_times(program, 3).items():
            attest_runs.setdefault(key, []).extend(runs)
    mpmath = json_of([python, f"{HERE}/mpmath_function_composition.py", "4", "--sample", "500", "--seed", "1"])

    numpy = min(numpy_runs)
    inputs = 4 ** 9
    print(f"strassen/function-composition, {processor()}, {os.cpu_count()} cores")
    print(f"best of {repetitions} alternating rounds\n")
    print(f"| what | inputs | seconds | per input | NumPy / this | mpmath / this, per input |")
    print(f"|---|---|---|---|---|---|")
    def row(name, count, seconds):
        each = seconds / count
        print(f"| {name} | {count} | {seconds:.4g} | {each * 1e9:.4g} ns | {numpy / inputs / each:.3g} "
              f"| {mpmath['seconds_per_input'] / each:.3g} |")
    row("NumPy float64, no certificate, n=4", inputs, numpy)
    row("mpmath intervals, n=4 (sample)", mpmath["inputs"], mpmath["seconds"])
    for key, runs in attest_runs.items():
        row(f"attest, certified, {key.split('/', 2)[2]}", runs[0][1], min(seconds for seconds, _ in runs))


if __name__ == "__main__":
    main()
