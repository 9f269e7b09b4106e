#include "theorems/linearity.hpp"

#include "claims/stop.hpp"

namespace attest::theorems {

EncodingBasis::EncodingBasis(const std::vector<RationalVector>& points) : points_(points) {
  if (points_.empty()) return;
  const Eigen::Index d = points_.front().size();
  // Gaussian elimination finds points that are independent, and a column for each.
  std::vector<RationalVector> reduced;
  for (std::size_t k = 0; k < points_.size() && static_cast<Eigen::Index>(pivots_.size()) < d; ++k) {
    if (k % 64 == 0) check_stop();
    RationalVector rest = points_[k];
    for (std::size_t p = 0; p < pivots_.size(); ++p) {
      const Rational factor = rest(pivots_[p].column);
      if (factor != 0) {
        for (Eigen::Index c = 0; c < d; ++c) rest(c) -= factor * reduced[p](c);
      }
    }
    Eigen::Index column = 0;
    while (column < d && rest(column) == 0) ++column;
    if (column == d) continue;
    const Rational lead = rest(column);
    for (Eigen::Index c = 0; c < d; ++c) rest(c) /= lead;
    for (RationalVector& earlier : reduced) {
      const Rational factor = earlier(column);
      if (factor == 0) continue;
      for (Eigen::Index c = 0; c < d; ++c) earlier(c) -= factor * rest(c);
    }
    reduced.push_back(std::move(rest));
    pivots_.push_back({k, column});
  }
  // The square matrix of pivot points in pivot columns is regular; Gauss-Jordan inverts it.
  const auto n = static_cast<Eigen::Index>(pivots_.size());
  RationalMatrix a(n, n);
  inverse_ = RationalMatrix::Constant(n, n, Rational(0));
  for (Eigen::Index r = 0; r < n; ++r) {
    for (Eigen::Index c = 0; c < n; ++c) {
      a(r, c) =
          points_[pivots_[static_cast<std::size_t>(r)].point](pivots_[static_cast<std::size_t>(c)].column);
    }
    inverse_(r, r) = 1;
  }
  for (Eigen::Index c = 0; c < n; ++c) {
    check_stop();
    Eigen::Index row = c;
    while (a(row, c) == 0) ++row;
    if (row != c) {
      a.row(row).swap(a.row(c));
      inverse_.row(row).swap(inverse_.row(c));
    }
    const Rational lead = a(c, c);
    for (Eigen::Index k = 0; k < n; ++k) {
      a(c, k) /= lead;
      inverse_(c, k) /= lead;
    }
    for (Eigen::Index r = 0; r < n; ++r) {
      const Rational factor = a(r, c);
      if (r == c || factor == 0) continue;
      for (Eigen::Index k = 0; k < n; ++k) {
        a(r, k) -= factor * a(c, k);
        inverse_(r, k) -= factor * inverse_(c, k);
      }
    }
  }
}

std::optional<RationalVector> EncodingBasis::coefficients(const std::vector<Rational>& values) const {
  if (points_.empty()) return RationalVector();
  RationalVector result = RationalVector::Constant(points_.front().size(), Rational(0));
  for (std::size_t c = 0; c < pivots_.size(); ++c) {
    if (c % 64 == 0) check_stop();
    Rational sum = 0;
    for (std::size_t p = 0; p < pivots_.size(); ++p) {
      sum += inverse_(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(p)) * values[pivots_[p].point];
    }
    result(pivots_[c].column) = sum;
  }
  if (!gives(result, values)) return std::nullopt;
  return result;
}

bool EncodingBasis::gives(const RationalVector& coefficients, const std::vector<Rational>& values) const {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (k % 64 == 0) check_stop();
    Rational sum = 0;
    for (Eigen::Index c = 0; c < coefficients.size(); ++c) {
      if (coefficients(c) != 0) sum += coefficients(c) * points_[k](c);
    }
    if (sum != values[k]) return false;
  }
  return true;
}

std::optional<RationalMatrix> linear_map(const std::vector<RationalVector>& points,
                                         const std::vector<RationalVector>& vectors) {
  std::vector<RationalVector> known;
  std::vector<const RationalVector*> images;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    if (vectors[k].size() == 0) continue;
    known.push_back(points[k]);
    images.push_back(&vectors[k]);
  }
  if (images.empty()) return std::nullopt;
  const EncodingBasis basis(known);
  RationalMatrix matrix(images.front()->size(), known.front().size());
  for (Eigen::Index c = 0; c < matrix.rows(); ++c) {
    std::vector<Rational> values;
    for (const RationalVector* image : images) values.push_back((*image)(c));
    const auto row = basis.coefficients(values);
    if (!row) return std::nullopt;
    matrix.row(c) = row->transpose();
  }
  return matrix;
}

}  // namespace attest::theorems
