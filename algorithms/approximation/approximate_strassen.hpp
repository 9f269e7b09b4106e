// Algorithm 1 of seed 003_fa68b7a15496b434.txt (lines 1382-1411): an approximation of Strassen attention
//
//   Att_(i,l) = sum_(j,k) X_ij Y_jk Z_ki V1_jl V2_kl / sum_(j,k) X_ij Y_jk Z_ki,
//   X = [Q1 Q2^T / d]^e,  Y = [Q2 Q3^T / d]^e,  Z = [Q3 Q1^T / d]^e,
//
// with exp replaced by a polynomial of degree g, in O(n r^2 d) operations for r = C(d + g, g). No n x n
// matrix is ever held: memory is O(r^2 d + block r) beside the arguments and the result.
//
// Step 5 prints A = (W^1)^T U^2 (W^2)^T U^3 (W^3)^T, an r x n matrix, and step 7 multiplies it by (W^3_i)^T
// once more; here A = (W^1)^T U^2 (W^2)^T U^3 as in line 1523. Step 9 divides by Q_i, here by R_i. The steps
// that depend on l (3, 4 and B) are done for every l.
#pragma once

#include <array>

#include "algorithms/approximation/scalar_matrix.hpp"

namespace attest {

// What stands for exp: the monomials in d variables and their weights for P(<a, b> / d).
template <class Scalar>
struct LowRank {
  const Monomials* monomials;
  std::vector<Scalar> weights;
  Scalar one;
};

template <class Scalar>
struct Quotients {
  ScalarMatrix<Scalar> numerators;    // P_i^l, n x d
  ScalarMatrix<Scalar> denominators;  // R_i, n x 1
};

template <class Scalar>
Quotients<Scalar> strassen_quotients(const std::array<ScalarMatrix<Scalar>, 3>& q,
                                     const ScalarMatrix<Scalar>& v1, const ScalarMatrix<Scalar>& v2,
                                     const LowRank<Scalar>& low_rank, Eigen::Index block = 1024) {
  const Eigen::Index n = q[0].rows();
  const Eigen::Index columns = v1.cols();
  const auto r = static_cast<Eigen::Index>(low_rank.monomials->size());
  const auto for_blocks = [&](const auto& visit) {
    for (Eigen::Index first = 0; first < n; first += block) visit(first, std::min(block, n - first));
  };
  // Step 2, in blocks of rows: U = features times weights, W = features. U^1 and W^3 are of Q1, U^2 and W^1
  // of Q2, U^3 and W^2 of Q3.
  const auto w_of = [&](const ScalarMatrix<Scalar>& matrix, Eigen::Index first, Eigen::Index count) {
    return monomial_features(*low_rank.monomials, matrix, first, count, low_rank.one);
  };

  // (W^1)^T U^2 and, for each l, (W^1)^T D^(1,l) U^2.
  std::vector<ScalarMatrix<Scalar>> left(static_cast<std::size_t>(columns) + 1, zero_matrix<Scalar>(r, r));
  for_blocks([&](Eigen::Index first, Eigen::Index count) {
    const ScalarMatrix<Scalar> w1 = w_of(q[1], first, count);
    const ScalarMatrix<Scalar> u2 = columns_scaled(w1, low_rank.weights);
    add_to(left.back(), transposed_product(w1, u2));
    for (Eigen::Index l = 0; l < columns; ++l)
      add_to(left[static_cast<std::size_t>(l)], transposed_product(w1, rows_scaled(u2, v1, first, l)));
  });
  // (W^2)^T U^3 and, for each l, (D^(2,l) W^2)^T U^3.
  std::vector<ScalarMatrix<Scalar>> right(static_cast<std::size_t>(columns) + 1, zero_matrix<Scalar>(r, r));
  for_blocks([&](Eigen::Index first, Eigen::Index count) {
    const ScalarMatrix<Scalar> w2 = w_of(q[2], first, count);
    const ScalarMatrix<Scalar> u3 = columns_scaled(w2, low_rank.weights);
    add_to(right.back(), transposed_product(w2, u3));
    for (Eigen::Index l = 0; l < columns; ++l)
      add_to(right[static_cast<std::size_t>(l)], transposed_product(rows_scaled(w2, v2, first, l), u3));
  });
  // Step 5: A (last) and B^l.
  std::vector<ScalarMatrix<Scalar>> middle;
  for (std::size_t l = 0; l < left.size(); ++l) middle.push_back(matrix_product(left[l], right[l]));
  // Steps 6 to 8: U^1_i A (W^3_i)^T.
  Quotients<Scalar> result{zero_matrix<Scalar>(n, columns), zero_matrix<Scalar>(n, 1)};
  for_blocks([&](Eigen::Index first, Eigen::Index count) {
    const ScalarMatrix<Scalar> w3 = w_of(q[0], first, count);
    const ScalarMatrix<Scalar> u1 = columns_scaled(w3, low_rank.weights);
    for (std::size_t l = 0; l < middle.size(); ++l) {
      const ScalarMatrix<Scalar> product = matrix_product(u1, middle[l]);
      for (Eigen::Index m = 0; m < r; ++m) {
        for (Eigen::Index i = 0; i < count; ++i) {
          Scalar& entry = l + 1 == middle.size() ? result.denominators(first + i, 0)
                                                 : result.numerators(first + i, static_cast<Eigen::Index>(l));
          entry = entry + product(i, m) * w3(i, m);
        }
      }
    }
  });
  return result;
}

// Step 9.
template <class Scalar>
ScalarMatrix<Scalar> divided(const Quotients<Scalar>& quotients) {
  ScalarMatrix<Scalar> result = quotients.numerators;
  for (Eigen::Index l = 0; l < result.cols(); ++l) {
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      result(i, l) = quotients.numerators(i, l) / quotients.denominators(i, 0);
  }
  return result;
}

// Multiplications of strassen_quotients (the n d divisions of step 9 come on top), q the columns of Q1, Q2,
// Q3 and d those of V1, V2: 3 n (r - 1 - q) + (3d + 4) n r + 3 (d + 1) n r^2 + (d + 1) r^3.
Integer strassen_multiplications(long n, long query_columns, long value_columns, const Integer& r);

// The whole of Algorithm 1 in floating point: chooses the polynomial of least degree for
// [-Gamma^2, Gamma^2] and eps. Exact arithmetic would be within output_error_bound(eps, 3) * max|V1| max|V2|
// of Att; the rounding of Scalar is not bounded. Throws UsageError for shapes that do not fit and for entries
// of Q that are not finite or not in [-Gamma, Gamma], with their position.
template <class Scalar>
ScalarMatrix<Scalar> approximate_strassen_attention(const std::array<ScalarMatrix<Scalar>, 3>& q,
                                                    const ScalarMatrix<Scalar>& v1,
                                                    const ScalarMatrix<Scalar>& v2, const Rational& gamma,
                                                    const Rational& eps);
extern template ScalarMatrix<double> approximate_strassen_attention(
    const std::array<ScalarMatrix<double>, 3>&, const ScalarMatrix<double>&, const ScalarMatrix<double>&,
    const Rational&, const Rational&);
extern template ScalarMatrix<float> approximate_strassen_attention(const std::array<ScalarMatrix<float>, 3>&,
                                                                   const ScalarMatrix<float>&,
                                                                   const ScalarMatrix<float>&,
                                                                   const Rational&, const Rational&);

}  // namespace attest
