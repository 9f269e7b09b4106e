"""attest from outside: its documents, its refusals."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS = 60

TIMEOUT = 124


class Refusal(Exception):
    """attest gave no document; `status` is its exit status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def path():
    return os.environ.get("ATTEST") or str(ROOT / "build" / "release" / "tools" / "attest" / "attest")


def ask(*arguments):
    try:
        completed = subprocess.run([path(), *arguments], capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as problem:
        raise Refusal(TIMEOUT, f"no answer within {SECONDS} seconds") from problem
    if completed.returncode not in (0, 1, 3):
        raise Refusal(completed.returncode, completed.stderr.strip().split("\n")[0])
    return completed.stdout


def verify(file, variant, given, *options):
    chosen = ["--variant", variant] if variant else []
    text = ask("verify", str(file), *chosen, *[f"{name}={value}" for name, value in given.items()],
               "--format", "json", *options)
    return [json.loads(line) for line in text.splitlines()]


def run(file, variant, given, rank):
    return json.loads(ask("run", str(file), "--variant", variant,
                          *[f"{name}={value}" for name, value in given.items()], "--input", f"rank:{rank}",
                          "--format", "json"))
