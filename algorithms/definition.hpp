// Eq. (1) of seed 003_fa68b7a15496b434.txt (lines 224-236), summed term by term: numerator and denominator of
// every row for any attention polynomial. n^(t-1) terms a row; it is what the algorithms are compared with
// and shares nothing with them.
//
// The number exp(m(Q_l1, ..., Q_lt)/d) of a monomial m enters as `factor(k, tokens)`, k the number of the
// monomial in h.monomials() and `tokens` the token of each of its variables (0-based).
#pragma once

#include <vector>

#include "algorithms/dense.hpp"
#include "attention/attention_polynomial.hpp"

namespace attest {

// values[j-2] belongs to x_j and is n x d.
template <class Scalar, class Factor>
AttentionFraction<Scalar> attention_by_definition(const AttentionPolynomial& h,
                                                  const std::vector<Dense<Scalar>>& values, const Scalar& one,
                                                  Factor&& factor) {
  const Eigen::Index n = values.front().rows();
  const Eigen::Index d = values.front().cols();
  AttentionFraction<Scalar> result{Dense<Scalar>(n, d), Dense<Scalar>(n, 1)};
  result.numerator.fill(one - one);
  result.denominator.fill(one - one);
  std::vector<Eigen::Index> token(h.variables(), 0);  // l_1, ..., l_t
  std::vector<Eigen::Index> of_monomial;
  for (bool more = true; more;) {
    Scalar weight = one;
    for (std::size_t k = 0; k < h.monomials().size(); ++k) {
      of_monomial.clear();
      for (const std::size_t v : h.monomials()[k]) of_monomial.push_back(token[v]);
      weight = weight * factor(k, of_monomial);
    }
    result.denominator(token[0], 0) = result.denominator(token[0], 0) + weight;
    for (Eigen::Index c = 0; c < d; ++c) {
      Scalar term = weight;
      for (std::size_t v = 1; v < h.variables(); ++v) term = term * values[v - 1](token[v], c);
      result.numerator(token[0], c) = result.numerator(token[0], c) + term;
    }
    std::size_t v = h.variables();
    while (v > 0 && ++token[v - 1] == n) token[--v] = 0;
    more = v > 0;
  }
  return result;
}

}  // namespace attest
