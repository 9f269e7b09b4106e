// What the claims on algorithms have in common: which polynomials are examined, equality of fractions as
// polynomials, counts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/dense.hpp"
#include "attention/attention_polynomial.hpp"
#include "claims/parameters.hpp"
#include "claims/verdict.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// The polynomials that `text` names: every one of `all(t)` for "all-t" with t at most `largest`, else the one
// that is written. Throws UsageError for what is no attention polynomial, with the rule that it breaks.
std::vector<AttentionPolynomial> selected_polynomials(
    const std::string& text, std::size_t largest,
    const std::function<std::vector<AttentionPolynomial>(std::size_t)>& all);

// Refuses n above 3 and d above 2 for "all-t".
void check_sweep_size(const std::string& text, Eigen::Index n, Eigen::Index d);

// Refuses sizes whose polynomials would be large: n^t at most 3000 terms a row and column, and at most 120
// indeterminates.
void check_symbolic_size(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d);

// Numerators equal and denominators equal.
bool equal_fractions(const AttentionFraction<Polynomial>& a, const AttentionFraction<Polynomial>& b);
// Equal as fractions, entry by entry: a.numerator * b.denominator = b.numerator * a.denominator.
bool equal_quotients(const AttentionFraction<Polynomial>& a, const AttentionFraction<Polynomial>& b);

// Eq. (1) with all pair factors, or factors of index tuples, and values indeterminates (pair_problems.hpp).
AttentionFraction<Polynomial> symbolic_definition(const AttentionPolynomial& h, Eigen::Index n,
                                                  Eigen::Index d);

// Tells for how many of `polynomials` something holds as polynomials, and names the first for which it does
// not.
struct Sweep {
  std::string name;  // of the check
  std::string what;  // "Algorithm 2 equals eq. 1"
  std::size_t total = 0;
  std::size_t failing = 0;
  std::string first_failure;

  void add(const AttentionPolynomial& h, bool ok);
  // `kind`: what a polynomial for which it does not hold refutes.
  Check check(Kind kind, Evidence evidence = Evidence::symbolic) const;
};

}  // namespace attest
