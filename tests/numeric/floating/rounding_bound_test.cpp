#include "numeric/rounding_bound.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/numeric/exact.hpp"

namespace attest::rounding_bound_test {

using test::exact;

namespace {

const Rational unit_roundoff = test::two_to(-53);
const double infinity = std::numeric_limits<double>::infinity();

void check_bound(std::size_t k) {
  const Rational ku = Rational(k) * unit_roundoff;
  const Rational gamma = ku / (1 - ku);
  const Rational bound = exact(relative_rounding_bound(k));
  if (bound < gamma) FAIL(k << ": below gamma");
  if (bound > gamma * (1 + test::two_to(-49)) + test::two_to(-1070)) FAIL(k << ": far above gamma");
}

double draw(test::Random& random) {
  switch (random.between(0, 4)) {
    case 0:
      return 0;
    case 1:
      return std::ldexp(static_cast<double>(random.between(0, 9)), -1074);
    case 2:
      return std::ldexp(1, static_cast<int>(random.between(-1074, 500)));
    case 3:
      return 1 - 0x1p-53;
    default:
      return std::ldexp(static_cast<double>(random.between(0, 1L << 53)),
                        static_cast<int>(random.between(-600, 400)));
  }
}

}  // namespace

TEST_CASE("The rounding bound is at least gamma and close to it", "[numeric]") {
  for (std::size_t k = 0; k <= 20000; ++k) check_bound(k);
  for (int e = 15; e < 50; ++e) {
    for (long offset = -3; offset <= 3; ++offset) {
      const std::size_t k = (std::size_t{1} << e) + static_cast<std::size_t>(offset);
      check_bound(k);
    }
  }
  test::Random random(121);
  for (int trial = 0; trial < 20000; ++trial) {
    check_bound(static_cast<std::size_t>(random.between(0, (1L << random.between(1, 50)) - 1)));
  }
}

TEST_CASE("So many roundings that the bound means nothing are refused", "[numeric]") {
  const std::size_t limit = std::size_t{1} << 50;
  CHECK_NOTHROW(relative_rounding_bound(limit - 1));
  CHECK_THROWS_AS(relative_rounding_bound(limit), std::invalid_argument);
  CHECK_THROWS_AS(relative_rounding_bound(std::numeric_limits<std::size_t>::max()), std::invalid_argument);
}

TEST_CASE("The rounding bound covers the worst product of factors", "[numeric]") {
  for (std::size_t k = 0; k <= 200; ++k) {
    Rational up = 1;
    Rational down = 1;
    for (std::size_t i = 0; i < k; ++i) {
      up /= 1 - unit_roundoff;  // the inverse of a factor is the larger deviation
      down *= 1 - unit_roundoff;
    }
    const Rational bound = exact(relative_rounding_bound(k));
    if (up - 1 > bound || 1 - down > bound) FAIL(k);
  }
}

TEST_CASE("Sums and products rounded up bound the exact ones", "[numeric]") {
  test::Random random(122);
  for (int trial = 0; trial < 20000; ++trial) {
    const double a = draw(random);
    const double b = random.coin() ? draw(random) : std::nextafter(a, infinity);
    INFO(a << " and " << b);
    if (a * b == infinity || a + b == infinity) continue;
    const double sum = add_up(a, b);
    const double product = multiply_up(a, b);
    if (exact(sum) < exact(a) + exact(b)) FAIL("sum");
    if (exact(product) < exact(a) * exact(b)) FAIL("product");
    if (sum > std::nextafter(a + b, infinity) || product > std::nextafter(a * b, infinity))
      FAIL("too far up");
  }
}

TEST_CASE("The next double up is the one that the standard library finds", "[numeric]") {
  test::Random random(123);
  for (int trial = 0; trial < 5000; ++trial) {
    const double x = draw(random);
    if (next_up(x) != std::nextafter(x, infinity)) FAIL(x);
  }
  CHECK(next_up(0) == std::numeric_limits<double>::denorm_min());
  CHECK(next_up(std::numeric_limits<double>::max()) == infinity);
  CHECK(next_up(1 - 0x1p-53) == 1);
  CHECK(next_up(0x1p-1022 - 0x1p-1074) == 0x1p-1022);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(next_up(nan)));
  CHECK(std::isnan(next_up(-nan)));
  CHECK(std::isnan(add_up(nan, 1)));
  CHECK(std::isnan(multiply_up(1, nan)));
}

TEST_CASE("Sums of negative zeros are rounded up too", "[numeric]") {
  CHECK(next_up(-0.0) > 0);
  CHECK(add_up(-0.0, -0.0) >= 0);
  CHECK(multiply_up(-0.0, 1.0) >= 0);
}

}  // namespace attest::rounding_bound_test
