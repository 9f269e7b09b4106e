// Distinct multiples (L2): a score that is, but for a part that no summed index changes,
//   S = s (M I + tie),   s > 0,   tie = sum c_r x_r over all summed indices,
// with I an integer, c_1 >= 1, c_r >= 1 + sum over q < r of c_q (last - first of x_q), M >= 1 + the span of tie, s, M and c in the
// sizes alone.
//
// Then the scores of two tuples differ by at least s: where I differs, by M less the span of tie; where I is the same, let r be
// the last of the indices in which they differ: tie differs by at least c_r less what the others before it can make up for. So
// the j-th best tuple is at least j s below the best, T <= q + q^2 + .. = q/(1-q) and T/(1+T) <= q = exp(-s unit): everything but
// the winner weighs at most q together. The winner is no term; what is known of it is that I is largest there.
//
// I at its top: I = top - sum of a_r l_r^2 - sum of b_s g_s with a_r, b_s > 0, l_r integers, g_s = high - symbol (or symbol - low)
// >= 0 integers. I = top exactly where all l_r and g_s vanish, and otherwise I <= top - 1, both being integers.
#pragma once

#include <string>
#include <vector>

#include "verification/proof/integer_addresses.hpp"

namespace attest::proof {

struct DistinctMultiples {
  Laurent step;  // s
  Laurent multiple;
  Laurent integer;                                   // I
  std::vector<std::pair<std::string, Laurent>> tie;  // x_r and c_r, c_1 first
};

// Throws Refusal.
DistinctMultiples distinct_multiples(const Laurent& score, const std::vector<SummedIndex>& indices,
                                     const Variables& variables);

struct TopTier {
  Laurent top;
  std::vector<Laurent> roots;  // l_r
  std::vector<Laurent> gaps;   // g_s
};

// Throws Refusal.
TopTier top_tier(const Laurent& integer, const std::vector<SummedIndex>& indices, const Variables& variables);

}  // namespace attest::proof
