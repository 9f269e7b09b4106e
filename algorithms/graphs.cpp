#include "algorithms/graphs.hpp"

#include <bit>
#include <cstdint>
#include <stdexcept>

namespace attest {

namespace {

using Monomials = std::vector<std::vector<std::size_t>>;

Monomials monomials_up_to(std::size_t t, std::size_t degree) {
  Monomials result;
  for (std::uint32_t set = 0; set < (1U << t); ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (size < 2 || size > degree) continue;
    result.emplace_back();
    for (std::size_t v = 0; v < t; ++v) {
      if ((set >> v & 1U) != 0) result.back().push_back(v);
    }
  }
  return result;
}

Monomials chosen(const Monomials& all, std::uint32_t set) {
  Monomials result;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if ((set >> k & 1U) != 0) result.push_back(all[k]);
  }
  return result;
}

// Edges minus vertices plus components: the number of independent cycles. Components are counted by
// spreading a mark, not by the union that graph_plan uses.
std::size_t independent_cycles(std::size_t t, const Monomials& edges) {
  std::uint32_t unseen = (1U << t) - 1;
  std::size_t components = 0;
  while (unseen != 0) {
    std::uint32_t component = unseen & (~unseen + 1U);
    for (std::size_t round = 0; round < t; ++round) {
      for (const auto& edge : edges) {
        const std::uint32_t ends = 1U << edge[0] | 1U << edge[1];
        if ((component & ends) != 0) component |= ends;
      }
    }
    unseen &= ~component;
    ++components;
  }
  return edges.size() + components - t;
}

// Those that `wanted` takes by their edges.
template <class Wanted>
std::vector<AttentionPolynomial> graphs_where(std::size_t t, const Wanted& wanted) {
  if (t < 2 || t > 6) throw std::invalid_argument("graphs are listed for 2 to 6 variables");
  const auto edges = monomials_up_to(t, 2);
  std::vector<AttentionPolynomial> result;
  for (std::uint32_t set = 0; set < (1U << edges.size()); ++set) {
    const auto graph = chosen(edges, set);
    if (wanted(graph)) result.emplace_back(t, graph);
  }
  return result;
}

std::vector<AttentionPolynomial> graphs_with_cycles(std::size_t t, std::size_t cycles) {
  return graphs_where(t, [&](const Monomials& graph) { return independent_cycles(t, graph) == cycles; });
}

}  // namespace

std::vector<AttentionPolynomial> labelled_forests(std::size_t t) {
  return graphs_with_cycles(t, 0);
}

std::vector<AttentionPolynomial> one_cycle_graphs(std::size_t t) {
  return graphs_with_cycles(t, 1);
}

std::vector<AttentionPolynomial> labelled_graphs(std::size_t t) {
  return graphs_where(t, [](const auto&) { return true; });
}

std::vector<AttentionPolynomial> attention_polynomials(std::size_t t) {
  if (t < 2 || t > 4) throw std::invalid_argument("attention polynomials are listed for 2 to 4 variables");
  const auto monomials = monomials_up_to(t, t);
  std::vector<AttentionPolynomial> result;
  for (std::uint32_t set = 1; set < (1U << monomials.size()); ++set)
    result.emplace_back(t, chosen(monomials, set));
  return result;
}

}  // namespace attest
