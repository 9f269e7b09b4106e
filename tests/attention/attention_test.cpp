#include <catch2/catch.hpp>

#include "attention/attention_polynomial.hpp"
#include "attention/construction.hpp"
#include "attention/exact_match.hpp"
#include "attention/forest.hpp"
#include "fixtures.hpp"
#include "verification/identity_check.hpp"

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

TEST_CASE("Branches without x_1 and stars sum like the definition", "[attention]") {
  // The Strassen weights under other attention polynomials: any bilinear scores will do.
  const auto base =
      instantiate(strassen_function_composition(Variant::repaired), {{"n", Polynomial(2)}}).layer;
  const FunctionComposition task(1, 2);
  for (const char* text : {"x1*x2", "x1*x2 + x3*x4", "x1*x2 + x1*x3", "x1*x2 + x2*x3 + x2*x4",
                           "x2*x3 + x3*x4", "x1*x2 + x2*x3 + x1*x3 + x3*x4"}) {
    INFO(text);
    SoftmaxLayer layer = base;
    layer.attention = AttentionPolynomial::parse(text);
    layer.query = {base.query[0], base.query[1], base.query[2], base.query[1]};
    layer.value = {base.value[1], base.value[1], base.value[1]};
    layer.query.resize(layer.attention.variables());
    layer.value.resize(layer.attention.variables() - 1);
    const LayerTokens tokens(layer, 1);
    const auto forest = forest_for(tokens);
    REQUIRE(forest);
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Word word = task.space().unrank(rank);
      for (std::size_t position = 0; position < word.size(); ++position) {
        const Spectrum a = spectrum_by_definition(tokens, word, position);
        const Spectrum b = spectrum_along_forest(tokens, *forest, word, position);
        REQUIRE(a.counts == b.counts);
        REQUIRE(a.values == b.values);
      }
    }
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

TEST_CASE("A row that is not linear in the encoding is named", "[construction]") {
  Construction c = strassen_function_composition(Variant::repaired);
  const auto i = Polynomial::variable("i");
  c.query[1][2] = i * i * i;
  const auto instance = instantiate(c, {{"n", Polynomial(3)}});
  REQUIRE(instance.problems.size() == 1);
  CHECK(instance.problems.front() == "row 3 of Q^(2), i^3, is not linear in the encoding");
  c.query[1] = Rows(8, Polynomial(1));
  CHECK(instantiate(c, {{"n", Polynomial(3)}}).problems.front() ==
        "Q^(2) has 8 coordinates, the embedding dimension is 7");
}

TEST_CASE("Weight matrices times the encoding are the rows, at every token", "[construction]") {
  for (const long n : {1, 2, 5}) {
    const Construction c = strassen_function_composition(Variant::printed);
    const auto layer = instantiate(c, {{"n", Polynomial(n)}}).layer;
    for (long i = 1; i <= 2 * n + 1; ++i) {
      for (long phi = 1; phi <= n; ++phi) {
        const RationalVector x = layer.encode(Integer(i), Integer(phi));
        for (std::size_t v = 0; v < 3; ++v) {
          const RationalVector q = layer.query[v] * x;
          for (std::size_t r = 0; r < c.query[v].size(); ++r) {
            REQUIRE(q(static_cast<long>(r)) ==
                    c.query[v][r].evaluate({{"n", Rational(n)}, {"i", Rational(i)}, {"phi", Rational(phi)}}));
          }
        }
      }
    }
  }
}

TEST_CASE("Blocks of negative length are defects with a reading", "[construction]") {
  std::vector<Defect> defects;
  const Rows rows = RowBuilder(defects, "here").rows({1, 2, 3, 4}).zeros(-3, "0_{t-j}").build();
  CHECK(rows.size() == 1);
  REQUIRE(defects.size() == 1);
  CHECK(defects.front().what == "0_{t-j} is a block of -3 zeros");
  CHECK(RowBuilder(defects, "here").rows({1}).zeros(2, "0_2").build().size() == 3);
  CHECK(defects.size() == 1);
}

}  // namespace attest::attention_test
