// Poly-attention as tensor attention (seed 003_fa68b7a15496b434.txt, Section E.1, eqs. 10-12): K^(j) and
// W^(j) with s d columns, and the row-wise Kronecker product of Definition A.2.
//
//   h = x1*x2 + x2*x3, d = 1:  K^(1) = [Q^(1) 1], K^(2) = [Q^(2) Q^(2)], K^(3) = [1 Q^(3)]
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/dense.hpp"
#include "attention/attention_polynomial.hpp"

namespace attest {

// Lines 2120-2131: block i holds Q^(j) if x_j is in the i-th monomial, else ones. `variable` is j - 1.
template <class Scalar>
Dense<Scalar> tensor_keys(const AttentionPolynomial& h, std::size_t variable, const Dense<Scalar>& q,
                          const Scalar& one) {
  const auto& monomials = h.monomials();
  Dense<Scalar> keys(q.rows(), q.cols() * static_cast<Eigen::Index>(monomials.size()));
  keys.fill(one);
  for (std::size_t i = 0; i < monomials.size(); ++i) {
    if (std::find(monomials[i].begin(), monomials[i].end(), variable) != monomials[i].end())
      keys.middleCols(static_cast<Eigen::Index>(i) * q.cols(), q.cols()) = q;
  }
  return keys;
}

// Eq. 12: [V 0 ... 0] with s blocks.
template <class Scalar>
Dense<Scalar> tensor_values(const AttentionPolynomial& h, const Dense<Scalar>& v, const Scalar& zero) {
  Dense<Scalar> values(v.rows(), v.cols() * static_cast<Eigen::Index>(h.monomials().size()));
  values.fill(zero);
  values.leftCols(v.cols()) = v;
  return values;
}

// Definition A.2, lines 1153-1158: row (i-1) m + j of the result is A_i * B_j entry by entry.
template <class Scalar>
Dense<Scalar> row_wise_kronecker(const Dense<Scalar>& a, const Dense<Scalar>& b) {
  Dense<Scalar> result(a.rows() * b.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.rows(); ++j) {
      for (Eigen::Index c = 0; c < a.cols(); ++c) result(i * b.rows() + j, c) = a(i, c) * b(j, c);
    }
  }
  return result;
}

// From left to right; at least one matrix.
template <class Scalar>
Dense<Scalar> row_wise_kronecker(const std::vector<Dense<Scalar>>& matrices) {
  Dense<Scalar> result = matrices.front();
  for (std::size_t k = 1; k < matrices.size(); ++k) result = row_wise_kronecker(result, matrices[k]);
  return result;
}

}  // namespace attest
