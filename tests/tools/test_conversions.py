"""tools/check-conversions: unchecked conversions from exact to machine numbers are refused."""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "tools", "check-conversions")

# Each is one line that cuts an exact number to machine bits.
PLANTED = (
    "long f(const Integer& total) { return static_cast<long>(total); }",
    "long f(const Integer& total) { return total.convert_to<long>(); }",
    "int f(const std::optional<Integer>& rank) { return static_cast<int>(*rank); }",
    "double f(const Rational& q) { return static_cast<double>(numerator_of(q)); }",
    "auto f(std::vector<Integer> counts) { return static_cast<std::uint64_t>(counts[0]); }",
    "long f(double y) { return std::llround(y); }",
    "long f(const Json& json) { return json.get<long>(); }",
    "long f(const Integer& z) { return mpz_get_si(z.backend().data()); }",
)
FINE = (
    "long f(const Integer& total) { return to_long(total); }",
    "long f(const std::vector<Integer>& all) { return static_cast<long>(all.size()); }",
    "long f(std::size_t total) { return static_cast<long>(total); }",
    "// static_cast<long>(Integer(3))",
)


class Conversions(unittest.TestCase):
    def check(self, line):
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "numeric"))
            with open(os.path.join(root, "numeric", "planted.cpp"), "w", encoding="utf-8") as file:
                file.write(line + "\n")
            return subprocess.run([SCRIPT, root], capture_output=True, text=True, check=False)

    def test_every_planted_line_is_refused_with_its_place(self):
        for line in PLANTED:
            with self.subTest(line):
                result = self.check(line)
                self.assertEqual(result.returncode, 1)
                self.assertIn("numeric/planted.cpp:1:", result.stdout)

    def test_checked_conversions_and_machine_numbers_pass(self):
        for line in FINE:
            with self.subTest(line):
                self.assertEqual(self.check(line).returncode, 0)


if __name__ == "__main__":
    unittest.main()
