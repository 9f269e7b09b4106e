#include "numeric/linear_combination.hpp"

#include <catch2/catch.hpp>

#include "tests/numeric/exact.hpp"

namespace attest::linear_combination_test {

namespace {

const std::vector<std::string> names{"x", "y", "z"};

Polynomial draw(test::Random& random, long terms) {
  Polynomial result;
  for (long t = 0; t < terms; ++t) {
    Polynomial term(random.small_rational());
    for (const auto& name : names) {
      if (random.coin()) term = term * Polynomial::variable(name);
    }
    result += term;
  }
  return result;
}

Polynomial combine(const std::vector<Polynomial>& basis, const RationalVector& coefficients) {
  Polynomial result;
  for (std::size_t k = 0; k < basis.size(); ++k) {
    result += Polynomial(coefficients(static_cast<Eigen::Index>(k))) * basis[k];
  }
  return result;
}

RationalVector draw_coefficients(test::Random& random, std::size_t size) {
  RationalVector result(static_cast<Eigen::Index>(size));
  for (auto& c : result) c = random.rational();
  return result;
}

}  // namespace

TEST_CASE("A planted combination is found, and its own coefficients where the basis is free", "[numeric]") {
  test::Random random(111);
  int recovered = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Polynomial> basis;
    const long size = random.between(0, 6);
    for (long k = 0; k < size; ++k) basis.push_back(draw(random, random.between(0, 4)));
    const RationalVector planted = draw_coefficients(random, basis.size());
    const Polynomial target = combine(basis, planted);
    const auto found = linear_combination(basis, target);
    INFO("trial " << trial << " target " << target.to_string());
    REQUIRE(found.has_value());
    REQUIRE(found->size() == size);
    REQUIRE(combine(basis, *found) == target);
    // Independent: zero has only the zero combination, also with any one entry as the target of the others.
    bool independent = true;
    for (std::size_t k = 0; k < basis.size(); ++k) {
      auto others = basis;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      independent = independent && !linear_combination(others, basis[k]);
    }
    if (independent) REQUIRE(*found == planted);
    recovered += independent && size > 1 ? 1 : 0;
  }
  CHECK(recovered > 50);
}

TEST_CASE("A monomial that no entry has is in no combination", "[numeric]") {
  test::Random random(112);
  const auto x = Polynomial::variable("x");
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Polynomial> basis;
    for (long k = 0; k < 5; ++k) basis.push_back(draw(random, 3));
    const Polynomial target = combine(basis, draw_coefficients(random, basis.size()));
    const Polynomial foreign = Polynomial(test::ten_to(-60)) * x * x;  // draw() has no squares
    REQUIRE(linear_combination(basis, target));
    REQUIRE_FALSE(linear_combination(basis, target + foreign));
    basis.push_back(foreign);
    const auto found = linear_combination(basis, target + foreign);
    REQUIRE(found);
    REQUIRE((*found)(5) == Rational(1));
  }
}

TEST_CASE("One coefficient beside the right one is rejected", "[numeric]") {
  const auto x = Polynomial::variable("x");
  const auto y = Polynomial::variable("y");
  CHECK(linear_combination({x + y}, 3 * x + 3 * y));
  CHECK_FALSE(linear_combination({x + y}, 3 * x + Polynomial(3 + test::ten_to(-40)) * y));
  CHECK_FALSE(linear_combination({x, y}, x * y));
  CHECK_FALSE(linear_combination({x * x, y}, x));
  CHECK_FALSE(linear_combination({x, y}, Polynomial(1)));
}

TEST_CASE("The free coefficients of a dependent basis are zero", "[numeric]") {
  const auto x = Polynomial::variable("x");
  const auto y = Polynomial::variable("y");
  const auto found = linear_combination({Polynomial(), x, 2 * x, y, x + y, Polynomial(1)}, 4 * x + 5 * y);
  REQUIRE(found);
  const std::vector<long> expected{0, 4, 0, 5, 0, 0};
  for (Eigen::Index k = 0; k < 6; ++k) CHECK((*found)(k) == Rational(expected[static_cast<std::size_t>(k)]));
}

TEST_CASE("The empty basis and the zero basis reach zero alone", "[numeric]") {
  const std::vector<Polynomial> zeros{Polynomial(), Polynomial()};
  REQUIRE(linear_combination({}, Polynomial()));
  CHECK(linear_combination({}, Polynomial())->size() == 0);
  CHECK_FALSE(linear_combination({}, Polynomial(1)));
  REQUIRE(linear_combination(zeros, Polynomial()));
  CHECK((*linear_combination(zeros, Polynomial())).isZero());
  CHECK_FALSE(linear_combination(zeros, Polynomial::variable("x")));
}

}  // namespace attest::linear_combination_test
