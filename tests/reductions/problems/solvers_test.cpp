// The exact solvers against the definitions.
#include <catch2/catch.hpp>

#include <bit>

#include "reductions/problems/cnf_solver.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "reductions/problems/matching_rows.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"
#include "tasks/datasets/random.hpp"

namespace solvers_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

// Every instance with these sizes of sets and this dimension, for every tuple of targets; how many there are.
// `count` is increased by the number of instances, `yes` by that of yes instances.
void every_instance(Family family, std::size_t order, const std::vector<std::size_t>& sizes, std::size_t d,
                    std::size_t& count, std::size_t& yes) {
  std::size_t bits = 0;
  for (const std::size_t size : sizes) bits += size * d;
  InnerProducts instance{family, order, {}, constraints_of(family, sizes.size(), order), std::nullopt};
  for (unsigned long code = 0; code < 1UL << bits; ++code) {
    instance.sets.clear();
    std::size_t bit = 0;
    for (const std::size_t size : sizes) {
      instance.sets.emplace_back(size, d);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < d; ++j) instance.sets.back().set(i, j, ((code >> bit++) & 1) == 1);
      }
    }
    std::size_t settings = 1;
    for (std::size_t c = 0; c < instance.constraints.size(); ++c) settings *= d + 1;
    for (std::size_t setting = 0; setting < settings; ++setting) {
      std::size_t rest = setting;
      for (Constraint& constraint : instance.constraints) {
        constraint.target = static_cast<long>(rest % (d + 1));
        rest /= d + 1;
      }
      const auto solution = solve(instance);
      if (solution != solve_by_definition(instance)) FAIL("differs at " << code << ", " << setting);
      ++count;
      yes += solution ? 1 : 0;
    }
  }
}

InnerProducts drawn(Random& random) {
  VectorSetsShape shape;
  shape.family = static_cast<Family>(random.below(4));
  shape.sets = shape.family == Family::ip_triangle ? 3 : 3 + random.below(2);
  shape.order = 2 + random.below(2);
  if (shape.family != Family::hypergraph_ip) shape.order = 2;
  shape.vectors = 1 + random.below(9);
  shape.dimension = random.below(140);
  shape.density = Rational(static_cast<long>(1 + random.below(4)), 4);
  return random_vector_sets(shape, random.below(1'000'000));
}

}  // namespace

TEST_CASE("solve agrees with the definition on every tiny instance of every family", "[reductions]") {
  std::size_t count = 0;
  std::size_t yes = 0;
  every_instance(Family::k_ip, 2, {2, 2}, 2, count, yes);
  every_instance(Family::k_ip, 3, {2, 1, 2}, 2, count, yes);
  every_instance(Family::k_ip, 2, {3, 2}, 0, count, yes);
  CHECK(count == 3 * 256 + 3 * 1024 + 1);
  every_instance(Family::ip_triangle, 2, {2, 1, 2}, 2, count, yes);
  every_instance(Family::ip_triangle, 2, {2, 2, 2}, 1, count, yes);
  every_instance(Family::directed_cycle, 2, {2, 1, 2}, 2, count, yes);
  every_instance(Family::directed_cycle, 2, {2, 2, 2, 2}, 1, count, yes);
  every_instance(Family::directed_cycle, 2, {2, 1, 2, 1, 2}, 1, count, yes);
  every_instance(Family::hypergraph_ip, 2, {1, 2, 2}, 2, count, yes);
  every_instance(Family::hypergraph_ip, 3, {2, 1, 2, 1}, 1, count, yes);
  every_instance(Family::hypergraph_ip, 2, {1, 2, 1, 2}, 1, count, yes);
  CHECK(count == 3841 + 3 * 27 * 1024 + 8 * 64 + 16 * 256 + 32 * 256 + 16 * 64 + 64 * 64);
  CHECK(yes > count / 10);
  CHECK(yes < count);
}

TEST_CASE("solve agrees with the definition on random instances of several words", "[reductions]") {
  Random random(20261121);
  std::size_t yes = 0;
  for (int i = 0; i < 400; ++i) {
    InnerProducts instance = drawn(random);
    if (random.chance(1, 2)) {  // the targets of some tuple
      Tuple tuple;
      for (const BitVectors& set : instance.sets) tuple.push_back(random.below(set.size()));
      for (Constraint& constraint : instance.constraints)
        constraint.target = inner_product(instance, constraint, tuple);
    }
    const auto solution = solve(instance);
    REQUIRE(solution == solve_by_definition(instance));
    yes += solution ? 1 : 0;
  }
  CHECK(yes > 200);
  CHECK(yes < 400);
}

TEST_CASE("the matching rows are those with the inner product, by every kernel of this machine",
          "[reductions]") {
  Random random(7);
  for (std::size_t round = 0; round < 120; ++round) {
    const auto& kernels = matching_rows_kernels();
    const std::string kernel = kernels[round % kernels.size()];
    INFO("kernel " << kernel);
    const std::size_t n = random.below(200);
    const std::size_t d = random.below(200);
    BitVectors set(n, d);
    BitVectors vector(1, d);
    for (std::size_t j = 0; j < d; ++j) {
      vector.set(0, j, random.chance(1, 2));
      for (std::size_t i = 0; i < n; ++i) set.set(i, j, random.chance(1, 2));
    }
    const MatchingRows rows(set, kernel);
    const long target = static_cast<long>(d / 4);
    RowSet found(rows.row_set_words(), ~BitVectors::Word{0});
    rows.all(vector.words(0), target, found);
    std::size_t first = n;
    std::size_t matches = 0;
    for (std::size_t i = 0; i < n; ++i) {
      long product = 0;
      for (std::size_t j = 0; j < d; ++j) product += set.get(i, j) && vector.get(0, j) ? 1 : 0;
      REQUIRE(((found[i / 64] >> (i % 64)) & 1) == (product == target ? 1 : 0));
      if (product == target && first == n) first = i;
      matches += product == target ? 1 : 0;
    }
    std::size_t bits = 0;
    for (const auto word : found) bits += static_cast<std::size_t>(std::popcount(word));
    CHECK(bits == matches);  // nothing beyond the last row
    CHECK(rows.first(vector.words(0), target) == first);
  }
}

TEST_CASE("the least falsified weight is that over all assignments", "[reductions]") {
  for (unsigned long seed = 0; seed < 60; ++seed) {
    Cnf formula = random_formula({1 + static_cast<int>(seed % 7) + 1, static_cast<long>(seed % 23), 2}, seed);
    for (std::size_t c = 0; c < formula.clauses.size(); ++c)
      formula.clauses[c].weight = 1 + static_cast<long>(c % 3);
    long least = -1;
    Assignment best;
    for (unsigned long rank = 0; rank < 1UL << formula.variables; ++rank) {
      const Assignment assignment = assignment_of_rank(formula.variables, rank);
      const long weight = falsified_weight(formula, assignment);
      if (least >= 0 && weight >= least) continue;
      least = weight;
      best = assignment;
    }
    const BestAssignment found = least_falsified(formula);
    CHECK(found.falsified == least);
    CHECK(found.assignment == best);
    for (const long bound : {least - 1, least, least + 1}) {
      const auto solution = solve(formula, bound);
      CHECK(solution.has_value() == (bound >= least));
      if (solution) CHECK(falsified_weight(formula, *solution) <= bound);
    }
  }
  CHECK(least_falsified({0, {}}).falsified == 0);
  CHECK(least_falsified({0, {{{}, 5}}}).falsified == 5);
  CHECK(solve({1, {{{1, -1}, 1}, {{1, 1}, 1}}}) == Assignment{true});
  CHECK_THROWS_AS(least_falsified({31, {}}), std::invalid_argument);
}

}  // namespace solvers_test
