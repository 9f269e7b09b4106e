// Matrix multiplication as a policy: the conventional sum of products (by Eigen for doubles and floats) or
// Strassen's recursion with seven products. Both work over any ring; over polynomials they give the same
// polynomials.
//
// A policy is called as product(a, b) with a of p x q, b of q x r, all at least 1.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "algorithms/dense.hpp"

namespace attest {

struct ConventionalProduct {
  // Over nonnegative entries every entry of the result has a small relative error.
  static constexpr bool entrywise_accurate = true;

  template <class Scalar>
  Dense<Scalar> operator()(const Dense<Scalar>& a, const Dense<Scalar>& b) const {
    if constexpr (std::is_floating_point_v<Scalar>) {
      Dense<Scalar> c(a.rows(), b.cols());
      c.noalias() = a * b;
      return c;
    } else {
      Dense<Scalar> c(a.rows(), b.cols());
      for (Eigen::Index i = 0; i < a.rows(); ++i) {
        for (Eigen::Index k = 0; k < b.cols(); ++k) {
          Scalar sum = a(i, 0) * b(0, k);
          for (Eigen::Index j = 1; j < a.cols(); ++j) sum = sum + a(i, j) * b(j, k);
          c(i, k) = std::move(sum);
        }
      }
      return c;
    }
  }
};

// V. Strassen, Gaussian elimination is not optimal (1969). A level takes 7 products of halves and 18
// additions of halves; an odd side is made even by a row or column of zeros. The recursion ends where a side
// is at most `cutoff`.
//
// In floating point the error is small against the largest entries of a and b only, not entry by entry
// (N. Higham, Accuracy and Stability of Numerical Algorithms, Section 23.2.2).
struct StrassenProduct {
  static constexpr bool entrywise_accurate = false;

  Eigen::Index cutoff = 64;  // at least 1

  template <class Scalar>
  Dense<Scalar> operator()(const Dense<Scalar>& a, const Dense<Scalar>& b) const {
    if (cutoff < 1) throw std::invalid_argument("the cut-off of Strassen's recursion must be at least 1");
    if (std::min({a.rows(), a.cols(), b.cols()}) <= cutoff) return ConventionalProduct{}(a, b);
    using Block = Dense<Scalar>;
    const Eigen::Index p = (a.rows() + 1) / 2;
    const Eigen::Index q = (a.cols() + 1) / 2;
    const Eigen::Index r = (b.cols() + 1) / 2;
    const Block a11 = part(a, 0, 0, p, q), a12 = part(a, 0, q, p, q);
    const Block a21 = part(a, p, 0, p, q), a22 = part(a, p, q, p, q);
    const Block b11 = part(b, 0, 0, q, r), b12 = part(b, 0, r, q, r);
    const Block b21 = part(b, q, 0, q, r), b22 = part(b, q, r, q, r);
    const Block m1 = (*this)(sum(a11, a22), sum(b11, b22));
    const Block m2 = (*this)(sum(a21, a22), b11);
    const Block m3 = (*this)(a11, difference(b12, b22));
    const Block m4 = (*this)(a22, difference(b21, b11));
    const Block m5 = (*this)(sum(a11, a12), b22);
    const Block m6 = (*this)(difference(a21, a11), sum(b11, b12));
    const Block m7 = (*this)(difference(a12, a22), sum(b21, b22));
    Dense<Scalar> c(a.rows(), b.cols());
    place(c, 0, 0, sum(difference(sum(m1, m4), m5), m7));
    place(c, 0, r, sum(m3, m5));
    place(c, p, 0, sum(m2, m4));
    place(c, p, r, sum(sum(difference(m1, m2), m3), m6));
    return c;
  }

 private:
  // The rows x columns block at (i, j), zero beyond the matrix.
  template <class Scalar>
  static Dense<Scalar> part(const Dense<Scalar>& m, Eigen::Index i, Eigen::Index j, Eigen::Index rows,
                            Eigen::Index columns) {
    Dense<Scalar> block(rows, columns);
    const Eigen::Index inside_rows = std::min(rows, m.rows() - i);
    const Eigen::Index inside_columns = std::min(columns, m.cols() - j);
    if (inside_rows < rows || inside_columns < columns) block.fill(Scalar());
    block.topLeftCorner(inside_rows, inside_columns) = m.block(i, j, inside_rows, inside_columns);
    return block;
  }

  template <class Scalar>
  static void place(Dense<Scalar>& m, Eigen::Index i, Eigen::Index j, const Dense<Scalar>& block) {
    const Eigen::Index rows = std::min(block.rows(), m.rows() - i);
    const Eigen::Index columns = std::min(block.cols(), m.cols() - j);
    m.block(i, j, rows, columns) = block.topLeftCorner(rows, columns);
  }

  template <class Scalar>
  static Dense<Scalar> sum(const Dense<Scalar>& a, const Dense<Scalar>& b) {
    Dense<Scalar> c = a;
    for (Eigen::Index k = 0; k < c.size(); ++k) c.data()[k] = c.data()[k] + b.data()[k];
    return c;
  }

  template <class Scalar>
  static Dense<Scalar> difference(const Dense<Scalar>& a, const Dense<Scalar>& b) {
    Dense<Scalar> c = a;
    for (Eigen::Index k = 0; k < c.size(); ++k) c.data()[k] = c.data()[k] - b.data()[k];
    return c;
  }
};

}  // namespace attest
