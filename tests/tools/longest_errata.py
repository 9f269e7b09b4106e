"""attest report --errata: what fails as printed is there, beside an audit of the same papers."""

import unittest

from errata_entries import ErrataTest


class AllErrata(ErrataTest):
    def test_exactly_the_claims_that_fail_as_printed_have_an_entry(self):
        titles = {claim["id"]: claim["title"] for claim in self.attest("list", "--format", "json").json()}
        for paper in ("strassen", "ea"):
            failing = set()
            for verdict in self.attest("audit", "--quick", "--paper", paper, "--format", "json", timeout=100).documents():
                if verdict["variant"] == "printed" and verdict["verdict"] in ("refuted", "ill-formed"):
                    failing.add(titles[verdict["claim"]])
            sections = self.entries(paper)
            told = [title for section in sections.values() for title in section]
            self.assertEqual((sorted(told), len(told)), (sorted(failing), len(failing)))


if __name__ == "__main__":
    unittest.main()
