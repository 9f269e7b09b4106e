// Polynomial root-finding by poly-attention: Theorem G.1 of seed 003_fa68b7a15496b434.txt (file lines
// 3369-3475).
//
// For a polynomial p(x_1, .., x_t) with integer coefficients and a list S of n numbers, the head's score at
// (l_1, .., l_t) is to be -n^k p(y_l1, .., y_lt)^2 / d, y = S, so that row l_1 finds y_l2, .., y_lt that come
// closest to a root. Columns of the Q^(r) are polynomials in the token's number y, its index l, the length n of S and, repaired, a
// factor A of the scores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"
#include "claims/verdict.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

using Rows = std::vector<Polynomial>;

// An entry of a Q^(r) that the print does not define.
struct DamagedEntry {
  std::size_t row = 0;  // r
  std::size_t column = 0;
  std::string where;
  std::string what;
  std::string reading;  // how it is read, in the paper's favour
};

struct RootFinding {
  std::size_t variables = 0;  // t
  Polynomial p;               // in x1, .., xt
  AttentionPolynomial h = AttentionPolynomial::standard();

  // [r][column]: Q^(r), r = 1..t
  std::vector<Rows> query;
  unsigned long degree = 0;      // k_0, of p
  long embedding_dimension = 0;  // d, which the softmax divides by (Definition 2.2)
  // What h(Q) is said to be, in y_1, .., y_t, l_1, .., l_t, n and A: -n^k p^2, or with a tie-break
  // A (n^(t-2) l_2 + .. + l_t - n^(k+t) p^2).
  Polynomial displayed;
  std::size_t power_of_n = 0;  // k, or k + t
  bool tie_break = false;

  std::optional<DamagedEntry> damaged;  // read as the query has it
  std::vector<std::string> choices;

  // h(Q_l1^(1), .., Q_lt^(t)) in y_1, .., y_t, l_1, .., l_t, n and A.
  Polynomial score() const;
};

// h(Q_l1^(1), .., Q_lt^(t)) of these columns.
Polynomial score_of(const AttentionPolynomial& h, const std::vector<Rows>& query);

// A second head for h: its scores are -A (l_1 - l_v)^2, so that each token's best tuple has its own place at l_v.
struct OwnPlaceHead {
  std::size_t partner = 0;  // v, from 2
  std::vector<Rows> query;  // as above, in l and A
};

// For every h with x_1 (its monomials have two variables at least); nothing where it is without: there all rows of a head for h are
// equal.
std::optional<OwnPlaceHead> own_place_head(const AttentionPolynomial& h);

// The record. Throws UsageError for p: a constant, more than four variables, a coefficient that is no
// integer, a degree above 4; for h: other variables than p's, or a monomial of p^2 whose variables are in no
// monomial of highest degree.
RootFinding poly_root_finding(Variant variant, const Polynomial& p, const AttentionPolynomial& h);

}  // namespace attest
