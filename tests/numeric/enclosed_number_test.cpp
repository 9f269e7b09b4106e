// Numbers that are rational or enclosed: what stays exact, and that enclosures hold what they are of.
#include "numeric/enclosed_number.hpp"

#include <catch2/catch.hpp>

namespace attest::enclosed_number_test {

namespace {

EnclosedNumber rational(long above, long below = 1) {
  return EnclosedNumber(Rational(Integer(above), Integer(below)));
}

// e^(1/3), about 1.3956
EnclosedNumber irrational(Precision precision = 64) {
  return EnclosedNumber(exp(Interval(Rational(Integer(1), Integer(3)), precision)));
}

bool holds(const EnclosedNumber& x, double low, double high) {
  const Interval y = x.enclosure(64);
  return y.lower_double() >= low && y.upper_double() <= high;
}

}  // namespace

TEST_CASE("Sums and products of rational numbers stay rational", "[enclosed_number]") {
  CHECK((rational(1, 3) + rational(1, 6)).exact() == Rational(Integer(1), Integer(2)));
  CHECK((rational(1, 3) - rational(1, 3)).exact() == 0);
  CHECK((rational(2, 3) * rational(-3)).exact() == -2);
  CHECK((-rational(2, 3)).exact() == Rational(Integer(-2), Integer(3)));
  CHECK_FALSE((rational(1) + irrational()).is_exact());
  CHECK(holds(rational(1) + irrational(), 2.39561, 2.39562));
  CHECK(holds(rational(1) - irrational(), -0.39562, -0.39561));
  CHECK(holds(irrational() - rational(1), 0.39561, 0.39562));
  CHECK(holds(rational(-2) * irrational(), -2.79123, -2.79122));
  CHECK(holds(-irrational(), -1.39562, -1.39561));
}

TEST_CASE("Nothing times a number is nothing, but not times what may be no number", "[enclosed_number]") {
  CHECK((rational(0) * irrational()).is_exact());
  CHECK((irrational() * rational(0)).exact() == 0);
  const EnclosedNumber undefined(Interval(1L, 64) / Interval(0L, 64));
  CHECK_FALSE(undefined.is_finite());
  CHECK_FALSE((rational(0) * undefined).is_exact());
  CHECK_FALSE((undefined * rational(0)).is_finite());
}

TEST_CASE("Numbers are compared where that is proved", "[enclosed_number]") {
  CHECK(compare(rational(1, 3), rational(1, 3)) == Ordering::equal);
  CHECK(compare(rational(1, 3), rational(1, 2)) == Ordering::less);
  CHECK(compare(irrational(), rational(139, 100)) == Ordering::greater);
  CHECK(compare(rational(139, 100), irrational()) == Ordering::less);
  CHECK(compare(rational(140, 100), irrational()) == Ordering::greater);
  // The same number twice: no interval shows it.
  CHECK(compare(irrational(), irrational(128)) == Ordering::undecided);
  CHECK(compare(irrational(), Rational(2)) == Ordering::less);
}

TEST_CASE("The larger and the smaller one", "[enclosed_number]") {
  CHECK(larger(rational(1), rational(2)).exact() == 2);
  CHECK(smaller(rational(1), rational(2)).exact() == 1);
  CHECK(larger(rational(2), irrational()).exact() == 2);
  CHECK(smaller(rational(1), irrational()).exact() == 1);
  CHECK(holds(larger(rational(1), irrational()), 1.39561, 1.39562));
  CHECK(holds(smaller(rational(2), irrational()), 1.39561, 1.39562));
  CHECK(holds(larger(irrational(), irrational(128)), 1.39561, 1.39562));
  CHECK(holds(smaller(irrational(), irrational(128)), 1.39561, 1.39562));
}

TEST_CASE("Between two numbers is everything from one to the other", "[enclosed_number]") {
  const Interval hull = between(rational(-1), irrational(), 64).enclosure(64);
  CHECK(hull.contains(Rational(-1)));
  CHECK(hull.contains(Rational(0)));
  CHECK(hull.contains(Rational(Integer(139), Integer(100))));
  CHECK_FALSE(hull.contains(Rational(2)));
  CHECK(between(rational(1, 3), rational(1, 3), 64).is_exact());
}

TEST_CASE("Long rational numbers go on as intervals around them", "[enclosed_number]") {
  const Rational third(Integer(1), Integer(3));
  CHECK(EnclosedNumber(third).with_at_most(3, 64).is_exact());  // 1 bit over 2
  const EnclosedNumber rounded = EnclosedNumber(third).with_at_most(2, 64);
  CHECK_FALSE(rounded.is_exact());
  CHECK(rounded.enclosure(64).contains(third));
  CHECK(EnclosedNumber(Rational(-7)).with_at_most(4, 64).is_exact());
  CHECK_FALSE(EnclosedNumber(Rational(-8)).with_at_most(4, 64).is_exact());
}

}  // namespace attest::enclosed_number_test
