#include "numeric/interval.hpp"

#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::interval_test {

namespace {

struct Drawn {
  Interval interval;
  Rational member;
};

// A random ball and one of its members: the middle, an end, or a point between.
Drawn draw(test::Random& random) {
  const Rational middle = random.rational();
  const Precision precision = random.between(2, 200);
  if (random.coin()) return {Interval(middle, precision), middle};
  const long log_radius = random.between(-100, 20);
  const Rational offset = test::ratio(random.between(-4, 4), 4) * test::two_to(log_radius);
  return {test::ball(middle, log_radius, precision), middle + offset};
}

std::string show(const Drawn& drawn) {
  return to_string(drawn.member) + " at " + std::to_string(drawn.interval.precision());
}

}  // namespace

TEST_CASE("Arithmetic on enclosures encloses the arithmetic on their members", "[numeric]") {
  test::Random random(21);
  for (int trial = 0; trial < 5000; ++trial) {
    const Drawn a = draw(random);
    const Drawn b = draw(random);
    const Rational& x = a.member;
    const Rational& y = b.member;
    INFO(show(a) << " and " << show(b));
    const Interval sum = a.interval + b.interval;
    REQUIRE(sum.contains(x + y));
    REQUIRE(sum.precision() == std::max(a.interval.precision(), b.interval.precision()));
    REQUIRE((a.interval - b.interval).contains(x - y));
    REQUIRE((a.interval * b.interval).contains(x * y));
    REQUIRE((-a.interval).contains(-x));
    REQUIRE(abs(a.interval).contains(test::magnitude(x)));
    REQUIRE(min(a.interval, b.interval).contains(x < y ? x : y));
    REQUIRE(max(a.interval, b.interval).contains(x < y ? y : x));
    const Interval quotient = a.interval / b.interval;
    if (y != 0) REQUIRE(quotient.contains(x / y));
    if (b.interval.contains(0)) REQUIRE((quotient.contains(x) && quotient.contains(1000)));
  }
}

TEST_CASE("A number beside a narrow enclosure is not in it", "[numeric]") {
  test::Random random(22);
  for (int trial = 0; trial < 2000; ++trial) {
    const Rational x = random.rational();
    if (x == 0) continue;
    const Interval enclosure(x, 100);
    const Rational beside = x * (1 + Rational(random.coin() ? 1 : -1) * test::two_to(-90));
    INFO(to_string(x));
    REQUIRE(enclosure.contains(x));
    REQUIRE_FALSE(enclosure.contains(beside));
    REQUIRE(compare(enclosure, beside) == (beside > x ? Ordering::less : Ordering::greater));
  }
}

TEST_CASE("A comparison is never a wrong proof and misses no clear gap", "[numeric]") {
  test::Random random(23);
  int undecided = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Drawn a = draw(random);
    const Drawn b = random.between(0, 3) == 0 ? Drawn{a.interval + Interval(0L, 64), a.member} : draw(random);
    const Ordering truth = a.member < b.member   ? Ordering::less
                           : a.member > b.member ? Ordering::greater
                                                 : Ordering::equal;
    INFO(show(a) << " and " << show(b));
    const Ordering order = compare(a.interval, b.interval);
    REQUIRE((order == Ordering::undecided || order == truth));
    const Ordering against_exact = compare(a.interval, b.member);
    REQUIRE((against_exact == Ordering::undecided || against_exact == truth));
    if (a.interval.contains(b.member) && arb_is_exact(a.interval.ball()) == 0) {
      REQUIRE(against_exact == Ordering::undecided);
      REQUIRE(order == Ordering::undecided);
    }
    const bool apart = arb_overlaps(a.interval.ball(), b.interval.ball()) == 0;
    if (apart) REQUIRE(order == truth);
    undecided += order == Ordering::undecided ? 1 : 0;
  }
  CHECK(undecided > 100);
}

TEST_CASE("Only single points compare as equal", "[numeric]") {
  CHECK(compare(Interval(3, 64), Interval(3, 200)) == Ordering::equal);
  CHECK(compare(Interval(test::ratio(3, 8), 64), test::ratio(3, 8)) == Ordering::equal);
  CHECK(compare(Interval(test::ratio(1, 3), 64), test::ratio(1, 3)) == Ordering::undecided);
  CHECK(compare(Interval(test::ratio(1, 3), 64), Interval(test::ratio(1, 3), 64)) == Ordering::undecided);
  CHECK(compare(sqrt(Interval(4, 64)), Interval(2, 64)) == Ordering::equal);
  const Interval everything = Interval(1, 64) / Interval(0L, 64);
  CHECK(compare(everything, everything) == Ordering::undecided);
  CHECK(compare(everything, Rational(0)) == Ordering::undecided);
}

TEST_CASE("Copies, moves and assignments keep the ball and the precision", "[numeric]") {
  const Interval third(test::ratio(1, 3), 99);
  Interval copy(third);
  Interval moved(std::move(copy));
  Interval assigned;
  assigned = moved;
  Interval moved_into(7, 64);
  moved_into = std::move(moved);
  for (const Interval& x : {assigned, moved_into}) {
    CHECK(x.precision() == 99);
    CHECK(arb_equal(x.ball(), third.ball()) != 0);
  }
}

}  // namespace attest::interval_test
