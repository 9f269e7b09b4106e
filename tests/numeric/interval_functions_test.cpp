#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/interval.hpp"
#include "tests/numeric/exact.hpp"

namespace attest::interval_functions_test {

using test::agrees;
using test::reference;
using test::Reference;

TEST_CASE("The functions of a number agree with MPFR and are tight", "[numeric]") {
  test::Random random(31);
  for (int trial = 0; trial < 1500; ++trial) {
    const Rational x = random.rational();
    const Precision precision = random.between(30, 300);
    const Interval enclosure(x, precision);
    INFO(to_string(x) << " at " << precision);
    if (test::magnitude(x) < 5000) {
      const Interval result = exp(enclosure);
      REQUIRE(agrees(result, Reference(exp(reference(x)))));
      REQUIRE(arb_rel_accuracy_bits(result.ball()) >= precision - 20);
      REQUIRE(result.precision() == precision);
    }
    if (x < 0) continue;
    REQUIRE(agrees(sqrt(enclosure), Reference(sqrt(reference(x)))));
    REQUIRE(arb_rel_accuracy_bits(sqrt(enclosure).ball()) >= precision - 5);
    if (x == 0) continue;
    REQUIRE(agrees(log(enclosure), Reference(log(reference(x)))));
  }
}

TEST_CASE("The functions of a ball enclose the function of every member", "[numeric]") {
  test::Random random(32);
  for (int trial = 0; trial < 1500; ++trial) {
    const Rational middle = test::ratio(random.between(1, 900), random.between(1, 30));
    const long log_radius = random.between(-80, 6);
    const Interval enclosure = test::ball(middle, log_radius, random.between(10, 200));
    for (long step = -2; step <= 2; ++step) {
      const Rational x = middle + test::ratio(step, 2) * test::two_to(log_radius);
      INFO(to_string(x) << " in " << to_string(middle) << " radius 2^" << log_radius);
      REQUIRE(agrees(exp(enclosure), Reference(exp(reference(x)))));
      if (x >= 0) REQUIRE(agrees(sqrt(enclosure), Reference(sqrt(reference(x)))));
      if (x > 0) REQUIRE(agrees(log(enclosure), Reference(log(reference(x)))));
      if (x <= 0) REQUIRE_FALSE(log(enclosure).is_finite());
      if (x < 0) REQUIRE_FALSE(sqrt(enclosure).is_finite());
    }
  }
}

TEST_CASE("Outside of their domain the functions are not finite", "[numeric]") {
  for (const long x : {0L, -1L, -1000000L}) CHECK_FALSE(log(Interval(x, 64)).is_finite());
  for (const long x : {-1L, -1000000L}) CHECK_FALSE(sqrt(Interval(x, 64)).is_finite());
  CHECK(sqrt(Interval(0L, 64)).contains(0));
  CHECK(log(Interval(1, 64)).contains(0));
  CHECK(exp(Interval(0L, 64)).contains(1));
  CHECK(exp(Interval(-1000000, 64)).is_finite());
  CHECK(compare(exp(Interval(-1000000, 64)), Rational(0)) == Ordering::greater);
}

TEST_CASE("The doubles around an enclosure are outside and nearest", "[numeric]") {
  test::Random random(33);
  const double infinity = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3000; ++trial) {
    Rational x = random.rational();
    if (random.between(0, 3) == 0) x *= test::two_to(random.between(-1100, 1000));
    if (random.between(0, 9) == 0) x = test::exact(std::ldexp(random.between(0, 3), -1074));
    const Interval wide = test::ball(x, random.between(-1200, 100), 64);
    const Interval point(x, 20000);
    INFO(to_string(x));
    for (const Interval& enclosure : {wide, point}) {
      const double lower = enclosure.lower_double();
      const double upper = enclosure.upper_double();
      REQUIRE((lower == -infinity || test::exact(lower) <= x));
      REQUIRE((upper == infinity || test::exact(upper) >= x));
    }
    // The enclosure of 20000 bits is far narrower than the distance of x from the next double.
    if (point.lower_double() == -infinity || point.upper_double() == infinity) continue;
    const double above = std::nextafter(point.lower_double(), infinity);
    REQUIRE((above == infinity || test::exact(above) > x));
    const double below = std::nextafter(point.upper_double(), -infinity);
    REQUIRE((below == -infinity || test::exact(below) < x));
  }
}

TEST_CASE("A double is enclosed exactly", "[numeric]") {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  for (const double x :
       {0.0, -0.0, 0.1, -0.1, 1.0 / 3, tiny, -tiny, huge, -huge, 0x1p-1022, 0x1.fffffffffffffp0}) {
    const Interval point = Interval::from_double(x, 20);  // the precision does not round it
    CHECK(compare(point, test::exact(x)) == Ordering::equal);
    CHECK(point.lower_double() == x);
    CHECK(point.upper_double() == x);
    CHECK(point.middle_double() == x);
    CHECK(point.precision() == 20);
  }
}

TEST_CASE("The doubles around a number beyond the doubles are the largest and infinity", "[numeric]") {
  const Interval huge(test::two_to(2000), 64);
  CHECK(huge.lower_double() == std::numeric_limits<double>::max());
  CHECK(huge.upper_double() == std::numeric_limits<double>::infinity());
  CHECK((-huge).upper_double() == -std::numeric_limits<double>::max());
  CHECK((-huge).lower_double() == -std::numeric_limits<double>::infinity());
}

TEST_CASE("The caches of a thread can be released and filled again", "[numeric]") {
  release_thread_caches();
  CHECK(agrees(log(Interval(2, 300)), Reference(log(Reference(2)))));
  release_thread_caches();
}

}  // namespace attest::interval_functions_test
