"""What the tests of all certificates have in common: the programs that check them, and attacks. CERTIFICATE_EDITS says how many random
edits of the golden ones are tried."""

import os
import pathlib
import random
import re
import subprocess

from cli import program

TESTS = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = TESTS.parent / "examples"


def checker(name="attest-check"):
    chosen = os.environ.get(name.upper().replace("-", "_"))
    return chosen or str(pathlib.Path(program()).parent.parent.parent / "checker" / name)


def edit(text, draw):
    """One to three small changes: a number, a byte, a word of the same certificate elsewhere, lines."""
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        kind = draw.randrange(7)
        at = draw.randrange(len(text))
        if kind in (0, 1, 2):
            places = list(re.finditer(r"-?\d+", text))
            place = draw.choice(places)
            text = text[:place.start()] + str(draw.randrange(-3, 8)) + text[place.end():]
        elif kind == 3:
            text = text[:at] + draw.choice("0123456789-/,:[]{}\"abinx() +*\n") + text[at + 1:]
        elif kind == 4:
            text = text[:at] + text[at + 1 + draw.randrange(6):]
        elif kind == 5:
            end = min(len(text), at + 1 + draw.randrange(30))
            to = draw.randrange(len(text))
            text = text[:to] + text[at:end] + text[to:]
        else:
            lines = text.splitlines(True)
            draw.choice((lambda: lines.pop(draw.randrange(len(lines))), lambda: lines.append(draw.choice(lines)), lambda: draw.shuffle(lines),
                         lines.reverse))()
            text = "".join(lines)
        if not text:
            return "\n"
    return text


class AttackedCertificates:
    """Beside CommandTest. `golden` and `rejected`: folders; `program`: the checker's name, and where there are several `program_for(text)`; `is_true(text)`:
    what the oracle says."""

    least_attacks = 1
    edits = 100
    seed = 0
    kind = "certificates"
    other_programs = ()

    def check(self, file, name=None):
        """By `name`, else by the program that most of these are for."""
        completed = subprocess.run([checker(name or self.program), str(file)], capture_output=True, cwd=self.directory, timeout=10, check=False)
        return completed.returncode, completed.stdout.decode(), completed.stderr.decode()

    def program_for(self, _):
        return self.program

    def check_text(self, text):
        file = self.directory / "text.jsonl"
        file.write_text(text)
        return self.check(file, self.program_for(text))

    def assert_named(self, name, other, file):
        """That the program `name` says of this certificate that `other` checks it."""
        status, out, err = self.check(file, name)
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, rf"\A{name}: .*: this is no certificate of .* but one which {other} checks\n\Z")

    def test_what_is_no_certificate_is_told_from_what_is_rejected(self):
        self.write("empty.jsonl", "")
        self.write("other.jsonl", "{}\n")
        for name in sorted({self.program, *self.other_programs}):
            for file, status in (("missing.jsonl", 2), (self.directory, 2), ("empty.jsonl", 2), ("other.jsonl", 1), ("--help", 0), ("--verbose", 2)):
                self.assertEqual(self.check(file, name)[0], status, (name, file))

    def test_every_attack_of_the_folder_is_rejected(self):
        attacks = sorted(self.rejected.iterdir())
        self.assertGreaterEqual(len(attacks), self.least_attacks)
        for path in attacks:
            with self.subTest(path.name):
                status, out, err = self.check_text(path.read_text())
                self.assertEqual((status, err), (1, ""), out)
                self.assertTrue(out.startswith("rejected: "), out)

    def test_no_random_edit_of_a_golden_certificate_is_wrongly_accepted(self):
        goldens = [path.read_text() for path in sorted(self.golden.iterdir())]
        draw, accepted, rejected = random.Random(self.seed), 0, 0
        for _ in range(int(os.environ.get("CERTIFICATE_EDITS", self.edits))):
            edited = edit(draw.choice(goldens), draw)
            if edited in goldens:
                continue
            try:
                status, out, err = self.check_text(edited)
            except subprocess.TimeoutExpired:  # of a larger size, which takes long
                continue
            self.assertIn(status, (0, 1, 2, 3), (edited, out, err))
            accepted += status == 0
            rejected += status == 1
            if status == 0:
                self.assertIs(self.is_true(edited), True, f"seed {self.seed}: wrongly accepted:\n{edited}{out}")
        self.assertGreater(rejected, accepted)
        self.assertGreater(accepted, 0)
        print(f"\nedited {self.kind}: {accepted} accepted, all of them true; {rejected} rejected")
