// Whether a row is W times the encoding: one matrix row w with w . x = r for the encoding x and the value r of every
// token with every content.
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::theorems {

class EncodingBasis {
 public:
  // points[k]: the encoding of the k-th content, all of one length.
  explicit EncodingBasis(const std::vector<RationalVector>& points);

  // The coefficients w with w . points[k] = values[k] for all k (free ones zero), or nothing where there are none.
  std::optional<RationalVector> coefficients(const std::vector<Rational>& values) const;
  // Whether w . points[k] = values[k] for all k.
  bool gives(const RationalVector& coefficients, const std::vector<Rational>& values) const;

 private:
  // Rows that reduce: the pivots' points, in echelon form, with the combination of points that each one is.
  struct Pivot {
    std::size_t point = 0;
    Eigen::Index column = 0;
  };
  std::vector<RationalVector> points_;
  std::vector<Pivot> pivots_;
  RationalMatrix inverse_;  // of the pivots' square matrix
};

// One matrix W with W points[k] = vectors[k] wherever there is a vector (all of one length), or nothing where there is none.
std::optional<RationalMatrix> linear_map(const std::vector<RationalVector>& points,
                                         const std::vector<RationalVector>& vectors);

}  // namespace attest::theorems
