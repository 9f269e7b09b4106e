// The checker's enclosures against the main program's, which stand on another library.
#include "checker/enclosure.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "checker/number.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"

namespace attest_check {

namespace {

mpq_class fraction(std::mt19937_64& random, long largest) {
  const long bits = static_cast<long>(random() % 40);
  const auto numerator = static_cast<long>(random() % static_cast<unsigned long>(2 * largest + 1)) - largest;
  mpq_class result(mpz_class(numerator), mpz_class(1) << static_cast<unsigned long>(bits));
  result.canonicalize();
  return result;
}

attest::Rational rational(const mpq_class& x) {
  return attest::Rational(x.get_str());
}

mpq_class end(const Bound& bound) {
  mpq_class result;
  mpfr_get_q(result.get_mpq_t(), bound.get());
  return result;
}

// Both enclose one number, so that they meet; and neither is wide.
void expect_same(const Enclosure& ours, const attest::Interval& theirs, const mpq_class& width) {
  REQUIRE(ours.finite());
  const mpq_class low = end(ours.low()), high = end(ours.high());
  REQUIRE(low <= high);
  REQUIRE(mpq_class(high - low) <= mpq_class(width * (abs(low) + abs(high)) + width));
  REQUIRE(attest::compare(theirs, rational(high)) != attest::Ordering::greater);
  REQUIRE(attest::compare(theirs, rational(low)) != attest::Ordering::less);
}

void compare_exponentials(long points) {
  std::mt19937_64 random(20261126);
  const mpq_class width(1, mpz_class(1) << 50);
  for (long k = 0; k < points; ++k) {
    const mpq_class x = fraction(random, 700);
    expect_same(exponential(Enclosure(x, 64)), exp(attest::Interval(rational(x), attest::Precision(128))),
                width);
  }
}

}  // namespace

TEST_CASE("exponentials of the checker and of attest enclose one number", "[checker]") {
  compare_exponentials(5000);
}

TEST_CASE("exponentials of the checker and of attest enclose one number, at a million points",
          "[checker][.][long]") {
  compare_exponentials(1000000);
}

TEST_CASE("sums, products, quotients and maxima of enclosures hold those of their points", "[checker]") {
  std::mt19937_64 random(7);
  const auto holds = [](const Enclosure& enclosure, const mpq_class& x) {
    return end(enclosure.low()) <= x && x <= end(enclosure.high());
  };
  for (int k = 0; k < 2000; ++k) {
    const mpq_class a = fraction(random, 20), b = fraction(random, 20);
    const Enclosure x(a, 16), y(b, 16);
    REQUIRE(holds(larger(x, y) * x + (-y), mpq_class(mpq_class(a < b ? b : a) * a - b)));
    REQUIRE(holds(x * y, mpq_class(a * b)));
    if (b != 0) REQUIRE(holds(x / y, mpq_class(a / b)));
  }
}

TEST_CASE("a divisor that may be zero gives no quotient", "[checker]") {
  REQUIRE_THROWS(Enclosure(mpq_class(1), 64) / Enclosure(mpq_class(0), 64));
  const Enclosure third(mpq_class(1, 3), 64);
  REQUIRE_THROWS(Enclosure(mpq_class(1), 64) / (third + (-third)));
}

TEST_CASE("what an enclosure leaves open is neither below nor above", "[checker]") {
  const Number third(Enclosure(mpq_class(1, 3), 64));
  REQUIRE_FALSE(third.is_below(mpq_class(1, 3)));
  REQUIRE_FALSE(third.is_above(mpq_class(1, 3)));
  REQUIRE_FALSE(third.is_at_most(mpq_class(1, 3)));
  REQUIRE_FALSE(third.is_at_least(mpq_class(1, 3)));
  REQUIRE(third.is_below(mpq_class(1, 2)));
  REQUIRE(third.is_above(mpq_class(1, 4)));
  const Number exact(mpq_class(1, 2));
  REQUIRE(exact.is_at_most(mpq_class(1, 2)));
  REQUIRE_FALSE(exact.is_below(mpq_class(1, 2)));
}

}  // namespace attest_check
