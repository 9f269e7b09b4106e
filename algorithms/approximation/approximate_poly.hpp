// Algorithm 3 of seed 003_fa68b7a15496b434.txt (lines 2209-2234): poly-attention for any attention polynomial
// h of s monomials in t variables, with exp replaced by one polynomial of degree g, in O(n r t d) operations
// for r = C(s d + g, g).
//
// K^(j) (lines 2120-2124) has s blocks of d columns: block i is Q^(j) where monomial i of h contains x_j,
// else ones. So h(Q_l1, .., Q_lt) = <K^(1)_l1, .., K^(t)_lt> (eq. 10, 11) and
//
//   P(h / d) = sum_m w_m prod_j (K^(j)_lj)^m,
//   sum_(l2..lt) P(h / d) prod_j V^(j)_(lj,c) = sum_m w_m (K^(1)_l1)^m prod_(j >= 2) S^(j)_(m,c),
//   S^(j)_(m,c) = sum_l (K^(j)_l)^m V^(j)_(l,c).
//
// W^(j) is V^(j) beside (s - 1) d columns of zeros (eq. 12); as only the first d columns of the result are
// kept (step 5), the zero columns are not computed.
#pragma once

#include "algorithms/approximation/approximate_strassen.hpp"
#include "attention/attention_polynomial.hpp"

namespace attest {

// Rows first, .., first + count - 1 of K^(variable).
template <class Scalar>
ScalarMatrix<Scalar> tensor_form_rows(const AttentionPolynomial& h, std::size_t variable,
                                      const ScalarMatrix<Scalar>& q, Eigen::Index first, Eigen::Index count,
                                      const Scalar& one) {
  const Eigen::Index d = q.cols();
  const auto s = static_cast<Eigen::Index>(h.monomials().size());
  ScalarMatrix<Scalar> k = ScalarMatrix<Scalar>::Constant(count, s * d, one);
  for (Eigen::Index b = 0; b < s; ++b) {
    bool present = false;
    for (const std::size_t x : h.monomials()[static_cast<std::size_t>(b)]) present = present || x == variable;
    if (!present) continue;
    for (Eigen::Index c = 0; c < d; ++c) {
      for (Eigen::Index i = 0; i < count; ++i) k(i, b * d + c) = q(first + i, c);
    }
  }
  return k;
}

// q holds Q^(1), .., Q^(t); v holds V^(2), .., V^(t). The monomials are in s d variables.
template <class Scalar>
Quotients<Scalar> poly_quotients(const AttentionPolynomial& h, const std::vector<ScalarMatrix<Scalar>>& q,
                                 const std::vector<ScalarMatrix<Scalar>>& v, const LowRank<Scalar>& low_rank,
                                 Eigen::Index block = 1024) {
  const Eigen::Index n = q[0].rows();
  const Eigen::Index columns = v[0].cols();
  const auto r = static_cast<Eigen::Index>(low_rank.monomials->size());
  const auto for_blocks = [&](const auto& visit) {
    for (Eigen::Index first = 0; first < n; first += block) visit(first, std::min(block, n - first));
  };
  const auto features = [&](std::size_t j, Eigen::Index first, Eigen::Index count) {
    const ScalarMatrix<Scalar> k = tensor_form_rows(h, j, q[j], first, count, low_rank.one);
    return monomial_features(*low_rank.monomials, k, Eigen::Index{0}, count, low_rank.one);
  };
  // prod_j S^(j), the last column for the denominator (V = 1).
  ScalarMatrix<Scalar> product;
  for (std::size_t j = 1; j < h.variables(); ++j) {
    ScalarMatrix<Scalar> sums = zero_matrix<Scalar>(r, columns + 1);
    for_blocks([&](Eigen::Index first, Eigen::Index count) {
      const ScalarMatrix<Scalar> psi = features(j, first, count);
      const ScalarMatrix<Scalar> values = v[j - 1].middleRows(first, count);
      const ScalarMatrix<Scalar> part = transposed_product(psi, values);
      for (Eigen::Index m = 0; m < r; ++m) {
        for (Eigen::Index c = 0; c < columns; ++c) sums(m, c) = sums(m, c) + part(m, c);
        for (Eigen::Index i = 0; i < count; ++i) sums(m, columns) = sums(m, columns) + psi(i, m);
      }
    });
    if (j == 1) {
      product = sums;
    } else {
      for (Eigen::Index m = 0; m < r; ++m) {
        for (Eigen::Index c = 0; c <= columns; ++c) product(m, c) = product(m, c) * sums(m, c);
      }
    }
  }
  Quotients<Scalar> result{zero_matrix<Scalar>(n, columns), zero_matrix<Scalar>(n, 1)};
  for_blocks([&](Eigen::Index first, Eigen::Index count) {
    const ScalarMatrix<Scalar> phi = columns_scaled(features(0, first, count), low_rank.weights);
    const ScalarMatrix<Scalar> rows = matrix_product(phi, product);
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index c = 0; c < columns; ++c) result.numerators(first + i, c) = rows(i, c);
      result.denominators(first + i, 0) = rows(i, columns);
    }
  });
  return result;
}

// Multiplications of poly_quotients, q columns of Q, d of V: t n (r - 1 - s q) + n r + (t - 1) n r d + (t -
// 2) r (d + 1) + n r (d + 1).
Integer poly_multiplications(const AttentionPolynomial& h, long n, long query_columns, long value_columns,
                             const Integer& r);

// A bound of |h(Q_l1, .., Q_lt)| / d for entries in [-Gamma, Gamma]: the sum of Gamma^deg over the monomials.
// (Lemma E.4 prints s Gamma^k, which is smaller where Gamma < 1 and h has monomials of degree below k.)
Rational score_bound(const AttentionPolynomial& h, const Rational& gamma);

// The whole of Algorithm 3 in floating point; as approximate_strassen_attention, with output_error_bound(eps,
// 1) and the interval [-score_bound, score_bound].
template <class Scalar>
ScalarMatrix<Scalar> approximate_poly_attention(const AttentionPolynomial& h,
                                                const std::vector<ScalarMatrix<Scalar>>& q,
                                                const std::vector<ScalarMatrix<Scalar>>& v,
                                                const Rational& gamma, const Rational& eps);
extern template ScalarMatrix<double> approximate_poly_attention(const AttentionPolynomial&,
                                                                const std::vector<ScalarMatrix<double>>&,
                                                                const std::vector<ScalarMatrix<double>>&,
                                                                const Rational&, const Rational&);
extern template ScalarMatrix<float> approximate_poly_attention(const AttentionPolynomial&,
                                                               const std::vector<ScalarMatrix<float>>&,
                                                               const std::vector<ScalarMatrix<float>>&,
                                                               const Rational&, const Rational&);

}  // namespace attest
