// Instances of the recursion (sum_product.hpp) in exact numbers.
#pragma once

#include "constructions/algorithms/scaled_attention.hpp"
#include "constructions/algorithms/sum_product.hpp"
#include "numeric/interval.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

// Every pair factor exp(<Q_u[a], Q_v[b]>/d) and every value is an indeterminate of its own. For n <= d the
// scores of one edge can be any n x n matrix, and for larger n an identity of polynomials holds all the more.
// Names are shared between problems: "e2_13" is token 1 and 3 of the second monomial, "v3_21" token 2, column
// 1 of the third value matrix (of x_4). Every monomial must have degree 2; n, d at most 9.
PairProblem<Polynomial> symbolic_problem(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d);

// The indeterminate of monomial k at the tokens of its variables, all 0-based; any degree.
Polynomial factor_indeterminate(std::size_t monomial, const std::vector<Eigen::Index>& tokens);
Dense<Polynomial> value_indeterminates(std::size_t which, Eigen::Index n, Eigen::Index d);

// Enclosures of the pair factors of given matrices of doubles.
PairProblem<Interval> interval_problem(const AttentionPolynomial& h, const AttentionMatrices<double>& m,
                                       Precision precision);

// exp replaced by powers of an integer base >= 1 and the scores by integers: scores[k] (n x n, of monomial k,
// any sign) gives pair factors base^score, exactly.
PairProblem<Rational> power_problem(const AttentionPolynomial& h, long base,
                                    const std::vector<Eigen::MatrixXi>& scores,
                                    const std::vector<Dense<Rational>>& values);

}  // namespace attest
