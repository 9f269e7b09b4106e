// One edge of a tree (seed 003_fa68b7a15496b434.txt, Algorithm 2, steps 8 and 12) on doubles or floats,
// fused: scores, exponentials and the product with the messages block by block, O(n * 256 + n d) numbers at a
// time.
//
// A message is the pair (numerator P, denominator R) of step 7, kept as average = P / R and log R. With child
// messages (A_j, L_j) the parent's are
//   R_i = sum_j exp(score_ij + L_j),   A_i = sum_j exp(score_ij + L_j) A_j / R_i.
// Safe for scores of any finite size: with M_i = max_j (score_ij + L_j) the weights exp(score_ij + L_j - M_i)
// lie in [0, 1] and one of them is 1, so their sum lies in [1, n], nothing overflows, and log R_i = M_i +
// log(sum). Weights below exp(-708) (float: exp(-87)) become 0, which changes the sum by less than n *
// exp(-708) of itself. A_i is a convex combination of the A_j, so it stays within their range up to rounding.
//
// Rounding: M_i and score_ij have a relative error of about d ulp each, so a weight has a relative error of
// about d * ulp * (|score_ij| + |M_i|): scores of order 2^40 leave 13 bits of a double's 53, whatever the
// order of summation. The result is the same for any number of threads, but not for any instruction set.
#pragma once

#include <Eigen/Core>

#include "algorithms/kernels/parallel.hpp"

namespace attest::kernels {

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Scalar>
using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <class Scalar>
struct Message {
  Rows<Scalar> average;      // a row for each token
  Column<Scalar> log_total;  // log R
};

// score_ij = scale * <parent row i, key row j>. `parent` and `keys` have equally many columns, `below` has a
// row for each key; all have at least one row and one column and finite entries. Throws std::overflow_error
// naming the row where scores or sums leave the range of Scalar, Stopped when options.stop says so.
template <class Scalar>
Message<Scalar> average_over_edge(const Rows<Scalar>& parent, const Rows<Scalar>& keys, Scalar scale,
                                  const Message<Scalar>& below, const KernelOptions& options);

}  // namespace attest::kernels
