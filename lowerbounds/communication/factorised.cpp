#include "lowerbounds/communication/factorised.hpp"

#include <algorithm>

namespace attest {

namespace {

// The block sets of the groups: variables on `fixed` dropped, the others joined along edges.
std::vector<BlockSet> groups(const BlockTuple& tuple, EdgeSet graph, int fixed) {
  const int m = static_cast<int>(tuple.size());
  std::vector<int> group(tuple.size());
  for (int a = 0; a < m; ++a) group[static_cast<std::size_t>(a)] = a;
  for (int a = 0; a < m; ++a) {
    for (int b = a + 1; b < m; ++b) {
      const auto at_a = static_cast<std::size_t>(a);
      const auto at_b = static_cast<std::size_t>(b);
      if (tuple[at_a] == fixed || tuple[at_b] == fixed) continue;
      if ((graph >> edge_number(m, a, b) & 1U) == 0) continue;
      const int from = group[at_b];
      std::replace(group.begin(), group.end(), from, group[at_a]);
    }
  }
  std::vector<BlockSet> sets(tuple.size(), 0);
  for (std::size_t a = 0; a < tuple.size(); ++a) {
    if (tuple[a] != fixed) sets[static_cast<std::size_t>(group[a])] |= BlockSet{1} << tuple[a];
  }
  return sets;
}

}  // namespace

std::vector<BlockTuple> out_of_reach(const Protocol& protocol, EdgeSet graph, int fixed) {
  std::vector<BlockTuple> result;
  for (const BlockTuple& tuple : all_block_tuples(protocol)) {
    const auto needed = groups(tuple, graph, fixed);
    const bool reachable = std::all_of(needed.begin(), needed.end(), [&](BlockSet set) {
      return std::any_of(protocol.players.begin(), protocol.players.end(),
                         [&](const Player& player) { return (set & ~player.knows) == 0; });
    });
    if (!reachable) result.push_back(tuple);
  }
  return result;
}

}  // namespace attest
