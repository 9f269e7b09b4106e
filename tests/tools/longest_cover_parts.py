"""Parts of covers put together beside the undivided cover and the enumeration, over the catalogue and the gallery."""

import pathlib
import unittest

from cli import CommandTest, without_time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
PARTS = 3
SETTINGS_OF_A_VARIANT = 2


class CoverParts(CommandTest):
    def settings(self, *theorems):
        """Claim or file, variant and sizes that the quick audit visits, with its verdict; the first of each variant."""
        counts = {}
        for document in self.attest("audit", *theorems, "--quick", "--format", "json", "--quiet", timeout=600).documents():
            theorem = document["own"]["file"] if document["own"] else document["claim"]
            key = theorem, document["variant"]
            counts[key] = counts.get(key, 0) + 1
            if counts[key] <= SETTINGS_OF_A_VARIANT:
                sizes = [f"{name}={value}" for name, value in document["parameters"].items()]
                yield ("verify", theorem, "--variant", document["variant"], *sizes), document["verdict"]

    def compare(self, *theorems):
        """How many settings the cover takes."""
        taken = 0
        for words, verdict in self.settings(*theorems):
            with self.subTest(words=words):
                arguments = (*words, "--by", "cover", "--quiet")
                whole = self.attest(*arguments, "--format", "json", timeout=120)
                if whole.status == 2:
                    self.assertEqual(whole.out, "")
                    self.assertEqual(whole.err.count("\n"), 1, whole.err)
                    continue
                self.assertEqual(whole.json()["verdict"], verdict)
                names = []
                for residue in range(PARTS):
                    names.append(f"part{residue}.json")
                    self.attest(*arguments, "--part", f"{residue}/{PARTS}", "--out", names[-1], timeout=120)
                merged = self.attest("merge", *names, "--format", "json", timeout=120)
                self.assertEqual(merged.status, whole.status, merged.err)
                self.assertEqual(without_time(merged.json()), without_time(whole.json()))
                for name in names:
                    (self.directory / name).unlink()
                taken += 1
        return taken

    def test_parts_are_the_whole_and_say_what_an_enumeration_says_in_the_catalogue(self):
        self.assertGreaterEqual(self.compare(), 15)

    def test_parts_are_the_whole_and_say_what_an_enumeration_says_in_the_gallery(self):
        self.assertGreaterEqual(self.compare(*sorted(str(path) for path in EXAMPLES.glob("*.theorem"))), 80)


if __name__ == "__main__":
    unittest.main()
