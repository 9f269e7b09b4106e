// Lemma D.1's splits (seed 003_fa68b7a15496b434.txt, lines 1966-1990): h(x_1, ..., x_t) = f + g, where f and
// g share at most x_1.
//
//   splits_of(x1*x2 + x2*x3 + x1*x4):  {x2, x3 | x4}
#pragma once

#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

// One of the two parts, renumbered: variable v of `polynomial` is variables[v] of h, variables[0] = x_1; its
// monomial k is monomials[k] of h. A part may have no monomial (its exponential is then 1 everywhere).
struct SplitPart {
  AttentionPolynomial polynomial;
  std::vector<std::size_t> variables;
  std::vector<std::size_t> monomials;

  bool contains_query() const;  // x_1 is in a monomial
};

struct VariableSplit {
  SplitPart f;  // the part with x_2
  SplitPart g;
};

// Every division of x_2, ..., x_t into two parts that no monomial of h joins.
std::vector<VariableSplit> splits_of(const AttentionPolynomial& h);

}  // namespace attest
