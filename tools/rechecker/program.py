"""attest from outside: its documents, its refusals."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

from . import statements, variants
from .errors import Refused

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


@contextlib.contextmanager
def handed(file):
    """The file as attest takes it from anywhere: variants that are programs belong to the catalogue's texts alone, so they
    are left out, and with them the expectations, which speak of them. Lines keep their numbers."""
    text = file.read_text(encoding="utf-8")
    try:
        read, words = statements.read(text)
    except Refused:
        read, words = [], []
    if not variants.programs(read):
        yield file
        return
    for one in reversed(read):
        if one.word == "expect" or one.word == "variant" and one.get("program"):
            first, last = words[one.begin].start, words[one.end - 1].end
            text = text[:first] + "\n" * text.count("\n", first, last) + text[last:]
    with tempfile.TemporaryDirectory(prefix="attest-recheck-") as folder:
        copy = pathlib.Path(folder) / file.name
        copy.write_text(text, encoding="utf-8")
        yield copy


def verify(file, variant, given, *options):
    chosen = ["--variant", variant] if variant else []
    with handed(file) as text:
        lines = ask("verify", str(text), *chosen, *[f"{name}={value}" for name, value in given.items()],
                    "--format", "json", *options)
    return [json.loads(line) for line in lines.splitlines()]


def run(file, variant, given, rank):
    with handed(file) as text:
        return json.loads(ask("run", str(text), "--variant", variant,
                              *[f"{name}={value}" for name, value in given.items()], "--input", f"rank:{rank}",
                              "--format", "json"))
