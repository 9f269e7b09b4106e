// Random and planted instances: what they promise, and that a seed means the same everywhere.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "reductions/files/dimacs.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/problems/cnf_solver.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"

namespace random_instances_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

std::vector<VectorSetsShape> shapes() {
  std::vector<VectorSetsShape> list;
  list.push_back({Family::k_ip, 2, 2, 8, 12, Rational(1, 2), {}, {}});
  list.push_back({Family::k_ip, 3, 3, 5, 12, Rational(2, 3), {}, {}});
  list.push_back({Family::ip_triangle, 3, 2, 6, 12, Rational(1, 2), {}, {}});
  list.push_back({Family::hypergraph_ip, 4, 3, 4, 14, Rational(2, 3), {}, {}});
  list.push_back({Family::directed_cycle, 5, 2, 4, 10, Rational(1, 2), {}, {}});
  return list;
}

std::string refusal(const VectorSetsShape& shape) {
  try {
    (void)planted_no_vector_sets(shape, 1);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a planted formula has the answer that was asked for", "[reductions]") {
  for (unsigned long seed = 0; seed < 40; ++seed) {
    const int k = 1 + static_cast<int>(seed % 3);
    const FormulaShape shape{k + static_cast<int>(seed % 5), 16 + static_cast<long>(seed), k};
    CHECK(solve(planted_yes_formula(shape, seed)).has_value());
    const long bound = static_cast<long>(seed % 2);
    const Cnf no = planted_no_formula(shape, bound, seed);
    CHECK(least_falsified(no).falsified > bound);
    for (const Cnf& formula : {planted_yes_formula(shape, seed), no, random_formula(shape, seed)}) {
      CHECK(static_cast<long>(formula.clauses.size()) == shape.clauses);
      for (const Clause& clause : formula.clauses) {
        CHECK(static_cast<int>(clause.literals.size()) == k);
        for (std::size_t i = 1; i < clause.literals.size(); ++i)
          CHECK(std::abs(clause.literals[i - 1]) < std::abs(clause.literals[i]));
      }
    }
  }
}

TEST_CASE("no formula with fewer clauses than a no instance needs is one", "[reductions]") {
  CHECK_THROWS_AS(planted_no_formula({4, 7, 2}, 1, 0), UsageError);
  CHECK_NOTHROW(planted_no_formula({4, 8, 2}, 1, 0));
  for (unsigned long seed = 0; seed < 200; ++seed) {
    CHECK(least_falsified(random_formula({3, 7, 2}, seed)).falsified <= 1);
    CHECK(least_falsified(random_formula({3, 3, 2}, seed)).falsified == 0);
  }
  CHECK_THROWS_AS(planted_no_formula({90, 1000, 80}, 0, 0), UsageError);
  CHECK_THROWS_AS(random_formula({3, 7, 4}, 0), UsageError);
  CHECK_THROWS_AS(random_formula({0, 7, 1}, 0), UsageError);
  CHECK_THROWS_AS(random_formula({3, -1, 1}, 0), UsageError);
}

TEST_CASE("planted vector sets have the answer that was asked for, with and without targets",
          "[reductions]") {
  for (VectorSetsShape shape : shapes()) {
    const std::size_t constraints = constraints_of(shape.family, shape.sets, shape.order).size();
    for (const long first : {-1L, 0L, 1L, 2L}) {
      shape.targets.reset();
      if (first >= 0) {
        shape.targets = std::vector<long>(constraints, first);
        shape.targets->back() = 1;
      }
      for (unsigned long seed = 0; seed < 6; ++seed) {
        const InnerProducts yes = planted_yes_vector_sets(shape, seed);
        const InnerProducts no = planted_no_vector_sets(shape, seed);
        CHECK(solve_by_definition(yes).has_value());
        CHECK_FALSE(solve_by_definition(no).has_value());
        if (shape.targets) {
          for (std::size_t c = 0; c < constraints; ++c) {
            CHECK(yes.constraints[c].target == (*shape.targets)[c]);
            CHECK(no.constraints[c].target == (*shape.targets)[c]);
          }
        }
      }
    }
    shape.targets = std::vector<long>(constraints, 0);  // orthogonal vectors
    CHECK_FALSE(solve_by_definition(planted_no_vector_sets(shape, 3)).has_value());
  }
}

TEST_CASE("planted gap versions keep their promise", "[reductions]") {
  for (VectorSetsShape shape : shapes()) {
    for (const Rational& epsilon : {Rational(1, 10), Rational(1, 2), Rational(9, 10)}) {
      shape.epsilon = epsilon;
      for (const long m : {-1L, 3L, 6L}) {
        shape.targets.reset();
        if (m >= 0) shape.targets = std::vector<long>{m};
        for (unsigned long seed = 0; seed < 3; ++seed) {
          const InnerProducts yes = planted_yes_vector_sets(shape, seed);
          const InnerProducts no = planted_no_vector_sets(shape, seed);
          CHECK_FALSE(promise_breach(yes));
          CHECK_FALSE(promise_breach(no));
          CHECK_FALSE(promise_breach(random_vector_sets(shape, seed)));
          CHECK(solve_by_definition(yes).has_value());
          CHECK_FALSE(solve_by_definition(no).has_value());
        }
      }
    }
  }
}

TEST_CASE("a seed gives the same instance on every platform", "[reductions]") {
  CHECK(dimacs_text(random_formula({5, 3, 3}, 1)) == "p cnf 5 3\n-1 -3 4 0\n-1 4 5 0\n1 -3 4 0\n");
  const VectorSetsShape shape{Family::ip_triangle, 3, 2, 2, 6, Rational(1, 3), {}, {}};
  CHECK(vector_sets_text(random_vector_sets(shape, 1)) ==
        "# family: ip-triangle\n# targets: 1 1 1\n"
        "011111\n010000\n\n000101\n000001\n\n011000\n101001\n");
}

TEST_CASE("vector sets that cannot be are refused with the parameter's name", "[reductions]") {
  VectorSetsShape shape{Family::k_ip, 2, 2, 3, 4, Rational(1, 2), {}, {}};
  shape.dimension = 0;
  CHECK(refusal(shape).starts_with("targets: got \"0\""));
  shape.dimension = 4;
  shape.epsilon = Rational(1, 2);
  shape.targets = std::vector<long>{0};
  CHECK(refusal(shape).starts_with("targets: got \"0\""));
  shape.targets = std::vector<long>{5};
  CHECK(refusal(shape).starts_with("targets: got \"5\""));
  shape.targets = std::vector<long>{1, 1};
  CHECK(refusal(shape).starts_with("targets: got \"2 targets\""));
  shape.targets.reset();
  shape.epsilon = Rational(1);
  CHECK(refusal(shape).starts_with("epsilon: got \"1\""));
  shape.epsilon.reset();
  shape.vectors = 0;
  CHECK(refusal(shape).starts_with("n: got \"0\""));
  shape.vectors = 3;
  shape.sets = 1;
  CHECK(refusal(shape).starts_with("sets: got \"1\""));
  shape.sets = 2;
  shape.density = Rational(3, 2);
  CHECK(refusal(shape).starts_with("density: got \"3/2\""));
  VectorSetsShape triangle{Family::ip_triangle, 3, 2, 3, 4, Rational(1, 2), std::vector<long>{0, 3, 3}, {}};
  CHECK_THROWS_AS(planted_yes_vector_sets(triangle, 1), UsageError);
}

}  // namespace random_instances_test
