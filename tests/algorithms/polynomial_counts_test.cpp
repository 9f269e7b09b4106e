// Operation counts for any n against closed formulas and against counting.
#include "algorithms/polynomial_counts.hpp"

#include <catch2/catch.hpp>

#include "algorithms/graphs.hpp"

namespace attest::polynomial_counts_test {

namespace {

void check_equal(const PolynomialCounts& counts, const OperationCount& expected) {
  CHECK(counts.multiplications == expected.multiplications);
  CHECK(counts.additions == expected.additions);
  CHECK(counts.divisions == expected.divisions);
  CHECK(counts.exponentials == expected.exponentials);
}

OperationCount sum(OperationCount a, const OperationCount& b) {
  a.multiplications += b.multiplications;
  a.additions += b.additions;
  a.divisions += b.divisions;
  a.exponentials += b.exponentials;
  return a;
}

}  // namespace

TEST_CASE("Counts extended from four sizes are the closed formulas", "[algorithms][operations]") {
  const auto path = AttentionPolynomial::path(2);
  const auto triangle = AttentionPolynomial::strassen();
  for (const long n : {1L, 5L, 64L, 1000L}) {
    for (const long d : {1L, 3L}) {
      CAPTURE(n, d);
      check_equal(recursion_counts(path, forest_plan(path), n, d),
                  sum(tree_formula(2, 1, n, d), pair_factor_formula(2, n, d)));
      check_equal(recursion_counts(triangle, one_cycle_plan(triangle), n, d),
                  sum(triangle_formula(n, d), pair_factor_formula(3, n, d)));
    }
  }
}

TEST_CASE("Counts extended from four sizes are what is counted at the next ones",
          "[algorithms][operations]") {
  auto graphs = labelled_forests(4);
  for (const auto& h : one_cycle_graphs(4)) graphs.push_back(h);
  for (const auto& h : graphs) {
    const auto plan = graph_plan(h);
    for (const long n : {5L, 7L}) {
      CAPTURE(h.to_string(), n);
      check_equal(recursion_counts(h, plan, n, 2),
                  sum(counted_recursion(plan, n, 2),
                      pair_factor_formula(static_cast<long>(h.monomials().size()), n, 2)));
    }
  }
}

TEST_CASE("Counts with Strassen's recursion are what is counted", "[algorithms][operations]") {
  const StrassenProduct product{4};
  for (const auto& h :
       {AttentionPolynomial::strassen(), AttentionPolynomial::parse("x1*x2 + x2*x3 + x3*x4 + x1*x4")}) {
    const auto plan = one_cycle_plan(h);
    for (const long n : {3L, 8L, 13L}) {
      CAPTURE(h.to_string(), n);
      check_equal(recursion_counts(h, plan, n, 2, product),
                  sum(counted_recursion(plan, n, 2, product),
                      pair_factor_formula(static_cast<long>(h.monomials().size()), n, 2)));
    }
  }
}

TEST_CASE("Counts of the definition are what is counted", "[algorithms][operations]") {
  const auto h = AttentionPolynomial::strassen();
  OperationCount expected = sum(counted_definition(h, 4, 3), pair_factor_formula(3, 4, 3));
  expected.divisions += 4 * 3;  // numerators by denominators
  check_equal(definition_counts(h, 4, 3), expected);
  CHECK(definition_counts(h, 1L << 30, 16).additions > Integer(1L << 62));  // beyond long
}

}  // namespace attest::polynomial_counts_test
