#include "reductions/problems/inner_products.hpp"

#include <catch2/catch.hpp>

namespace inner_products_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

BitVectors rows(const std::vector<std::vector<int>>& list) {
  return BitVectors::from_rows(list);
}

}  // namespace

TEST_CASE("The constraints of the four families are those of the definitions", "[reductions]") {
  CHECK(constraints_of(Family::k_ip, 3, 3).front().members == Tuple{0, 1, 2});
  const auto triangle = constraints_of(Family::ip_triangle, 3, 2);
  CHECK(triangle.size() == 3);
  CHECK(triangle[2].members == Tuple{2, 0});
  CHECK(constraints_of(Family::directed_cycle, 5, 2).back().members == Tuple{4, 0});
  const auto hypergraph = constraints_of(Family::hypergraph_ip, 4, 3);
  CHECK(hypergraph.size() == 4);
  CHECK(hypergraph[1].members == Tuple{0, 1, 3});
  CHECK(hypergraph[3].members == Tuple{1, 2, 3});
  CHECK_THROWS_AS(constraints_of(Family::ip_triangle, 4, 2), std::invalid_argument);
  CHECK_THROWS_AS(constraints_of(Family::hypergraph_ip, 2, 3), std::invalid_argument);
}

TEST_CASE("An inner product of order k counts the coordinates where all k vectors are 1", "[reductions]") {
  const InnerProducts instance =
      k_inner_product({rows({{1, 1, 0, 1}}), rows({{1, 0, 1, 1}}), rows({{1, 1, 1, 0}, {1, 1, 1, 1}})}, 2);
  CHECK(inner_product(instance, instance.constraints[0], {0, 0, 0}) == 1);
  CHECK(inner_product(instance, instance.constraints[0], {0, 0, 1}) == 2);
  CHECK(solve_by_definition(instance) == Tuple{0, 0, 1});
}

TEST_CASE("A triangle needs its three inner products at once", "[reductions]") {
  const BitVectors a = rows({{1, 0}, {1, 1}});
  const BitVectors b = rows({{0, 1}, {1, 0}});
  const BitVectors c = rows({{1, 1}, {0, 1}});
  CHECK(solve_by_definition(inner_product_triangle({a, b, c}, {1, 1, 2})) == Tuple{1, 0, 0});
  CHECK_FALSE(solve_by_definition(inner_product_triangle({a, b, c}, {2, 1, 1})));
  CHECK_THROWS_AS(inner_product_triangle({a, b, c}, {3, 0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(inner_product_triangle({a, b, rows({{1}})}, {0, 0, 0}), std::invalid_argument);
}

TEST_CASE("A gap version breaks its promise exactly where an inner product lies between", "[reductions]") {
  const BitVectors a = rows({{1, 1, 1, 1}});
  const InnerProducts kept =
      gap_version(Family::k_ip, 2, {a, rows({{1, 1, 0, 0}, {1, 1, 1, 1}})}, 4, Rational(1, 2));
  CHECK_FALSE(promise_breach(kept));
  const InnerProducts broken =
      gap_version(Family::k_ip, 2, {a, rows({{1, 1, 0, 0}, {1, 1, 1, 0}})}, 4, Rational(1, 2));
  const auto breach = promise_breach(broken);
  REQUIRE(breach);
  CHECK(breach->members == Tuple{0, 1});
  CHECK(breach->inner_product == 3);
  CHECK_THROWS_AS(gap_version(Family::k_ip, 2, {a, a}, 4, Rational(1)), std::invalid_argument);
}

TEST_CASE("Bits beyond a word's end are kept apart", "[reductions]") {
  BitVectors vectors(2, 130);
  vectors.set(0, 63);
  vectors.set(0, 64);
  vectors.set(1, 129);
  CHECK(vectors.get(0, 64));
  CHECK_FALSE(vectors.get(1, 0));
  CHECK(vectors.text(1).back() == '1');
  vectors.set(0, 64, false);
  CHECK_FALSE(vectors.get(0, 64));
}

}  // namespace inner_products_test
