// The numerator and the denominator of an attention head as sums of indeterminates.
//
// At a fixed output token, whose query is fixed, a head's denominator is a sum of exponentials and its
// numerator the same sum with a product of values behind each. Every summand is a function of the tokens it
// reads: one (standard), the pair (x_{1l}, x_{l2}) (triangular). Without knowing the weights, such a function
// is an indeterminate T(tokens, symbols); the sum is a multiset of them, the same for numerator and
// denominator.
//
// F(p, q) = alpha(p) + beta(q) + gamma for some alpha, beta, gamma exactly when
//     F(p, q) + F(p0, q0) = F(p, q0) + F(p0, q)   for all p, q and one base point (p0, q0)
// (take alpha(p) = F(p, q0), beta(q) = F(p0, q), gamma = -F(p0, q0)). With indeterminates both sides are
// multisets, and equal multisets are equal sums for all weights, encodings and dimensions.
#pragma once

#include <cstdint>
#include <vector>

namespace attest {

// An indeterminate: at most two (token, symbol) pairs, each below 2^16, packed.
using Summand = std::uint64_t;
Summand summand(std::uint64_t token, std::uint64_t symbol);
Summand summand(std::uint64_t token_1, std::uint64_t symbol_1, std::uint64_t token_2, std::uint64_t symbol_2);

using Summands = std::vector<Summand>;  // a multiset

// x and y together hold the same indeterminates, as often, as u and v together.
bool same_sum(const Summands& x, const Summands& y, const Summands& u, const Summands& v);

// A standard head over tokens 0..n-1 with these symbols (eqs. 1-5): one summand a token.
Summands standard_head(const std::vector<int>& symbols);

// A triangular head (eqs. 6-9) at token (row, column) of an m x m array, 0-based: the summand of l reads
// (row, l) and (l, column).
Summands triangular_head(const std::vector<std::vector<int>>& symbols, int row, int column);

}  // namespace attest
