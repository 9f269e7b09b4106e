// Instances of the recursion (sum_product.hpp) in exact numbers.
#pragma once

#include "algorithms/scaled_attention.hpp"
#include "algorithms/sum_product.hpp"
#include "numeric/interval.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// An indeterminate of its own for exp(m(Q_l1, ..., Q_lt)/d) at every monomial m and every tuple of tokens,
// and for every value. For n <= d the scores of one pair of variables can be any n x n matrix; for larger n
// an identity of polynomials holds all the more.
//
// The indeterminates are z1, z2, ..., shared by all instances: the ring of polynomials has 256 names.
class SymbolicInstance {
 public:
  SymbolicInstance(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d);

  // Of monomial k of h at the tokens (0-based) of its variables.
  Polynomial factor(std::size_t monomial, const std::vector<Eigen::Index>& tokens) const;
  // V^(v+1), n x d, v = 1, ..., t - 1.
  Dense<Polynomial> values(std::size_t variable) const;
  std::vector<Dense<Polynomial>> all_values() const;

  // Every monomial must have degree 2.
  PairProblem<Polynomial> pair_problem() const;

 private:
  const AttentionPolynomial h_;
  Eigen::Index n_;
  Eigen::Index d_;
  std::vector<std::size_t> first_;  // of each monomial; then of the values
};

// z1 for 0.
Polynomial indeterminate(std::size_t index);
Dense<Polynomial> indeterminates(Eigen::Index rows, Eigen::Index columns, std::size_t first);

// Enclosures of the pair factors of given matrices of doubles.
PairProblem<Interval> interval_problem(const AttentionPolynomial& h, const AttentionMatrices<double>& m,
                                       Precision precision);

// exp replaced by powers of an integer base >= 1 and the scores by integers: scores[k] (n x n, of monomial k,
// any sign) gives pair factors base^score, exactly.
PairProblem<Rational> power_problem(const AttentionPolynomial& h, long base,
                                    const std::vector<Eigen::MatrixXi>& scores,
                                    const std::vector<Dense<Rational>>& values);

}  // namespace attest
