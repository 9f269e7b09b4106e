"""A class of one name is defined once in a namespace: two with different layouts are one type to the linker."""

import os
import re
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("numeric", "claims", "ranks", "language", "tasks", "attention", "verification", "algorithms", "protocols", "precision",
           "theorems", "constructions", "lowerbounds", "reductions", "tools")
DEFINITION = re.compile(r"^(?:template <[^\n]*>\n)?(?:struct|class|enum class|union) (\w+)(?: final)?(?: :[^;{]*)? *\{", re.M)
NAMESPACE = re.compile(r"^namespace (attest[\w:]*) \{", re.M)


def defined_twice(root):
    places = {}
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if not name.endswith(".hpp"):
                    continue
                file = os.path.join(path, name)
                with open(file, encoding="utf-8") as stream:
                    text = stream.read()
                spaces = [(m.start(), m.group(1)) for m in NAMESPACE.finditer(text)]
                for match in DEFINITION.finditer(text):
                    space = [s for at, s in spaces if at < match.start()][-1:]
                    if space:
                        places.setdefault((space[0], match.group(1)), []).append(os.path.relpath(file, root))
    return {name: files for name, files in places.items() if len(files) > 1}


class OneDefinition(unittest.TestCase):
    def test_no_class_is_defined_in_two_headers(self):
        self.assertEqual(defined_twice(ROOT), {})

    def test_a_planted_second_definition_is_found(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "claims"))
            for name, text in (("a.hpp", "namespace attest {\nclass Same : public Base {\n};\n}\n"),
                               ("b.hpp", "namespace attest {\nstruct Same {\n};\n}\n"),
                               ("c.hpp", "namespace attest::other {\nstruct Same {\n};\nstruct Forward;\n}\n"),
                               ("d.hpp", "namespace attest::other {\nstruct Forward {\n};\n}\n")):
                with open(os.path.join(root, "claims", name), "w", encoding="utf-8") as file:
                    file.write(text)
            self.assertEqual(list(defined_twice(root)), [("attest", "Same")])


if __name__ == "__main__":
    unittest.main()
