#include "numeric/interval_row.hpp"

#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::interval_row_test {

TEST_CASE("The dot product of two rows encloses the exact sum of products", "[numeric]") {
  test::Random random(51);
  for (int trial = 0; trial < 1000; ++trial) {
    const auto size = static_cast<std::size_t>(random.between(0, 12));
    IntervalRow a(size, random.between(10, 200));
    IntervalRow b(size, random.between(10, 200));
    Rational total = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const Rational x = random.rational();
      const Rational y = random.rational();
      a.set(i, x);
      b.set(i, y);
      total += x * y;
    }
    const Interval result = dot(a, b);
    INFO("trial " << trial << " of size " << size);
    REQUIRE(result.contains(total));
    REQUIRE(result.precision() == std::max(a.precision(), b.precision()));
    REQUIRE(a.size() == size);
  }
}

TEST_CASE("The dot product of rows of balls encloses the products of all members", "[numeric]") {
  test::Random random(52);
  for (int trial = 0; trial < 500; ++trial) {
    const auto size = static_cast<std::size_t>(random.between(1, 6));
    IntervalRow a(size, 80);
    IntervalRow b(size, 80);
    Rational total = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const Rational x = random.rational();
      const Rational y = random.rational();
      const long log_radius = random.between(-60, 5);
      a.set(i, test::ball(x, log_radius, random.between(5, 80)));
      b.set(i, Interval(y, random.between(5, 80)));
      total += (x + Rational(random.between(-1, 1)) * test::two_to(log_radius)) * y;
    }
    REQUIRE(dot(a, b).contains(total));
  }
}

TEST_CASE("A dot product that cancels to a small rest keeps the rest", "[numeric]") {
  for (long bits = 1; bits <= 100; ++bits) {
    IntervalRow a(3, 128);
    IntervalRow b(3, 128);
    a.set(0, test::two_to(bits));
    a.set(1, -test::two_to(bits));
    a.set(2, test::two_to(-bits));
    for (std::size_t i = 0; i < 3; ++i) b.set(i, Rational(1));
    INFO(bits);
    CHECK(dot(a, b).contains(test::two_to(-bits)));
    if (bits <= 60) CHECK(compare(dot(a, b), Rational(0)) == Ordering::greater);
  }
}

TEST_CASE("An entry can be set again and a fresh row is zero", "[numeric]") {
  IntervalRow a(2, 64);
  IntervalRow b(2, 64);
  CHECK(compare(dot(a, b), Rational(0)) == Ordering::equal);
  b.set(0, Rational(1));
  a.set(0, Rational(7));
  a.set(0, Interval(5, 64));
  CHECK(compare(dot(a, b), Rational(5)) == Ordering::equal);
}

TEST_CASE("Rows of different sizes have no dot product", "[numeric]") {
  IntervalRow two(2, 64);
  IntervalRow three(3, 64);
  CHECK_THROWS_AS(dot(two, three), std::invalid_argument);
  CHECK_THROWS_AS(dot(three, two), std::invalid_argument);
}

}  // namespace attest::interval_row_test
