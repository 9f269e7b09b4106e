#include <catch2/catch.hpp>

#include "attention/attention_polynomial.hpp"
#include "attention/forest.hpp"
#include "oracles/exact_match.hpp"

namespace attest::attention_test {

TEST_CASE("Attention polynomials are written and read back", "[attention]") {
  for (const char* text : {"x1*x2", "x1*x2 + x2*x3", "x1*x2 + x1*x3 + x2*x3", "x1*x2*x3"}) {
    CHECK(AttentionPolynomial::parse(text).to_string() == text);
  }
  CHECK(AttentionPolynomial::parse(" x3*x1+x2 * x1 ").to_string() == "x1*x2 + x1*x3");
  CHECK(AttentionPolynomial::strassen().to_string() == "x1*x2 + x1*x3 + x2*x3");
  CHECK(AttentionPolynomial::path(3).to_string() == "x1*x2 + x2*x3 + x3*x4");
  CHECK(AttentionPolynomial::tensor(4).degree() == 4);
}

TEST_CASE("What breaks Definition 2.1 is no attention polynomial", "[attention]") {
  for (const char* text : {"", "x1", "x1*x1", "x1*x2 + x2*x1", "x1*x2 +", "x0*x1", "x1 x2", "y1*x2",
                           "x1*x2 - x2*x3", "x1*x2 + 2", "x1**x2", "x99999*x1"}) {
    INFO(text);
    CHECK_THROWS_AS(AttentionPolynomial::parse(text), std::invalid_argument);
  }
}

TEST_CASE("Forests are found where they are, and only there", "[attention]") {
  CHECK(forest_of(AttentionPolynomial::standard()));
  CHECK(forest_of(AttentionPolynomial::strassen()));  // a triangle through x_1
  CHECK(forest_of(AttentionPolynomial::path(5)));
  CHECK(forest_of(AttentionPolynomial::parse("x1*x2 + x3*x4")));  // a branch without x_1
  CHECK_FALSE(forest_of(AttentionPolynomial::tensor(3)));
  CHECK_FALSE(forest_of(AttentionPolynomial::parse("x1*x2 + x2*x3 + x3*x4 + x4*x2")));  // a cycle without x_1
  // Leaving one pair of the cycle out makes it a forest.
  CHECK(forest_of(AttentionPolynomial::parse("x1*x2 + x2*x3 + x3*x4 + x4*x2"), {{1, 3}}));
  const auto forest = forest_of(AttentionPolynomial::parse("x1*x2 + x2*x3 + x2*x4 + x5*x6"));
  REQUIRE(forest);
  CHECK(forest->size() == 5);
  for (std::size_t n = 0; n < forest->size(); ++n) {
    if ((*forest)[n].parent) CHECK(*(*forest)[n].parent > n);  // children first
  }
}

TEST_CASE("Exact match averages equal keys and is zero without one", "[attention]") {
  const auto one = [](long x) { return RationalVector(RationalVector::Constant(1, Rational(x))); };
  const auto hit = exact_match(one(2), {one(2), one(1), one(2)}, {one(5), one(7), one(6)});
  CHECK(hit.value(0) == Rational(11) / 2);
  CHECK(hit.matches == std::vector<std::size_t>{0, 2});
  const auto miss = exact_match(one(3), {one(2), one(1)}, {one(5), one(7)});
  CHECK(miss.value(0) == 0);
  CHECK(miss.matches.empty());
}

}  // namespace attest::attention_test
