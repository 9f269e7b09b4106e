"""Ranks against threads, in one run: the same command with one thread, with P threads, and by P ranks of one thread each (mpirun).

    compare_ranks.py ATTEST [ROUNDS [RANKS]]
    compare_ranks.py ATTEST long [RANKS]      two searches that take an hour and more, by P threads and by P ranks, once

Seconds by the clock, the least of ROUNDS (3); of a rank run also those that attest itself says, without mpirun's own start and end, and
what rank 0 handed out, heard and sent (ATTEST_TRAFFIC). The efficiency is the time of one thread over P times that of P ranks."""

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
            ("repair", "anna/ema-match2", "--edits", "2"),
            ("audit", "--quick", "--paper", "strassen"))
LONG = (("shatter", "sum2", "l=9"), ("shatter", "random", "n=16"))
# Fewer cores than ranks are taken as they are.
MPIRUN = ("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader")


def run(words):
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, ATTEST_TRAFFIC="1"))
    seconds = time.monotonic() - start
    documents = [json.loads(line) for line in ([done.stdout] if done.stdout.startswith("{\n") else done.stdout.splitlines())]
    answer = [{key: value for key, value in document.items() if key not in ("seconds", "command")} for document in documents]
    traffic = re.search(r"(\d+) ranges handed out, (\d+) messages, (\d+) bytes, (\S+) s of a processor", done.stderr)
    own = documents[0].get("seconds") if len(documents) == 1 else None
    return seconds, own, answer, traffic and tuple(map(float, traffic.groups()))


def main():
    program = os.path.abspath(sys.argv[1])
    long = sys.argv[2:3] == ["long"]
    rounds = 1 if long else int(sys.argv[2]) if len(sys.argv) > 2 else 3
    ranks = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    print("| command | 1 thread | P threads | P ranks | of these without mpirun | efficiency | ranges | messages | bytes | seconds of its thread |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for command in LONG if long else COMMANDS:
        ways = {"one": (program, *command, "--threads", "1"), "threads": (program, *command, "--threads", str(ranks)),
                "ranks": (*MPIRUN, "-n", str(ranks), program, *command, "--threads", "1")}
        if long:
            del ways["one"]
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
        one = best["one"][0] if "one" in best else None
        cells = ["-" if one is None else f"{one:.2f}", f"{best['threads'][0]:.2f}", f"{seconds:.2f}", "-" if own is None else f"{own:.2f}",
                 "-" if one is None else f"{one / ranks / seconds:.2f}", f"{handed:.0f}", f"{messages:.0f}", f"{size:.0f}", f"{processor:.2f}"]
        print(f"| `{' '.join(command)}` | {' | '.join(cells)} |", flush=True)
    print(f"\nP = {ranks}")


if __name__ == "__main__":
    main()
