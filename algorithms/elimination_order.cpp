#include "algorithms/elimination_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "algorithms/graph_plan.hpp"

namespace attest {

namespace {

using Set = std::uint32_t;

constexpr Set only(std::size_t v) {
  return Set{1} << v;
}

// How many neighbours v has when the set `gone` is taken out: those that are reached from v through it, as
// taking out a path joins its ends, in whatever order, and nothing else joins. So it depends on the set alone,
// and the best order of a set is the best of its orders without the last (Bodlaender, Fomin, Koster, Kratsch,
// Thilikos 2012).
std::size_t neighbours_left(const std::vector<Set>& neighbours, Set gone, std::size_t v) {
  Set inside = only(v);
  Set reached = neighbours[v];
  for (Set next = reached & gone; next != 0; next = reached & gone & ~inside) {
    inside |= next;
    for (std::size_t u = 0; u < neighbours.size(); ++u) {
      if ((next & only(u)) != 0) reached |= neighbours[u];
    }
  }
  return static_cast<std::size_t>(std::popcount(reached & ~gone & ~only(v)));
}

}  // namespace

std::vector<std::uint32_t> neighbours_of(const AttentionPolynomial& h) {
  if (h.variables() > most_eliminated_variables) {
    throw UnsuitablePolynomial(fmt::format("{} variables; orders are sought for at most {}", h.variables(),
                                           most_eliminated_variables));
  }
  std::vector<Set> neighbours(h.variables(), 0);
  for (const auto& monomial : h.monomials()) {
    if (monomial.size() != 2) {
      throw UnsuitablePolynomial(fmt::format("{} has degree {}; the graph of h needs monomials of degree 2",
                                             monomial_text(monomial), monomial.size()));
    }
    neighbours[monomial[0]] |= only(monomial[1]);
    neighbours[monomial[1]] |= only(monomial[0]);
  }
  return neighbours;
}

std::vector<std::size_t> elimination_order(const AttentionPolynomial& h) {
  const auto neighbours = neighbours_of(h);
  const std::size_t t = h.variables();
  // A sum of powers n^k, at most t of them, compared for large n: the number with these digits in base t + 1.
  // The i-th variable that goes has at most t - i neighbours, so no sum is above 1 + 17 + ... + 17^15 < 2^64.
  std::vector<std::uint64_t> power(t, 1);
  for (std::size_t k = 1; k < t; ++k) power[k] = power[k - 1] * (t + 1);
  const Set all = only(t) - 1;
  std::vector<std::uint64_t> cost(std::size_t{all} + 1, std::numeric_limits<std::uint64_t>::max());
  std::vector<std::size_t> last(cost.size(), 0);
  cost[0] = 0;
  for (Set gone = 0; gone <= all; ++gone) {
    if ((gone & only(0)) != 0) continue;
    for (std::size_t v = 1; v < t; ++v) {
      if ((gone & only(v)) != 0) continue;
      const std::uint64_t with_v = cost[gone] + power[neighbours_left(neighbours, gone, v)];
      if (with_v >= cost[gone | only(v)]) continue;
      cost[gone | only(v)] = with_v;
      last[gone | only(v)] = v;
    }
  }
  std::vector<std::size_t> order{0};
  for (Set gone = all & ~only(0); gone != 0; gone &= ~only(last[gone])) order.push_back(last[gone]);
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<std::vector<std::size_t>> eliminated_neighbours(const AttentionPolynomial& h,
                                                            const std::vector<std::size_t>& order) {
  std::vector<std::set<std::size_t>> joined(h.variables());
  for (const auto& monomial : h.monomials()) {
    joined[monomial[0]].insert(monomial[1]);
    joined[monomial[1]].insert(monomial[0]);
  }
  std::vector<std::vector<std::size_t>> result;
  for (const std::size_t v : order) {
    result.emplace_back(joined[v].begin(), joined[v].end());
    for (const std::size_t u : result.back()) {
      joined[u].insert(joined[v].begin(), joined[v].end());
      joined[u].erase(u);
      joined[u].erase(v);
    }
  }
  return result;
}

std::size_t width_of(const AttentionPolynomial& h, const std::vector<std::size_t>& order) {
  std::size_t width = 0;
  for (const auto& neighbours : eliminated_neighbours(h, order)) width = std::max(width, neighbours.size());
  return width;
}

std::size_t treewidth(const AttentionPolynomial& h) {
  const auto neighbours = neighbours_of(h);
  const Set all = only(h.variables()) - 1;
  std::vector<std::size_t> width(std::size_t{all} + 1, h.variables());
  width[0] = 0;
  for (Set gone = 0; gone < all; ++gone) {
    for (std::size_t v = 0; v < h.variables(); ++v) {
      if ((gone & only(v)) != 0) continue;
      std::size_t& with_v = width[gone | only(v)];
      with_v = std::min(with_v, std::max(width[gone], neighbours_left(neighbours, gone, v)));
    }
  }
  return width[all];
}

}  // namespace attest
