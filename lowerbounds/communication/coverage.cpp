#include "lowerbounds/communication/coverage.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace attest {

namespace {

bool knows(const Player& player, BlockSet needed) {
  return (needed & ~player.knows) == 0;
}

bool somebody_knows(const Protocol& protocol, BlockSet needed) {
  return std::any_of(protocol.players.begin(), protocol.players.end(),
                     [&](const Player& player) { return knows(player, needed); });
}

}  // namespace

Coverage coverage_of(const Protocol& protocol) {
  Coverage result;
  std::map<BlockTuple, std::uint64_t> times;
  for (std::size_t i = 0; i < protocol.players.size(); ++i) {
    for (const BlockTuple& tuple : protocol.players[i].sums) {
      ++times[tuple];
      if (!knows(protocol.players[i], blocks_of(tuple))) result.summed_unknown.push_back({i, tuple});
    }
  }
  const auto tuples = all_block_tuples(protocol);
  result.block_tuples = tuples.size();
  bool first = true;
  for (const BlockTuple& tuple : tuples) {
    const auto found = times.find(tuple);
    const std::uint64_t c = found == times.end() ? 0 : found->second;
    if (c == 0) result.uncovered.push_back(tuple);
    if (c == 1) ++result.covered_once;
    if (c > 1) result.repeated.push_back(tuple);
    if (!somebody_knows(protocol, blocks_of(tuple))) result.known_to_nobody.push_back(tuple);
    result.least = first ? c : std::min(result.least, c);
    result.most = std::max(result.most, c);
    first = false;
  }
  return result;
}

std::vector<BlockSet> minimal_unknown_sets(const Protocol& protocol, int largest) {
  std::vector<BlockSet> candidates;
  for (BlockSet set = 1; set < BlockSet{1} << protocol.blocks.size(); ++set) {
    if (std::popcount(set) <= largest && !somebody_knows(protocol, set)) candidates.push_back(set);
  }
  std::vector<BlockSet> minimal;
  for (const BlockSet set : candidates) {
    const bool contains_another = std::any_of(candidates.begin(), candidates.end(), [&](BlockSet other) {
      return other != set && (other & set) == other;
    });
    if (!contains_another) minimal.push_back(set);
  }
  return minimal;
}

}  // namespace attest
