// Elimination against the definition, its counts against closed formulas, and errors planted in it.
#include "algorithms/elimination.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <random>

#include "algorithms/algorithm_checks.hpp"
#include "algorithms/definition.hpp"
#include "algorithms/elimination_count.hpp"
#include "algorithms/elimination_order.hpp"
#include "algorithms/graphs.hpp"
#include "algorithms/pair_problems.hpp"
#include "claims/catalogue.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"

namespace attest::elimination_test {

namespace {

template <class Scalar>
bool equal(const Dense<Scalar>& a, const Dense<Scalar>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return std::equal(a.data(), a.data() + a.size(), b.data());
}

template <class Scalar>
AttentionFraction<Scalar> defined(const AttentionPolynomial& h, const PairProblem<Scalar>& problem) {
  return attention_by_definition(h, problem.values, problem.one, [&](std::size_t k, const auto& tokens) {
    return problem.factors.at({h.monomials()[k][0], h.monomials()[k][1]})(tokens[0], tokens[1]);
  });
}

template <class Product = ConventionalProduct>
bool is_definition(const AttentionPolynomial& h, const PairProblem<Polynomial>& problem, Eigen::Index n,
                   Eigen::Index d, Product product = {}) {
  return equal_fractions(Elimination<Polynomial, Product>(problem, product).fraction(elimination_order(h)),
                         symbolic_definition(h, n, d));
}

AttentionPolynomial complete(std::size_t t) {
  std::vector<std::vector<std::size_t>> monomials;
  for (std::size_t b = 1; b < t; ++b) {
    for (std::size_t a = 0; a < b; ++a) monomials.push_back({a, b});
  }
  return AttentionPolynomial(t, monomials);
}

// A product that returns its transpose.
struct TransposedProduct {
  template <class Scalar>
  Dense<Scalar> operator()(const Dense<Scalar>& a, const Dense<Scalar>& b) const {
    return ConventionalProduct{}(a, b).transpose();
  }
};

Dense<Rational> matrix(std::initializer_list<int> entries, Eigen::Index columns) {
  Dense<Rational> result(static_cast<Eigen::Index>(entries.size()) / columns, columns);
  Eigen::Index k = 0;
  for (const int entry : entries) result.data()[k++] = entry;
  return result;
}

Verdict verified(const std::vector<std::string>& words) {
  Catalogue catalogue;
  add_constructions(catalogue);
  const Claim& claim = catalogue.find("poly/treewidth-algorithm");
  return claim.verify(Variant::constructed, parse_parameters(claim.info().parameters, words), {});
}

}  // namespace

TEST_CASE("Elimination is eq. 1 as polynomials on every graph of 2 to 4 variables",
          "[algorithms][elimination]") {
  for (std::size_t t = 2; t <= 4; ++t) {
    for (const auto& h : labelled_graphs(t)) {
      INFO(polynomial_text(h));
      for (Eigen::Index n = 1; n <= 3; ++n) {
        const auto problem = SymbolicInstance(h, n, 1).pair_problem();
        CHECK(is_definition(h, problem, n, 1));
        CHECK(is_definition(h, problem, n, 1, StrassenProduct{1}));
      }
      CHECK(is_definition(h, SymbolicInstance(h, 2, 2).pair_problem(), 2, 2));
    }
  }
}

TEST_CASE("Elimination is right along every order, only its cost is another", "[algorithms][elimination]") {
  for (const char* text : {"x1*x2+x2*x3+x3*x4+x4*x1+x1*x3", "x2*x3+x3*x4+x4*x2", "x1*x3+x3*x2+x3*x4"}) {
    const auto h = AttentionPolynomial::parse(text);
    const auto problem = SymbolicInstance(h, 2, 1).pair_problem();
    std::vector<std::size_t> order{1, 2, 3, 0};
    do {
      CHECK(equal_fractions(Elimination<Polynomial>(problem).fraction(order), symbolic_definition(h, 2, 1)));
      CHECK(counts_follow_formula(h, order));
      CHECK(elimination_formula(h, order).exponent() == width_of(h, order) + 1);
    } while (std::next_permutation(order.begin(), order.end() - 1));
  }
  // A star from its middle joins the leaves: n^4 in place of n^2.
  const auto star = AttentionPolynomial::parse("x1*x3+x3*x2+x3*x4");
  CHECK(elimination_formula(star, {2, 1, 3, 0}).exponent() == 4);
  CHECK(elimination_formula(star, elimination_order(star)).exponent() == 2);
}

TEST_CASE("Elimination is exact on larger graphs with an integer in place of e",
          "[algorithms][elimination]") {
  std::mt19937 generator(7);
  for (const char* text : {"x1*x2+x2*x3+x1*x4+x2*x5+x3*x6+x4*x5+x5*x6",              // a ladder
                           "x1*x2+x2*x3+x1*x3+x4*x5+x4*x6+x4*x7+x5*x6+x5*x7+x6*x7",  // K_3 and K_4 apart
                           "x2*x3+x2*x4+x2*x5+x3*x4+x3*x5+x4*x5+x1*x6",              // K_4 without x_1
                           "x1*x4+x1*x5+x1*x6+x2*x4+x2*x5+x2*x6+x3*x4+x3*x5+x3*x6", "x4*x7", "x1*x2+x3*x7"}) {
    const auto h = AttentionPolynomial::parse(text);
    const Eigen::Index n = 3;
    std::uniform_int_distribution<int> score(-9, 9);
    std::vector<Eigen::MatrixXi> scores;
    for (std::size_t k = 0; k < h.monomials().size(); ++k) {
      scores.emplace_back(n, n);
      for (Eigen::Index i = 0; i < n * n; ++i) scores.back().data()[i] = score(generator);
    }
    std::vector<Dense<Rational>> values;
    for (std::size_t v = 1; v < h.variables(); ++v) {
      values.emplace_back(n, 2);
      for (Eigen::Index i = 0; i < n * 2; ++i) values.back().data()[i] = Rational(score(generator), 7);
    }
    const auto problem = power_problem(h, 3, scores, values);
    INFO(text);
    const auto expected = defined(h, problem);
    const auto found = Elimination<Rational>(problem).fraction(elimination_order(h));
    CHECK((equal(found.numerator, expected.numerator) && equal(found.denominator, expected.denominator)));
    Elimination<Rational, StrassenProduct> fast(problem, StrassenProduct{1});
    CHECK(equal(fast.fraction(elimination_order(h)).numerator, expected.numerator));
  }
}

TEST_CASE("Errors planted in elimination's factors and products are caught", "[algorithms][elimination]") {
  for (const auto& h : labelled_graphs(4)) {
    INFO(polynomial_text(h));
    const auto problem = SymbolicInstance(h, 2, 1).pair_problem();
    // A transposed product shows wherever one is taken.
    const auto formula = elimination_formula(h, elimination_order(h));
    CHECK(is_definition(h, problem, 2, 1, TransposedProduct{}) == (formula.matrix_products(1) == 0));
    for (const auto& [pair, factor] : problem.factors) {
      auto without = problem;
      without.factors.erase(pair);
      CHECK_FALSE(is_definition(h, without, 2, 1));
      auto wrong = problem;
      wrong.factors[pair](0, 1) = factor(1, 0);
      CHECK_FALSE(is_definition(h, wrong, 2, 1));
    }
    for (std::size_t v = 1; v < 4; ++v) {
      auto wrong = problem;
      wrong.values[v - 1](1, 0) = wrong.values[v - 1](0, 0);
      CHECK_FALSE(is_definition(h, wrong, 2, 1));
    }
  }
}

TEST_CASE("Elimination's operations are counted as the formula says",
          "[algorithms][elimination][operations]") {
  for (std::size_t t = 2; t <= 4; ++t) {
    for (const auto& h : labelled_graphs(t)) {
      INFO(polynomial_text(h));
      const auto order = elimination_order(h);
      CHECK(counts_follow_formula(h, order));
      const auto formula = elimination_formula(h, order);
      CHECK(counted_elimination(h, order, 7, 3) == formula.at(7, 3));
      CHECK(formula.exponent() == treewidth(h) + 1);
      if (treewidth(h) == 2) CHECK(formula.exponent_beside_products() == 2);
    }
  }
  // The formula of one order is not that of another.
  const auto path = AttentionPolynomial::path(3);
  CHECK(elimination_formula(path, {3, 2, 1, 0}).at(5, 2) != elimination_formula(path, {1, 2, 3, 0}).at(5, 2));
}

TEST_CASE("Elimination costs on trees and cycles what the recursion does",
          "[algorithms][elimination][operations]") {
  std::size_t trees = 0;
  for (std::size_t t = 2; t <= 5; ++t) {
    for (const auto& h : labelled_forests(t)) {
      const auto plan = graph_plan(h);
      if (!plan.other_roots.empty()) continue;
      ++trees;
      CHECK(elimination_formula(h, elimination_order(h)).at(6, 4) == recursion_formula(shape_of(plan), 6, 4));
    }
    for (const auto& h : one_cycle_graphs(t)) {
      const auto formula = elimination_formula(h, elimination_order(h));
      CHECK(formula.matrix_products(4) == 5 * (static_cast<long>(graph_plan(h).cycle_length()) - 2));
    }
  }
  CHECK(trees == 1 + 3 + 16 + 125);  // t^(t-2)
}

TEST_CASE("Elimination's operations on complete graphs are those counted by hand",
          "[algorithms][elimination][operations]") {
  // Strassen attention: x_2 takes V2 E12 and the product with E23, its table meets E13; x_3 a sum.
  for (const long n : {1L, 2L, 5L}) {
    for (const long d : {1L, 3L}) {
      CHECK(
          elimination_formula(complete(3), elimination_order(complete(3))).at(n, d) ==
          OperationCount{(d + 1) * (n * n * n + n * n) + 2 * d * n * n, (d + 1) * (n * n * n - n), n * d, 0});
      CHECK(elimination_formula(complete(4), elimination_order(complete(4))).at(n, d) ==
            OperationCount{(d + 1) * (n * n * n * n + 3 * n * n * n) + (4 * d + 1) * n * n,
                           (d + 1) * (n * n * n * n - n), n * d, 0});
    }
  }
  CHECK(elimination_formula(complete(4), elimination_order(complete(4))).leading_term() == "(2 d + 2) n^4");
  CHECK(elimination_formula(AttentionPolynomial(3, {}), {1, 2, 0}).leading_term() == "(2 d + 2) n^1");
}

TEST_CASE("The instance of two cycles of docs/algorithms.md comes out as worked by hand",
          "[algorithms][elimination]") {
  const auto h = AttentionPolynomial::parse("x1*x2+x2*x3+x3*x1+x3*x4+x4*x1");
  PairProblem<Rational> problem{{}, {matrix({1, 2}, 1), matrix({1, 3}, 1), matrix({1, 2}, 1)}, Rational(1)};
  problem.factors[{0, 1}] = matrix({1, 2, 3, 1}, 2);
  problem.factors[{1, 2}] = matrix({1, 1, 2, 1}, 2);
  problem.factors[{0, 2}] = matrix({1, 1, 2, 1}, 2);
  problem.factors[{2, 3}] = matrix({1, 2, 1, 1}, 2);
  problem.factors[{0, 3}] = matrix({1, 1, 1, 2}, 2);
  CHECK(elimination_order(h) == std::vector<std::size_t>{1, 2, 3, 0});
  for (const auto& fraction : {defined(h, problem), Elimination<Rational>(problem).fraction({1, 2, 3, 0})}) {
    CHECK(equal(fraction.numerator, matrix({90, 201}, 1)));
    CHECK(equal(fraction.denominator, matrix({21, 62}, 1)));
  }
}

TEST_CASE("The complete graph on four variables is Strassen attention for every token of x_4",
          "[algorithms][elimination]") {
  // The factors of a fixed token of x_4 go into those of the triangle, so n products of n x n matrices do.
  const auto h = complete(4);
  const Eigen::Index n = 2;
  const auto problem = SymbolicInstance(h, n, 1).pair_problem();
  AttentionFraction<Polynomial> sum{Dense<Polynomial>(n, 1), Dense<Polynomial>(n, 1)};
  for (Eigen::Index a = 0; a < n; ++a) {
    PairProblem<Polynomial> triangle{{{{0, 1}, problem.factors.at({0, 1})},
                                      {{1, 2}, problem.factors.at({1, 2})},
                                      {{0, 2}, problem.factors.at({0, 2})}},
                                     {problem.values[0], problem.values[1]},
                                     problem.one};
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index b = 0; b < n; ++b) {
        triangle.factors[{0, 1}](i, b) = triangle.factors[{0, 1}](i, b) * problem.factors.at({1, 3})(b, a);
        triangle.factors[{0, 2}](i, b) = triangle.factors[{0, 2}](i, b) * problem.factors.at({2, 3})(b, a);
      }
    }
    Elimination<Polynomial, StrassenProduct> fast(triangle, StrassenProduct{1});
    const auto part = fast.fraction({1, 2, 0});
    for (Eigen::Index i = 0; i < n; ++i) {
      const Polynomial weight = problem.factors.at({0, 3})(i, a);
      sum.numerator(i, 0) = sum.numerator(i, 0) + part.numerator(i, 0) * weight * problem.values[2](a, 0);
      sum.denominator(i, 0) = sum.denominator(i, 0) + part.denominator(i, 0) * weight;
    }
  }
  CHECK(equal_fractions(sum, symbolic_definition(h, n, 1)));
}

TEST_CASE("poly/treewidth-algorithm holds, counts by treewidth and refuses what is no graph",
          "[algorithms][elimination]") {
  const Verdict all = verified({"h=all-4", "n=2", "d=1"});
  CHECK(all.status == Status::holds);
  CHECK(all.inputs.checked == 64);
  CHECK(all.checks.size() == 5);
  CHECK(all.details["polynomials of treewidth"] == Json({{"0", 1}, {"1", 37}, {"2", 25}, {"3", 1}}));
  const Verdict triangle = verified({"h=x1x2+x2x3+x3x1", "n=3", "d=2"});
  CHECK(triangle.details["operations"]["matrix products"] == 3);
  CHECK(triangle.details["operations"]["leading term"] == "(2 d + 2) n^3");
  CHECK(triangle.details["operations"].contains("recursion for one cycle"));
  // Without a graph of treewidth 2 nothing is said of matrix products.
  CHECK(verified({"h=x1x2", "n=2", "d=1"}).checks.size() == 4);
  CHECK_THROWS_AS(verified({"h=x1x2x3", "n=2", "d=1"}), UsageError);
  CHECK_THROWS_AS(verified({"h=x1x2+x16x17", "n=1", "d=1"}), UsageError);
}

}  // namespace attest::elimination_test
