#include "attention/forest.hpp"

#include <algorithm>
#include <functional>

namespace attest {

std::optional<Forest> forest_of(const AttentionPolynomial& attention,
                                const std::set<std::pair<std::size_t, std::size_t>>& ignored) {
  const std::size_t t = attention.variables();
  std::vector<std::vector<std::size_t>> neighbours(t);
  std::vector<bool> touches_query(t, false);
  std::size_t edges = 0;
  for (const auto& monomial : attention.monomials()) {
    if (monomial.size() != 2) return std::nullopt;
    const std::size_t u = monomial[0];
    const std::size_t v = monomial[1];
    if (ignored.contains({u, v})) continue;
    if (u == 0) {
      touches_query[v] = true;
    } else {
      neighbours[u].push_back(v);
      neighbours[v].push_back(u);
      ++edges;
    }
  }
  Forest forest;
  std::vector<bool> seen(t, false);
  // Depth-first from the root of each tree; returns the node's index.
  const std::function<std::size_t(std::size_t)> visit = [&](std::size_t variable) {
    seen[variable] = true;
    ForestNode node{variable, std::nullopt, {}, touches_query[variable], touches_query[variable]};
    for (const std::size_t next : neighbours[variable]) {
      if (seen[next]) continue;
      const std::size_t child = visit(next);
      node.children.push_back(child);
      node.depends_on_query = node.depends_on_query || forest[child].depends_on_query;
    }
    const std::size_t index = forest.size();
    for (const std::size_t child : node.children) forest[child].parent = index;
    forest.push_back(std::move(node));
    return index;
  };
  // A variable next to the query makes the best root: what is below it is shared by all queries.
  for (const bool want_query : {true, false}) {
    for (std::size_t v = 1; v < t; ++v) {
      if (!seen[v] && (touches_query[v] || !want_query)) visit(v);
    }
  }
  const auto trees = static_cast<std::size_t>(
      std::count_if(forest.begin(), forest.end(), [](const auto& node) { return !node.parent; }));
  if (edges != forest.size() - trees) return std::nullopt;  // an edge too many closes a cycle
  return forest;
}

}  // namespace attest
