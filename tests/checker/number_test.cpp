// The checker's enclosures against the main program's, which stand on another library.
#include "checker/number.hpp"

#include <catch2/catch.hpp>
#include <random>

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

// Both enclose one number, so that they meet; and ours is no wider than 2^-60 where it is at most 1.
void expect_same(const Number& ours, const attest::Interval& theirs) {
  REQUIRE(ours.low() <= ours.high());
  REQUIRE(mpq_class(ours.high() - ours.low()) <= mpq_class(1, mpz_class(1) << 60));
  REQUIRE(attest::compare(theirs, rational(ours.high())) != attest::Ordering::greater);
  REQUIRE(attest::compare(theirs, rational(ours.low())) != attest::Ordering::less);
}

// Of weights, which are at most 1.
void compare_exponentials(long points) {
  std::mt19937_64 random(20261126);
  for (long k = 0; k < points; ++k) {
    const mpq_class x = -abs(fraction(random, 700));
    expect_same(exponential(Number(x), 64), exp(attest::Interval(rational(x), attest::Precision(128))));
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

TEST_CASE("square roots and logarithms of the checker and of attest enclose one number", "[checker]") {
  std::mt19937_64 random(3);
  for (long k = 0; k < 2000; ++k) {
    const mpq_class x = mpq_class(abs(fraction(random, 1000))) + mpq_class(1, 3);
    const attest::Interval theirs(rational(x), attest::Precision(128));
    expect_same(square_root(Number(x), 64), sqrt(theirs));
    expect_same(logarithm(Number(x), 64), log(theirs));
  }
}

TEST_CASE("sums, products, quotients and maxima of enclosures hold those of their points", "[checker]") {
  std::mt19937_64 random(7);
  const auto holds = [](const Number& number, const mpq_class& x) {
    return number.low() <= x && x <= number.high();
  };
  // A number that is known to eight bits, and one in it.
  const auto rounded = [](const mpq_class& root) { return square_root(Number(mpq_class(root * root)), 8); };
  for (int k = 0; k < 2000; ++k) {
    const mpq_class a = abs(fraction(random, 20)), b = abs(fraction(random, 20));
    const Number x = rounded(a), y = -rounded(b);
    REQUIRE(holds(larger(x, y) * x + (-y), mpq_class(a * a + b)));
    REQUIRE(holds(larger(-x, y), mpq_class(-a < -b ? -b : -a)));
    REQUIRE(holds(x * y, mpq_class(-a * b)));
    if (y.high() < 0) REQUIRE(holds(x / y, mpq_class(a / -b)));
  }
}

TEST_CASE("what exact numbers make is exact", "[checker]") {
  const Number third(mpq_class(1, 3)), two(mpq_class(2));
  REQUIRE((third * two + third / two).is_exact());
  REQUIRE((third * two + third / two).low() == mpq_class(5, 6));
  REQUIRE(exponential(Number(mpq_class(0)), 64).is_exact());
  REQUIRE_FALSE(exponential(Number(mpq_class(-1)), 64).is_exact());
}

TEST_CASE("a divisor that may be zero gives no quotient, and what is too large no number", "[checker]") {
  REQUIRE_THROWS(Number(mpq_class(1)) / Number(mpq_class(0)));
  const Number root = square_root(Number(mpq_class(2)), 64);
  REQUIRE_THROWS(Number(mpq_class(1)) / (root + (-root)));
  REQUIRE_THROWS(exponential(Number(mpq_class(50)), 64));
  REQUIRE_THROWS(logarithm(Number(mpq_class(0)), 64));
}

TEST_CASE("an exponential of a long way down lies between 0 and the last place", "[checker]") {
  const Number far = exponential(Number(mpq_class(-1000000000)), 64);
  REQUIRE(far.low() == 0);
  REQUIRE(far.high() == mpq_class(1, mpz_class(1) << 64));
}

}  // namespace attest_check
