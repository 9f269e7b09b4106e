// Strassen attention as seed 000_bd1f352bd128419d.txt defines it (eqs. 14-17, lines 101-116) and as
// Theorem 4.1 (lines 309-327) writes it with matrices, both literally. The algorithm that computes it is the
// recursion for one cycle (sum_product.hpp).
#pragma once

#include "algorithms/dense.hpp"
#include "algorithms/matrix_product.hpp"

namespace attest {

// x(i,j) = e^(f_i g_j / sqrt d), y(j,k) = e^(g_j h_k / sqrt d), z(k,i) = e^(h_k f_i / sqrt d); v1 holds the
// rows V_1 x_j, v2 the rows V_2 x_k.
template <class Scalar>
struct StrassenExponentials {
  Dense<Scalar> x;
  Dense<Scalar> y;
  Dense<Scalar> z;
  Dense<Scalar> v1;
  Dense<Scalar> v2;
};

// Eqs. 14 and 15: numerator and denominator of sum_{j,k} Softmax_{j,k}(...) (v_j . v_k), entry by entry.
template <class Scalar>
AttentionFraction<Scalar> strassen_by_definition(const StrassenExponentials<Scalar>& e, const Scalar& zero) {
  const Eigen::Index n = e.x.rows();
  AttentionFraction<Scalar> result{Dense<Scalar>(n, e.v1.cols()), Dense<Scalar>(n, 1)};
  result.numerator.fill(zero);
  result.denominator.fill(zero);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index k = 0; k < n; ++k) {
        const Scalar weight = e.x(i, j) * e.y(j, k) * e.z(k, i);
        result.denominator(i, 0) = result.denominator(i, 0) + weight;
        for (Eigen::Index c = 0; c < e.v1.cols(); ++c)
          result.numerator(i, c) = result.numerator(i, c) + weight * e.v1(j, c) * e.v2(k, c);
      }
    }
  }
  return result;
}

// Lines 317-327: a_i = (X Y^ Z)_ii / (X Y Z)_ii with Y^_{j,k} = e^(g_j h_k / sqrt d) v_j . v_k in R^d; one
// coordinate of Y^ at a time. Whole products, of which the diagonal is read.
template <class Scalar, class Product = ConventionalProduct>
AttentionFraction<Scalar> strassen_by_matrices(const StrassenExponentials<Scalar>& e, Product product = {}) {
  const Eigen::Index n = e.x.rows();
  AttentionFraction<Scalar> result{Dense<Scalar>(n, e.v1.cols()), Dense<Scalar>(n, 1)};
  for (Eigen::Index c = 0; c <= e.v1.cols(); ++c) {
    Dense<Scalar> hat = e.y;
    for (Eigen::Index j = 0; j < n && c < e.v1.cols(); ++j) {
      for (Eigen::Index k = 0; k < n; ++k) hat(j, k) = hat(j, k) * e.v1(j, c) * e.v2(k, c);
    }
    const Dense<Scalar> xy = product(e.x, hat);
    const Dense<Scalar> xyz = product(xy, e.z);
    for (Eigen::Index i = 0; i < n; ++i)
      (c < e.v1.cols() ? result.numerator(i, c) : result.denominator(i, 0)) = xyz(i, i);
  }
  return result;
}

}  // namespace attest
