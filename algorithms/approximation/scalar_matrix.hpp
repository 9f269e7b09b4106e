// Matrices of any scalar (Rational, Interval, Polynomial, double, float, a counting scalar) and the few
// operations that the approximation algorithms need, so that one text serves all of them. Scalar{} is zero.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <vector>

#include "algorithms/approximation/monomials.hpp"

namespace attest {

template <class Scalar>
using ScalarMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

template <class Scalar>
ScalarMatrix<Scalar> zero_matrix(Eigen::Index rows, Eigen::Index columns) {
  return ScalarMatrix<Scalar>::Constant(rows, columns, Scalar{});
}

// a^T b. Floating point goes through Eigen's kernels.
template <class Scalar>
ScalarMatrix<Scalar> transposed_product(const ScalarMatrix<Scalar>& a, const ScalarMatrix<Scalar>& b) {
  if constexpr (std::is_floating_point_v<Scalar>) {
    return a.transpose() * b;
  } else {
    ScalarMatrix<Scalar> result = zero_matrix<Scalar>(a.cols(), b.cols());
    for (Eigen::Index i = 0; i < a.cols(); ++i) {
      for (Eigen::Index j = 0; j < b.cols(); ++j) {
        for (Eigen::Index k = 0; k < a.rows(); ++k) result(i, j) = result(i, j) + a(k, i) * b(k, j);
      }
    }
    return result;
  }
}

template <class Scalar>
ScalarMatrix<Scalar> matrix_product(const ScalarMatrix<Scalar>& a, const ScalarMatrix<Scalar>& b) {
  if constexpr (std::is_floating_point_v<Scalar>) {
    return a * b;
  } else {
    ScalarMatrix<Scalar> result = zero_matrix<Scalar>(a.rows(), b.cols());
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < b.cols(); ++j) {
        for (Eigen::Index k = 0; k < a.cols(); ++k) result(i, j) = result(i, j) + a(i, k) * b(k, j);
      }
    }
    return result;
  }
}

template <class Scalar>
void add_to(ScalarMatrix<Scalar>& sum, const ScalarMatrix<Scalar>& term) {
  for (Eigen::Index j = 0; j < sum.cols(); ++j) {
    for (Eigen::Index i = 0; i < sum.rows(); ++i) sum(i, j) = sum(i, j) + term(i, j);
  }
}

// Row i scaled by factors(first + i, column).
template <class Scalar>
ScalarMatrix<Scalar> rows_scaled(const ScalarMatrix<Scalar>& a, const ScalarMatrix<Scalar>& factors,
                                 Eigen::Index first, Eigen::Index column) {
  ScalarMatrix<Scalar> result = a;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) result(i, j) = a(i, j) * factors(first + i, column);
  }
  return result;
}

// Column j scaled by factors[j].
template <class Scalar>
ScalarMatrix<Scalar> columns_scaled(const ScalarMatrix<Scalar>& a, const std::vector<Scalar>& factors) {
  ScalarMatrix<Scalar> result = a;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) result(i, j) = a(i, j) * factors[static_cast<std::size_t>(j)];
  }
  return result;
}

// Column i of the result holds monomial i of the rows `first`, .., `first + count - 1` of z.
template <class Scalar>
ScalarMatrix<Scalar> monomial_features(const Monomials& monomials, const ScalarMatrix<Scalar>& z,
                                       Eigen::Index first, Eigen::Index count, const Scalar& one) {
  ScalarMatrix<Scalar> result =
      ScalarMatrix<Scalar>::Constant(count, static_cast<Eigen::Index>(monomials.size()), one);
  for (std::size_t m = 1; m < monomials.size(); ++m) {
    const auto column = static_cast<Eigen::Index>(m);
    const auto parent = static_cast<Eigen::Index>(monomials.parent(m));
    const auto variable = static_cast<Eigen::Index>(monomials.variable(m));
    for (Eigen::Index i = 0; i < count; ++i)
      result(i, column) = parent == 0 ? z(first + i, variable) : result(i, parent) * z(first + i, variable);
  }
  return result;
}

}  // namespace attest
