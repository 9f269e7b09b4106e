#include <catch2/catch.hpp>

#include "numeric/surd.hpp"
#include "tests/numeric/exact.hpp"

namespace attest::surd_arithmetic_test {

using test::ratio;
using test::reference;
using test::Reference;

namespace {

Surd draw(test::Random& random, bool with_logarithm) {
  Surd surd =
      Surd(random.small_rational()) * Surd::square_root(ratio(random.between(1, 60), random.between(1, 20)));
  return with_logarithm ? surd * Surd::logarithm(random.between(1, 40)) : surd;
}

Reference value(const Surd& s) {
  const Reference root = reference(s.q()) * sqrt(reference(Rational(s.r())));
  return s.has_logarithm() ? Reference(root * log(reference(Rational(s.k())))) : root;
}

}  // namespace

TEST_CASE("Products and quotients of surds have the product and quotient of their values", "[numeric]") {
  test::Random random(71);
  for (int trial = 0; trial < 2000; ++trial) {
    const bool logarithm_first = random.coin();
    const Surd a = draw(random, logarithm_first);
    const Surd b = draw(random, !logarithm_first && random.coin());
    INFO(a.to_string() << " and " << b.to_string());
    const Surd product = a * b;
    REQUIRE(product == b * a);
    REQUIRE(test::agrees(product.enclosure(100), Reference(value(a) * value(b))));
    if (b.has_logarithm() || b.is_zero()) {
      REQUIRE_THROWS_AS(a / b, std::domain_error);
    } else {
      REQUIRE(test::agrees((a / b).enclosure(100), Reference(value(a) / value(b))));
      REQUIRE(a / b * b == a);
    }
  }
}

TEST_CASE("A zero factor makes the one zero surd", "[numeric]") {
  test::Random random(72);
  for (int trial = 0; trial < 100; ++trial) {
    const Surd product = Surd(Rational(0)) * draw(random, true);
    CHECK(product == Surd());
    CHECK(product.r() == 1);
    CHECK_FALSE(product.has_logarithm());
    CHECK(compare(product, Surd::logarithm(1)) == Ordering::equal);
  }
  CHECK(Surd::square_root(0) == Surd());
  CHECK(Surd::logarithm(1).is_zero());
}

TEST_CASE("Operations that leave the surds are refused", "[numeric]") {
  CHECK_THROWS_AS(Surd::square_root(ratio(-1, 9)), std::domain_error);
  CHECK_THROWS_AS(Surd::logarithm(0), std::domain_error);
  CHECK_THROWS_AS(Surd::logarithm(-8), std::domain_error);
  CHECK_THROWS_AS(Surd::logarithm(2) * Surd::logarithm(3), std::domain_error);
  CHECK_THROWS_AS(Surd(Rational(1)) / Surd::logarithm(2), std::domain_error);
  CHECK_THROWS_AS(Surd::logarithm(2) / Surd::logarithm(2), std::domain_error);
  CHECK_THROWS_AS(Surd(Rational(1)) / Surd(), std::domain_error);
}

TEST_CASE("Surds print as the header shows", "[numeric]") {
  const Surd half(ratio(1, 2));
  CHECK(Surd().to_string() == "0");
  CHECK(Surd(Rational(9)).to_string() == "9");
  CHECK((Surd(Rational(16)) / Surd::square_root(7)).to_string() == "16/7*sqrt(7)");
  CHECK(Surd::square_root(2).to_string() == "sqrt(2)");
  CHECK(Surd::square_root(8).to_string() == "2*sqrt(2)");
  CHECK(Surd::square_root(ratio(1, 2)).to_string() == "1/2*sqrt(2)");
  CHECK(Surd::square_root(ratio(9, 4)).to_string() == "3/2");
  CHECK((half * Surd::logarithm(8)).to_string() == "3/2*log(2)");
  CHECK((half * Surd::logarithm(4)).to_string() == "log(2)");
  CHECK(Surd::logarithm(36).to_string() == "2*log(6)");
  CHECK((Surd(Rational(-1)) * Surd::square_root(12) * Surd::logarithm(27)).to_string() ==
        "-6*sqrt(3)*log(3)");
  CHECK((Surd(Rational(-1)) * Surd::square_root(3)).to_string() == "-1*sqrt(3)");
}

TEST_CASE("Logarithms of nearly equal size are told apart", "[numeric]") {
  // log(2) against convergents of its continued fraction, and 2^306 against 10^92 + ... by logarithms.
  CHECK(compare(Surd::logarithm(2), Surd(ratio(25469, 36744))) == Ordering::greater);
  CHECK(compare(Surd::logarithm(2), Surd(ratio(9, 13))) == Ordering::greater);
  CHECK(compare(Surd::logarithm(2), Surd(ratio(61, 88))) == Ordering::less);
  for (unsigned long e = 10; e <= 4000; e += 399) {
    const Integer huge = power(3, e);
    CHECK(compare(Surd::logarithm(huge + 1), Surd::logarithm(huge)) == Ordering::greater);
    CHECK(compare(Surd::logarithm(huge - 1), Surd::logarithm(huge)) == Ordering::less);
  }
  // The same logarithm against square roots: sqrt(2) log(3) and 7/5 log(3), 17/12 log(3).
  const Surd log3 = Surd::logarithm(3);
  CHECK(compare(Surd::square_root(2) * log3, Surd(ratio(7, 5)) * log3) == Ordering::greater);
  CHECK(compare(Surd(ratio(-17, 12)) * log3, Surd(Rational(-1)) * Surd::square_root(2) * log3) ==
        Ordering::less);
}

}  // namespace attest::surd_arithmetic_test
