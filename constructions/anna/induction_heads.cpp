#include "constructions/anna/induction_heads.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "attention/whole_number.hpp"

namespace attest {

namespace {

// ceil(log2 N): the levels of the binary tree over the positions p = 0..N-1, p = i - 1.
long levels_of(long N) {
  long levels = 0;
  while ((1L << levels) < N) ++levels;
  return levels;
}

// State after layer 1.
enum : std::size_t { at_letter, at_position, at_next, at_sides };

// The least level at which the average of the sides shows both halves of the block and p is in the half
// `side`; `levels` if there is none.
long least_split(const TokenState& state, long levels, long side) {
  const long p = whole_number(state[at_position]) - 1;
  for (long l = 0; l < levels; ++l) {
    const Rational& average = state[at_sides + static_cast<std::size_t>(l)];
    if (average != 0 && average != 1 && ((p >> l) & 1) == side) return l;
  }
  return levels;
}

}  // namespace

// Positions are the leaves of a binary tree; the block of p at level l is p >> l, its parent's is p >> (l+1).
//
// Layer 1. Head l looks at all tokens with the same letter in the parent block at level l (query and key are
// (w, l-th parent), so a token always finds itself) and averages the side they are on, the l-th bit of p. The
// average is neither 0 nor 1 exactly if the letter occurs in both halves; so a token learns, level by level,
// whether its letter occurs in the sibling block. Two more heads fetch the token itself and its right
// neighbour.
//
// Layer 2. Let j < i be neighbouring occurrences of one letter and l the level at which they part: j in the
// left half, i in the right half of one parent block. No occurrence lies strictly between them, and for any
// lower level l' the right sibling of j's block (where j's is a left one) lies between j and the end of j's
// half, hence between them; so l is the least level at which j has an occurrence to its right in the sibling
// block. Likewise l is the least level at which i has one in a left sibling block. Hence the key (w_j, l, j's
// block at level l) of j is the query (w_i, l, the block left of i's at level l) of i. It is the key of j
// alone: a token with this key has its letter in this block, and none at the lower levels to its right, so it
// is the last occurrence in that block. The last occurrence of all has no level and takes the key (w,
// ceil(log2 N), 0); a token without earlier occurrence asks for it, so that every query finds exactly one
// key, and psi writes null.
//
// By hand: w = aab, N = 3, levels 2, p = 0, 1, 2. Level 0: the two a's share the parent block 0 and lie on
// both sides: average 1/2. Token 1 (side 0) gets the key (a, 0, 0); token 2 (side 1) asks for (a, 0, 0) and
// reads w_2 = a, 2.
std::vector<MatchLayer> induction_heads_layers(long N) {
  const long levels = levels_of(N);
  MatchLayer first;
  const auto self = [](const TokenState& x) { return MatchKey{whole_number(x[1])}; };
  first.push_back(
      {"the token itself", "i", "i", "(w_i, i)", self, self, [](const TokenState& x) { return x; }});
  first.push_back({"the next token (token 1 after token N)", "i mod N + 1", "i", "w_i",
                   [N](const TokenState& x) { return MatchKey{whole_number(x[1]) % N + 1}; }, self,
                   [](const TokenState& x) { return TokenState{x[0]}; }});
  for (long l = 0; l < levels; ++l) {
    const auto parent = [l](const TokenState& x) {
      return MatchKey{whole_number(x[0]), (whole_number(x[1]) - 1) >> (l + 1)};
    };
    const auto side = [l](const TokenState& x) {
      return TokenState{Rational(((whole_number(x[1]) - 1) >> l) & 1)};
    };
    const std::string formula = fmt::format("(w_i, floor((i-1)/2^{}))", l + 1);
    first.push_back({fmt::format("does the letter occur in both halves of the block of 2^{}?", l + 1),
                     formula, formula, fmt::format("floor((i-1)/2^{}) mod 2", l), parent, parent, side});
  }

  MatchLayer second;
  const auto query = [levels](const TokenState& x) {
    const long l = least_split(x, levels, 1);
    return MatchKey{whole_number(x[at_letter]), l,
                    l == levels ? 0 : ((whole_number(x[at_position]) - 1) >> l) - 1};
  };
  const auto key = [levels](const TokenState& x) {
    const long l = least_split(x, levels, 0);
    return MatchKey{whole_number(x[at_letter]), l, l == levels ? 0 : (whole_number(x[at_position]) - 1) >> l};
  };
  second.push_back(
      {"the last earlier occurrence of the letter",
       fmt::format("(w_i, l, floor((i-1)/2^l) - 1), l the least level with the letter on both sides and i on "
                   "the right; (w_i, {}, 0) if there is none",
                   levels),
       fmt::format("(w_j, l, floor((j-1)/2^l)), l the least level with the letter on both sides and j on the "
                   "left; (w_j, {}, 0) if there is none",
                   levels),
       "(w_{j+1}, j+1)", query, key, [](const TokenState& x) {
         return TokenState{x[at_next], x[at_position] + 1};
       }});
  const auto own = [](const TokenState& x) { return MatchKey{whole_number(x[at_position])}; };
  second.push_back({"the token itself", "i", "i",
                    "(w_i, i, 1 if there is such a level l on the right, else 0)", own, own,
                    [levels](const TokenState& x) {
                      return TokenState{x[at_letter], x[at_position],
                                        Rational(least_split(x, levels, 1) == levels ? 0 : 1)};
                    }});
  return {std::move(first), std::move(second)};
}

MatchTransformer anna_induction_heads(long N) {
  MatchTransformer t;
  t.layers = induction_heads_layers(N);
  t.output_formula = "w_{sigma(w,i)} where the third entry of the second head is 1, else 0 (null)";
  t.output = [](const TokenState& x) { return x[4] == 1 ? x[0] : Rational(0); };
  return t;
}

std::vector<TokenState> positioned_letters(const std::vector<long>& w) {
  std::vector<TokenState> states;
  for (std::size_t k = 0; k < w.size(); ++k) states.push_back({Rational(w[k]), Rational(k + 1)});
  return states;
}

}  // namespace attest
