// The cycle x_1 -> x_2 -> x_3 -> x_1, which is Strassen attention (seed 000_bd1f352bd128419d.txt, proof of
// Theorem 4.1, lines 311-330): for query i
//   R_i = sum_{j,k} X_ij Y_jk Z_ki,   A_i = sum_{j,k} X_ij Y_jk Z_ki a_j * b_k / R_i   (* entry by entry),
// X, Y, Z the exponentials of the scores, a and b the messages below x_2 and x_3. One n x n x n product for
// each column and one for R, each made panel by panel and summed at once: O(n^2) numbers, never n^2 d.
//
// Safe for scores of any finite size. Exponentials are taken of
//   y_jk - alpha_j,  alpha_j = max_k y_jk;   z_ki - beta_i, beta_i = max_k z_ki;   x_ij + alpha_j - gamma_i,
//   gamma_i
// their maximum over j (logs of the messages' denominators included in x and z), so all factors lie in [0,
// 1], R_i = exp(beta_i + gamma_i) * S_i and S_i <= n^2. A factor that became 0 was below exp(-708), the
// product of such a term, too; products that lose bits to underflow lose less than 2^-1022 <= exp(-708) each.
// So S_i lacks at most 2 n^2 exp(-708), and if S_i >= n^2 exp(-650) that is less than 2^-82 of it. The
// columns of a and b are scaled to [-1, 1] by powers of two, hence A_i lacks at most 2^-81 max|a| max|b|.
// (float: exp(-87) and exp(-60), 2^-37.) Where S_i is smaller - the three maxima cannot be reached by one
// pair (j, k) - row i is summed again on its own, over k for each j and then over j with maxima of their own,
// by average_over_edge: O(n^2 d) for that row.
#pragma once

#include "algorithms/kernels/average_over_edge.hpp"

namespace attest::kernels {

template <class Scalar>
struct Triangle {
  const Rows<Scalar>& first;   // query rows of x_1: n x depth, as the others
  const Rows<Scalar>& second;  // x_2
  const Rows<Scalar>& third;   // x_3
  Scalar scale;                // scores are scale * <row, row>
  const Message<Scalar>& below_second;
  const Message<Scalar>& below_third;
};

// `rows_summed_again`, if given, receives the number of rows of the last kind. Throws as average_over_edge.
template <class Scalar>
Message<Scalar> average_over_triangle(const Triangle<Scalar>& triangle, const KernelOptions& options,
                                      std::ptrdiff_t* rows_summed_again = nullptr);

}  // namespace attest::kernels
