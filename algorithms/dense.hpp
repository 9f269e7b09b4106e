// The matrices of the attention algorithms: Eigen, row-major (a token is a row and lies in one piece), for
// doubles and floats as for exact scalars.
//
// Exact scalars need a default constructor that makes zero, +, - and *; nothing here multiplies by a literal.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace attest {

template <class Scalar>
using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A numerator and a denominator of eq. (1) of seed 003, for every row: n x d and n x 1.
template <class Scalar>
struct AttentionFraction {
  Dense<Scalar> numerator;
  Dense<Scalar> denominator;
};

// Row-wise numerator / denominator.
template <class Scalar>
Dense<Scalar> quotient(const AttentionFraction<Scalar>& fraction) {
  Dense<Scalar> result = fraction.numerator;
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    for (Eigen::Index c = 0; c < result.cols(); ++c) result(i, c) = result(i, c) / fraction.denominator(i, 0);
  }
  return result;
}

}  // namespace attest
