#include "numeric/integer.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "tests/numeric/exact.hpp"

namespace attest::integer_test {

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("02") == std::string_view::npos;
}

// The grammar of the header, over the alphabet above, with a reading by long arithmetic.
std::optional<long> read_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (!is_digits(text)) return std::nullopt;
  const long value = std::stol(std::string(text));
  return negative ? -value : value;
}

std::optional<Rational> read_rational(std::string_view text) {
  const auto slash = text.find('/');
  const auto p = read_integer(text.substr(0, slash));
  if (!p) return std::nullopt;
  if (slash == std::string_view::npos) return Rational(*p);
  const auto denominator = text.substr(slash + 1);
  if (!is_digits(denominator) || std::stol(std::string(denominator)) == 0) return std::nullopt;
  return test::ratio(*p, std::stol(std::string(denominator)));
}

}  // namespace

TEST_CASE("Every text of up to six characters is read as the grammar says", "[numeric]") {
  std::vector<std::string> texts{""};
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string text = texts[i];
    if (text.size() < 6 && (text.size() < 4 || text.find_first_of("+ .") == std::string::npos)) {
      for (const char c : std::string_view("-+02/ .")) texts.push_back(text + c);
    }
    const auto p = integer_from_string(text);
    const auto expected = read_integer(text);
    if (p.has_value() != expected.has_value() || (p && *p != Integer(*expected))) FAIL("integer " << text);
    const auto q = rational_from_string(text);
    if (q != read_rational(text)) FAIL("rational " << text);
    accepted += q.has_value() ? 1 : 0;
  }
  CHECK(accepted > 300);
}

TEST_CASE("Texts that are almost numbers are refused", "[numeric]") {
  for (const std::string text :
       {"",    "-",   "1e3", "0x10", "1_000", " 1",  "1 ",  "1/", "/1",   "1/-2",     "1//2", "1/2/3", "one",
        "\t1", "1\n", "1/0", "0/0",  "1/000", "1.0", "--1", "+1", "1/+2", "\xd9\xa1", "inf",  "nan"}) {
    INFO(text);
    CHECK_FALSE(rational_from_string(text));
    CHECK_FALSE(integer_from_string(text));
  }
  CHECK_FALSE(integer_from_string("4/2"));
  CHECK_FALSE(integer_from_string(std::string_view("1\0", 2)));
  CHECK(*integer_from_string("-00") == Integer(0));
  CHECK(*integer_from_string("0010") == Integer(10));  // not octal
}

TEST_CASE("Small fractions print in lowest terms and are read back", "[numeric]") {
  for (long p = -40; p <= 40; ++p) {
    for (long q = 1; q <= 40; ++q) {
      const long d = std::gcd(p, q);
      const std::string reduced = std::to_string(p / d) + (q == d ? "" : "/" + std::to_string(q / d));
      const auto value = rational_from_string(std::to_string(p) + "/" + std::to_string(q));
      if (to_string(*value) != reduced || rational_from_string(reduced) != value) FAIL(reduced);
      if (numerator_of(*value) != Integer(p / d) || denominator_of(*value) != Integer(q / d)) FAIL(reduced);
    }
  }
}

TEST_CASE("Long fractions print and are read back", "[numeric]") {
  test::Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const Rational x = random.rational() * random.rational();
    if (rational_from_string(to_string(x)) != x) FAIL(to_string(x));
    const Integer p = numerator_of(x);
    if (integer_from_string(to_string(p)) != p) FAIL(to_string(p));
  }
}

TEST_CASE("Powers are repeated products", "[numeric]") {
  for (long base = -7; base <= 7; ++base) {
    Integer product = 1;
    for (unsigned long exponent = 0; exponent <= 70; ++exponent) {
      if (power(base, exponent) != product) FAIL(base << "^" << exponent);
      product *= base;
    }
  }
}

TEST_CASE("The common denominator is the least that clears all of them", "[numeric]") {
  CHECK(common_denominator(RationalMatrix(0, 3)) == Integer(1));
  test::Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    RationalMatrix matrix(random.between(1, 3), random.between(1, 3));
    for (auto& entry : matrix.reshaped()) entry = random.small_rational();
    const auto clears = [&](const Integer& d) {
      for (const auto& entry : matrix.reshaped()) {
        if (denominator_of(entry * Rational(d)) != 1) return false;
      }
      return true;
    };
    Integer least = 1;
    while (!clears(least)) ++least;
    CHECK(common_denominator(matrix) == least);
  }
}

}  // namespace attest::integer_test
