// Softmax attention with bounded queries and keys as an ANNA mechanism: the least l.
//
// Source: seed 001_9fe7599dfb64bc47.txt, Definition 2.1 (line 72), Definition 3.3 (lines 156-172), and line 174, which says
// without parameters that softmax attention with bounded vectors is one.
//
// Let |q|, |k_j| <= R. Softmax gives every token a positive weight, so that every key has to lie within c r, which c r >= 2R
// guarantees; nothing is random, eta = 0. The weight of token j is 1/(1 + sum over k != j of exp(s_k - s_j)) with the scores
// s = <q, k>. If s_k - s_j <= D wherever k_j lies within r, it is at least 1/((N - 1) e^D + 1): the definition's bound with
// l = e^D. So D is what is asked for: the largest <q, k - k'> with |q|, |k|, |k'| <= R and |q - k'| <= r. With p = |q|, the
// Cauchy-Schwarz inequality gives <q, k> <= p R and <q, k'> = p^2 - <q, q - k'> >= p max(p - r, -R), so that
//
//   D = max over p in [0, R] of p min(R - p + r, 2R),
//
// and p (R + r - p) = ((R + r)/2)^2 - (p - (R + r)/2)^2 grows up to p = (R + r)/2, which is at most R where r <= R. Hence
//
//   D = ((R + r)/2)^2 for r <= R,   D = R r for R <= r <= 2R,   D = 2 R^2 for r >= 2R.
//
// Equality: q = p, k' = max(p - r, -R) and every other key R, on a line, p = min((R + r)/2, R). Then the weight of k' is the
// bound, so that no smaller l does for these R and r.
#pragma once

#include <vector>

#include "numeric/integer.hpp"
#include "numeric/ordering.hpp"

namespace attest {

// D; R > 0, r >= 0.
Rational softmax_exponent(const Rational& R, const Rational& r);

// Points of a line.
struct SoftmaxData {
  Rational query;
  std::vector<Rational> keys;
};

// The data of equality; the first key is the one whose weight is least.
SoftmaxData extreme_softmax_data(const Rational& R, const Rational& r, std::size_t tokens);

// Definition 3.3's bound 1/((neighbours - 1) e^exponent + 1), neighbours for |N(q, c r)| and l = e^exponent, against the weight
// 1/(1 + sum over k != j of exp(s_k - s_j)) of token j: `greater` where the definition is not met.
Ordering bound_against_weight(const SoftmaxData& data, std::size_t j, const Rational& exponent,
                              std::size_t neighbours);

}  // namespace attest
