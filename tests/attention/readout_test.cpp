// Readouts as trees: what products are folded to, counted as and evaluated to.
#include "attention/readout.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace attest::attention::readout_test {

namespace {

Readout x(std::size_t c) {
  return Readout::coordinate(c);
}
Readout number(long p, long q = 1) {
  return Readout::constant(Rational(p, q));
}
Rational at(const Readout& readout, std::vector<Rational> stream) {
  return ReadoutOn(readout, RationalArithmetic())(stream);
}

}  // namespace

TEST_CASE("A product is the product of its factors at every point of a grid", "[attention][readout]") {
  // (x0 + 1/2) |x1| x1 (x0 - x1)
  const Readout readout = Readout::product({Readout::sum(x(0), number(1, 2)), Readout::absolute(x(1)), x(1),
                                            Readout::sum(x(0), Readout::scaled(-1, x(1)))});
  for (long a = -4; a <= 4; ++a) {
    for (long b = -4; b <= 4; ++b) {
      const Rational p(a, 2);
      const Rational q(b, 3);
      CHECK(at(readout, {p, q}) == (p + Rational(1, 2)) * (q < 0 ? Rational(-q) : q) * q * (p - q));
    }
  }
  CHECK(readout.coordinates() == std::vector<std::size_t>{0, 1});
}

TEST_CASE("Factors that are numbers scale the others, so that no product is left where there is none",
          "[attention][readout]") {
  const Readout doubled = Readout::product({number(4), x(0), number(1, 2)});
  CHECK(doubled.op == Readout::Op::affine);
  CHECK(doubled.form.coefficients.at(0) == 2);
  CHECK(doubled.is_piecewise_linear());
  CHECK(Readout::product({number(4), Readout::maximum({number(3), number(5)})}).constant_value() == 20);
  CHECK(Readout::product({}).constant_value() == 1);
  CHECK(Readout::product({number(0), x(0), x(1)}).is_piecewise_linear() == false);  // as it is written
  CHECK_FALSE(Readout::product({x(0), x(0)}).is_piecewise_linear());
  CHECK_FALSE(Readout::absolute(Readout::product({x(0), x(1)})).is_piecewise_linear());
  CHECK_FALSE(x(0).constant_value());
}

TEST_CASE("Degrees add in products and stay elsewhere, up to the largest number", "[attention][readout]") {
  const Readout square = Readout::product({x(0), x(0)});
  CHECK(number(7).degree() == 0);
  CHECK(x(0).degree() == 1);
  CHECK(square.degree() == 2);
  CHECK(Readout::sum(Readout::absolute(square), x(1)).degree() == 2);
  CHECK(Readout::product({square, square, x(1)}).degree() == 5);
  Readout large = square;
  for (int k = 0; k < 5; ++k) large = Readout::product({large, large});
  CHECK(large.degree() == 64);
}

TEST_CASE("A multiplication counts one parameter", "[attention][readout]") {
  // Two forms of a weight and a bias each.
  CHECK(Readout::product({x(0), x(1)}).parameters() == 5);
  CHECK(Readout::product({x(0), x(1), x(0)}).parameters() == 8);
  CHECK(Readout::absolute(x(0)).parameters() == 4);
}

TEST_CASE("At a point a readout is the polynomial that it is there", "[attention][readout]") {
  const std::vector<Rational> point{2, Rational(-5, 3)};
  const auto value = [&](const StreamPolynomial& polynomial) {
    Rational sum = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms) {
      Rational term = coefficient;
      for (const std::size_t c : monomial) term *= point[c];
      sum += term;
    }
    return sum;
  };
  const auto sign = [&](const StreamPolynomial& polynomial) {
    const Rational at_it = value(polynomial);
    return at_it < 0 ? -1 : at_it > 0 ? 1 : 0;
  };
  const auto form = Readout::product({x(0), Readout::absolute(x(1)), number(3)}).at_point(sign);
  REQUIRE(form);
  CHECK(form->terms == std::map<std::vector<std::size_t>, Rational>{{{0, 1}, -3}});
  // (x0 + x1)(x0 - x1) has no mixed term, and x1^2 stays where max takes it.
  const Readout square = Readout::product({x(1), x(1)});
  const Readout difference =
      Readout::product({Readout::sum(x(0), x(1)), Readout::sum(x(0), Readout::scaled(-1, x(1)))});
  CHECK(difference.at_point(sign)->terms ==
        std::map<std::vector<std::size_t>, Rational>{{{0, 0}, 1}, {{1, 1}, -1}});
  CHECK(Readout::maximum({square, number(2)}).at_point(sign)->degree() == 2);
  CHECK(Readout::maximum({square, number(3)}).at_point(sign)->degree() == 0);
  CHECK(Readout::positive_part(Readout::scaled(-1, square)).at_point(sign)->terms.empty());
  CHECK(Readout::scaled(0, square).at_point(sign)->terms.empty());
  for (const Readout& readout :
       {difference, Readout::product({square, difference, x(0)}),
        Readout::minimum({Readout::absolute(Readout::sum(square, number(-3))), square, number(7, 2)})}) {
    CHECK(value(*readout.at_point(sign)) == at(readout, point));
  }
  // A sum of 40 coordinates to the power of 8 has 314,457,495 terms.
  AffineForm all;
  for (std::size_t c = 0; c < 40; ++c) all.coefficients[c] = 1;
  const auto positive = [](const StreamPolynomial&) { return 1; };
  CHECK(Readout::product(std::vector<Readout>(2, Readout::affine(all))).at_point(positive));
  CHECK_FALSE(Readout::product(std::vector<Readout>(8, Readout::affine(all))).at_point(positive));
}

}  // namespace attest::attention::readout_test
