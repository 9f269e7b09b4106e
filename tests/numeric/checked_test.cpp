// Conversions from exact to machine numbers: what fits is the same number, what does not says so.
#include "numeric/checked.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace attest::checked_test {

TEST_CASE("An integer that fits into a machine word is that word, and one that does not is none",
          "[numeric]") {
  const Integer top = (Integer(1) << 63) - 1;
  CHECK(fits_long(top) == std::numeric_limits<long>::max());
  CHECK(fits_long(Integer(-top - 1)) == std::numeric_limits<long>::min());
  CHECK_FALSE(fits_long(Integer(top + 1)));
  CHECK_FALSE(fits_long(Integer(-top - 2)));
  CHECK_FALSE(fits_long(Integer(Integer(1) << 64)));
  CHECK(fits_long(Rational(6, 3)) == 2);
  CHECK_FALSE(fits_long(Rational(1, 3)));
  CHECK_THROWS_AS(to_long(Integer(top + 1)), std::overflow_error);
  CHECK(to_size(Integer(2 * top + 1)) == std::numeric_limits<std::size_t>::max());
  CHECK_THROWS_AS(to_size(Integer(-1)), std::overflow_error);
  CHECK_THROWS_AS(to_size(Integer(Integer(1) << 64)), std::overflow_error);
}

TEST_CASE("Floors go down, and the nearest integer of a large ball is exact", "[numeric]") {
  CHECK(floor_of(Rational(-7, 2)) == -4);
  CHECK(floor_of(Rational(7, 2)) == 3);
  CHECK(floor_of(Rational(-4)) == -4);
  const Integer large = power(10, 25) + 1;
  CHECK(nearest_integer_to_middle(Interval(Rational(large), 128)) == large);
  CHECK(nearest_integer_to_middle(Interval(Rational(-10, 3), 128)) == -3);
  CHECK_THROWS_AS(nearest_integer_to_middle(Interval(1L, 64) / Interval(0L, 64)), std::domain_error);
}

}  // namespace attest::checked_test
