"""Ranks against threads, in one run: the same command with one thread, with P threads, and by P ranks of one thread each (mpirun).

    compare_ranks.py ATTEST [ROUNDS [RANKS]]

Seconds by the clock, the least of ROUNDS (3); of a rank run also those that attest itself says, without mpirun's own start and end, and
what rank 0 handed out, heard and sent (ATTEST_TRAFFIC)."""

import json
import os
import re
import subprocess
import sys
import time

COMMANDS = (("verify", "anna/induction-heads", "N=8", "sigma=6", "--variant", "constructed"),
            ("verify", "strassen/function-composition", "n=5", "--variant", "repaired"),
            ("shatter", "random", "n=14", "--seed", "3"),
            ("reduce", "ip-triangle-to-gap", "n=3", "d=12", "T=2", "--planted", "no", "--check"),
            ("precision", "strassen/function-composition", "n=4", "--variant", "repaired"),
            ("repair", "anna/ema-match2"))
# Fewer cores than ranks are taken as they are.
MPIRUN = ("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader")


def run(words):
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, ATTEST_TRAFFIC="1"))
    seconds = time.monotonic() - start
    document = json.loads(done.stdout)
    answer = {key: value for key, value in document.items() if key not in ("seconds", "command")}
    traffic = re.search(r"(\d+) ranges handed out, (\d+) messages, (\d+) bytes, (\S+) s of a processor", done.stderr)
    return seconds, document.get("seconds"), answer, traffic and tuple(map(float, traffic.groups()))


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    ranks = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    print("| command | 1 thread | P threads | P ranks | of these without mpirun | ranges | messages | bytes | seconds of its thread |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for command in COMMANDS:
        ways = {"one": (program, *command, "--threads", "1"), "threads": (program, *command, "--threads", str(ranks)),
                "ranks": (*MPIRUN, "-n", str(ranks), program, *command, "--threads", "1")}
        best, answers = {}, []
        for _ in range(rounds):
            for way, words in ways.items():
                result = run((*words, "--format", "json", "--quiet"))
                answers.append(result[2])
                if way not in best or result[0] < best[way][0]:
                    best[way] = result
        if any(answer != answers[0] for answer in answers):
            sys.exit(f"{' '.join(command)}: not the same answer by threads and by ranks")
        seconds, own, _, (handed, messages, size, processor) = best["ranks"]
        cells = [f"{best['one'][0]:.2f}", f"{best['threads'][0]:.2f}", f"{seconds:.2f}", "-" if own is None else f"{own:.2f}",
                 f"{handed:.0f}", f"{messages:.0f}", f"{size:.0f}", f"{processor:.2f}"]
        print(f"| `{' '.join(command)}` | {' | '.join(cells)} |", flush=True)
    print(f"\nP = {ranks}")


if __name__ == "__main__":
    main()
