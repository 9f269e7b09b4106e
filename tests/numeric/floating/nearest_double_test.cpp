#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/interval.hpp"
#include "tests/numeric/exact.hpp"

namespace attest::nearest_double_test {

namespace {

// The promise of nearest_double for the number x.
bool is_near(double value, const Rational& x) {
  const Rational error = test::magnitude(test::exact(value) - x);
  if (value < std::numeric_limits<double>::min()) return error <= test::two_to(-1074);
  return error <= x * test::two_to(-52);
}

double nearest(const Rational& x) {
  return nearest_double([&](Precision precision) { return Interval(x, precision); });
}

}  // namespace

TEST_CASE("The nearest double is within its bound of random numbers", "[numeric]") {
  test::Random random(41);
  for (int trial = 0; trial < 5000; ++trial) {
    Rational x = test::magnitude(random.rational());
    if (random.between(0, 2) == 0) x *= test::two_to(random.between(-1100, 500));
    INFO(to_string(x));
    REQUIRE(is_near(nearest(x), x));
  }
}

TEST_CASE("The nearest double is within its bound around every power of two", "[numeric]") {
  for (long e = -1080; e <= 1022; ++e) {
    for (const long offset : {-120L, -54L, -53L, -52L}) {
      for (const long sign : {-1L, 0L, 1L}) {
        const Rational x = test::two_to(e) * (1 + Rational(sign) * test::two_to(offset));
        const double value = nearest(x);
        if (!is_near(value, x)) FAIL("2^" << e << " (1 + " << sign << " 2^" << offset << ") -> " << value);
      }
    }
  }
}

TEST_CASE("A double is its own nearest double", "[numeric]") {
  test::Random random(42);
  for (int trial = 0; trial < 2000; ++trial) {
    const double x = std::ldexp(random.between(0, 1L << 53), static_cast<int>(random.between(-1120, 970)));
    REQUIRE(nearest(test::exact(x)) == x);
  }
  const double largest = std::numeric_limits<double>::max();
  CHECK(nearest(test::exact(largest)) == largest);
  CHECK(nearest(0) == 0);
}

TEST_CASE("The nearest double of a value known by function agrees with MPFR", "[numeric]") {
  test::Random random(43);
  for (int trial = 0; trial < 500; ++trial) {
    const Rational x = test::ratio(random.between(-60000, 60000), random.between(90, 300));
    const double value = nearest_double([&](Precision precision) { return exp(Interval(x, precision)); });
    Rational truth;
    const test::Reference reference = exp(test::reference(x));
    mpfr_get_q(truth.backend().data(), reference.backend().data());
    INFO(to_string(x));
    REQUIRE(is_near(value, truth));
  }
}

TEST_CASE("Precision grows until a cancellation is resolved", "[numeric]") {
  for (const long bits : {10L, 200L, 2000L, 16000L}) {
    Precision last = 0;
    const double value = nearest_double([&](Precision precision) {
      CHECK(precision > last);
      last = precision;
      const Interval x = sqrt(Interval(2, precision));
      const Interval shifted = x + Interval(test::two_to(-bits), precision);
      return (shifted - x) * Interval(test::two_to(bits), precision);
    });
    INFO(bits);
    CHECK(is_near(value, 1));
    CHECK(last >= std::min(bits, maximal_precision));
  }
}

TEST_CASE("A value that no precision resolves ends in an error after the last precision", "[numeric]") {
  Precision last = 0;
  const auto cancelling = [&](Precision precision) {
    last = precision;
    const Interval x = sqrt(Interval(2, precision));
    return x * x - Interval(2, precision);
  };
  CHECK_THROWS_AS(nearest_double(cancelling), std::runtime_error);
  CHECK(last == maximal_precision);
  CHECK_THROWS_AS(nearest_double([](Precision p) { return Interval(1, p) / Interval(0L, p); }),
                  std::runtime_error);
}

TEST_CASE("An enclosure one bit too wide is not taken for tight", "[numeric]") {
  for (long bits = 40; bits <= 70; ++bits) {
    Interval enclosure = test::ball(test::ratio(3, 2), -bits, 200);
    bool tight = false;
    const double value = nearest_double_from(enclosure, tight);
    if (tight) {
      // Then the bound must hold for both ends of the ball.
      CHECK(is_near(value, test::ratio(3, 2) - test::two_to(-bits)));
      CHECK(is_near(value, test::ratio(3, 2) + test::two_to(-bits)));
    }
    if (bits <= 52) CHECK_FALSE(tight);
    if (bits >= 56) CHECK(tight);
  }
}

TEST_CASE("A number beyond the doubles has no nearest double", "[numeric]") {
  const auto huge = [](Precision precision) { return Interval(test::two_to(2000), precision); };
  CHECK_THROWS_AS(nearest_double(huge), std::runtime_error);
}

}  // namespace attest::nearest_double_test
