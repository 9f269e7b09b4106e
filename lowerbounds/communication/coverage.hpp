// Do the players' partial sums make up the softmax?
//
// Let c(a) be how often an index tuple a is summed. The coordinator of step 4 (eq. 23) has
//     N' = sum_i L_i L'_i = sum_a c(a) m(a)   and   D' = sum_i L_i = sum_a c(a) r(a),
// with r(a) the exponential of tuple a and m(a) its product with the values; the head's output is N/D with
// N = sum_a m(a) and D = sum_a r(a). With every r(a) and m(a) an indeterminate,
//     N' D - N D' = sum_{a,b} (c(a) - c(b)) m(a) r(b),
// so N'/D' = N/D for all weights exactly when c is a constant other than 0. "Covered exactly once" is c = 1.
#pragma once

#include "lowerbounds/communication/protocol.hpp"

namespace attest {

struct Coverage {
  std::uint64_t block_tuples = 0;     // all of them
  std::uint64_t covered_once = 0;     // by players who know all their tokens or not
  std::vector<BlockTuple> uncovered;  // in no player's sums
  std::vector<BlockTuple> repeated;   // in more than one sum, or twice in one

  struct Unknown {
    std::size_t player;
    BlockTuple tuple;  // summed by this player, who does not know all of it
  };
  std::vector<Unknown> summed_unknown;

  std::vector<BlockTuple> known_to_nobody;  // no player knows all tokens of these
  std::uint64_t least = 0;                  // of c(a) over all block tuples
  std::uint64_t most = 0;

  bool knowable() const { return summed_unknown.empty(); }
  bool exact() const { return uncovered.empty() && repeated.empty(); }
  bool reassembles() const { return least == most && least > 0; }
};

Coverage coverage_of(const Protocol& protocol);

// The smallest sets of blocks, of at most `largest` blocks, that are contained in no player's knowledge.
std::vector<BlockSet> minimal_unknown_sets(const Protocol& protocol, int largest);

}  // namespace attest
