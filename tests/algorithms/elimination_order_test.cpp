// Treewidths and orders of elimination against a search through all orders, written apart, against known
// treewidths, and against what graphs of treewidth at most 2 reduce to.
#include "algorithms/elimination_order.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>

#include "algorithms/graph_plan.hpp"
#include "algorithms/graphs.hpp"

namespace attest::elimination_order_test {

namespace {

using Bits = std::uint32_t;

std::vector<Bits> rows_of_graph(const AttentionPolynomial& h) {
  std::vector<Bits> rows(h.variables(), 0);
  for (const auto& edge : h.monomials()) {
    rows[edge[0]] |= 1U << edge[1];
    rows[edge[1]] |= 1U << edge[0];
  }
  return rows;
}

// How many steps of an order have k neighbours, the largest k first, so that comparing compares costs.
std::vector<std::size_t> steps_by_neighbours(std::vector<Bits> rows, const std::vector<std::size_t>& order) {
  const std::size_t t = rows.size();
  std::vector<std::size_t> steps(t, 0);
  for (const std::size_t v : order) {
    const Bits clique = rows[v];
    ++steps[t - 1 - static_cast<std::size_t>(std::popcount(clique))];
    for (std::size_t u = 0; u < t; ++u) {
      if ((clique >> u & 1U) != 0) rows[u] = (rows[u] | clique) & ~(1U << u) & ~(1U << v);
    }
  }
  return steps;
}

std::size_t width_of_steps(const std::vector<std::size_t>& steps) {
  return steps.size() - 1 -
         static_cast<std::size_t>(std::find_if(steps.begin(), steps.end(), [](auto k) { return k != 0; }) -
                                  steps.begin());
}

// The best of all orders, and of those that end in x_1.
struct Best {
  std::size_t width;
  std::vector<std::size_t> steps_to_query;
};

Best best_of_all_orders(const AttentionPolynomial& h) {
  const auto rows = rows_of_graph(h);
  std::vector<std::size_t> order(h.variables());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Best best{h.variables(), {h.variables() + 1}};
  do {
    const auto steps = steps_by_neighbours(rows, order);
    best.width = std::min(best.width, width_of_steps(steps));
    if (order.back() == 0) best.steps_to_query = std::min(best.steps_to_query, steps);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

// Taking out vertices with at most one neighbour, and putting an edge in the place of one with two, empties
// the graphs without a K_4 minor and no others: those of treewidth at most 2.
bool reduces_to_nothing(const AttentionPolynomial& h) {
  auto rows = rows_of_graph(h);
  Bits left = (1U << h.variables()) - 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < h.variables(); ++v) {
      if ((left >> v & 1U) == 0 || std::popcount(rows[v]) > 2) continue;
      const Bits ends = rows[v];
      for (std::size_t u = 0; u < h.variables(); ++u) {
        if ((ends >> u & 1U) != 0) rows[u] = (rows[u] | (ends & ~(1U << u))) & ~(1U << v);
      }
      rows[v] = 0;
      left &= ~(1U << v);
      changed = true;
    }
  }
  return left == 0;
}

void check_every_graph(std::size_t t) {
  std::size_t wrong = 0;
  for (const auto& h : labelled_graphs(t)) {
    const Best best = best_of_all_orders(h);
    const auto order = elimination_order(h);
    const std::size_t w = treewidth(h);
    const bool right = w == best.width && order.back() == 0 && order.size() == t && width_of(h, order) == w &&
                       width_of_steps(best.steps_to_query) == w &&
                       steps_by_neighbours(rows_of_graph(h), order) == best.steps_to_query &&
                       (w <= 2) == reduces_to_nothing(h);
    if (!right) UNSCOPED_INFO(polynomial_text(h));
    wrong += right ? 0 : 1;
  }
  CHECK(wrong == 0);
}

AttentionPolynomial graph(std::size_t t, const std::vector<std::array<std::size_t, 2>>& edges) {
  std::vector<std::vector<std::size_t>> monomials;
  for (const auto& [a, b] : edges) monomials.push_back({a, b});
  return AttentionPolynomial(t, monomials);
}

template <class Adjacent>
AttentionPolynomial graph_where(std::size_t t, const Adjacent& adjacent) {
  std::vector<std::array<std::size_t, 2>> edges;
  for (std::size_t b = 0; b < t; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (adjacent(a, b)) edges.push_back({a, b});
    }
  }
  return graph(t, edges);
}

}  // namespace

TEST_CASE("Treewidths and orders are the best of all orders on every graph of up to five variables",
          "[algorithms][elimination]") {
  for (std::size_t t = 2; t <= 5; ++t) check_every_graph(t);
}

TEST_CASE("Treewidths and orders are the best of all orders on every graph of six variables",
          "[.][exhaustive]") {
  check_every_graph(6);
}

TEST_CASE("There are as many graphs of each treewidth as forbidden minors leave",
          "[algorithms][elimination]") {
  // Forests; without K_4 as a minor; without K_5, which on five vertices is K_5 itself.
  const std::map<std::size_t, std::map<std::size_t, int>> known{
      {2, {{0, 1}, {1, 1}}},
      {3, {{0, 1}, {1, 6}, {2, 1}}},
      {4, {{0, 1}, {1, 37}, {2, 25}, {3, 1}}},
      {5, {{0, 1}, {1, 290}, {2, 622}, {3, 110}, {4, 1}}}};
  for (const auto& [t, expected] : known) {
    std::map<std::size_t, int> counted;
    for (const auto& h : labelled_graphs(t)) ++counted[treewidth(h)];
    CHECK(counted == expected);
  }
  for (const auto& h : labelled_forests(5)) CHECK(treewidth(h) == (h.monomials().empty() ? 0 : 1));
  for (const auto& h : one_cycle_graphs(5)) CHECK(treewidth(h) == 2);
}

TEST_CASE("Known graphs have their known treewidth", "[algorithms][elimination]") {
  for (std::size_t t = 2; t <= 9; ++t) {
    CHECK(treewidth(graph_where(t, [](auto, auto) { return true; })) == t - 1);
    if (t > 2)
      CHECK(treewidth(graph_where(t, [&](auto a, auto b) { return b - a == 1 || b - a == t - 1; })) == 2);
  }
  const auto differ_in_one_bit = [](std::size_t a, std::size_t b) { return std::popcount(a ^ b) == 1; };
  const std::vector<std::pair<AttentionPolynomial, std::size_t>> known{
      {graph_where(6, [](auto a, auto b) { return a < 3 && b >= 3; }), 3},  // K_{3,3}
      {graph_where(6, [](auto a, auto b) { return a / 2 != b / 2; }), 4},   // octahedron
      {graph_where(8, differ_in_one_bit), 3},                               // cube
      {graph_where(8, [](auto a, auto b) { return b - a == 1 || b - a == 7 || b - a == 4; }), 4},  // Wagner
      {graph_where(9, [](auto a, auto b) { return b - a == 3 || (b - a == 1 && b % 3 != 0); }),
       3},  // 3 x 3 grid
      {graph_where(16, [](auto a, auto b) { return b - a == 4 || (b - a == 1 && b % 4 != 0); }),
       4},  // 4 x 4 grid
      {graph(10, {{0, 1},
                  {1, 2},
                  {2, 3},
                  {3, 4},
                  {0, 4},
                  {0, 5},
                  {1, 6},
                  {2, 7},
                  {3, 8},
                  {4, 9},
                  {5, 7},
                  {7, 9},
                  {6, 9},
                  {6, 8},
                  {5, 8}}),
       4},  // Petersen
      {graph_where(16, [](auto, auto) { return true; }), 15}};
  for (const auto& [h, w] : known) {
    INFO(polynomial_text(h));
    CHECK(treewidth(h) == w);
    CHECK(width_of(h, elimination_order(h)) == w);
    CHECK(elimination_order(h).back() == 0);
  }
}

TEST_CASE("Orders are refused for monomials of degree 3 and for too many variables",
          "[algorithms][elimination]") {
  CHECK_THROWS_WITH(elimination_order(AttentionPolynomial::parse("x1*x2+x1*x2*x3")),
                    "x1*x2*x3 has degree 3; the graph of h needs monomials of degree 2");
  CHECK_THROWS_WITH(treewidth(AttentionPolynomial::parse("x1*x17")),
                    "17 variables; orders are sought for at most 16");
}

}  // namespace attest::elimination_order_test
