"""What `attest report --errata` writes of a paper, by section and claim."""

import re

from cli import CommandTest


class ErrataTest(CommandTest):
    written = {}  # of each paper what entries() found: an audit stands behind each

    def entries(self, paper):
        """{section: {claim's title: [(label, text), ..]}} of the Markdown."""
        if paper in self.written:
            return self.written[paper]
        out = self.attest("report", "--errata", paper, "--format", "markdown", timeout=100).out
        sections = {}
        for section in re.split(r"^## ", out, flags=re.M)[1:]:
            name, _, text = section.partition("\n")
            sections[name] = {}
            for entry in re.split(r"^### ", text, flags=re.M)[1:]:
                title, _, lines = entry.partition("\n")
                sections[name][title.replace("\\", "")] = [(label, said.replace("\\", "")) for label, said in
                                                          re.findall(r"^- \*\*(.*?)\*\*: (.*)$", lines, re.M)]
        self.written[paper] = sections
        return sections
