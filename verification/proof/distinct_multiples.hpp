// Distinct multiples (L2): a score that is, but for a part that no summed index changes,
//   S = s (M I + K J + tie),   s > 0,   tie = sum c_r x_r over all summed indices,
// with I and J integers, c_1 >= 1, c_r >= 1 + sum over q < r of c_q (last - first of x_q), K >= 1 + the span of tie, M >= 1 + the
// spans of K J + tie, s, M, K and c in the sizes alone. J is a square r^2 of an integer, or is not there.
//
// Then the scores of two tuples differ by at least s: where I differs, by M less the spans of what follows; where I is the same
// and J differs, by K less the span of tie; where both are the same, let r be the last of the indices in which they differ: tie
// differs by at least c_r less what the others before it can make up for. So the j-th best tuple is at least j s below the best,
// T <= q + q^2 + .. = q/(1-q) and T/(1+T) <= q = exp(-s unit): everything but the winner weighs at most q together. The winner
// is no term; what is known of it is that I is largest there, and J largest among the tuples with that I.
//
// I at its top: I = top - sum of a_r l_r^2 - sum of b_s g_s with a_r, b_s > 0, l_r integers, g_s = high - symbol (or symbol - low)
// >= 0 integers. I = top exactly where all l_r and g_s vanish, and otherwise I <= top - 1, both being integers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verification/proof/integer_addresses.hpp"

namespace attest::proof {

struct DistinctMultiples {
  Laurent step;  // s
  Laurent multiple;
  Laurent integer;                                   // I
  std::optional<Laurent> root;                       // J = root^2
  Laurent second;                                    // K, where there is a root
  std::vector<std::pair<std::string, Laurent>> tie;  // x_r and c_r, c_1 first
};

// What breaks ties alone, in units of its smallest coefficient.
struct TieOrder {
  Laurent step;                                      // s
  std::vector<std::pair<std::string, Laurent>> tie;  // x_r and c_r, c_1 = 1 first
  Laurent span;                                      // largest less smallest value
};

// Of what is left of a score beside its integer part: the same for all tuples, and c_r x_r for each summed index, the c_r as above.
// Throws Refusal (L2.a for another term, L2.b); `parts` says in it of what the term is no multiple.
TieOrder tie_order(const Laurent& rest, const std::vector<SummedIndex>& indices, const Variables& variables,
                   const std::string& parts);

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
