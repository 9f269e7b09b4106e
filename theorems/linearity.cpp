#include "theorems/linearity.hpp"

#include "claims/stop.hpp"

namespace attest::theorems {

namespace {

// target -= factor * row, entry by entry; most entries of an encoding by units are 0.
template <class Target, class Row>
void subtract_multiple(Target&& target, const Rational& factor, const Row& row) {
  for (Eigen::Index c = 0; c < row.size(); ++c) {
    if (!row(c).is_zero()) target(c) -= factor * row(c);
  }
}

template <class Row>
void divide_entries(Row&& row, const Rational& divisor) {
  if (divisor == 1) return;
  for (Eigen::Index c = 0; c < row.size(); ++c) {
    if (!row(c).is_zero()) row(c) /= divisor;
  }
}

}  // namespace

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
      if (!factor.is_zero()) subtract_multiple(rest, factor, reduced[p]);
    }
    Eigen::Index column = 0;
    while (column < d && rest(column).is_zero()) ++column;
    if (column == d) continue;
    const Rational lead = rest(column);
    divide_entries(rest, lead);
    for (RationalVector& earlier : reduced) {
      const Rational factor = earlier(column);
      if (!factor.is_zero()) subtract_multiple(earlier, factor, rest);
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
    while (a(row, c).is_zero()) ++row;
    if (row != c) {
      a.row(row).swap(a.row(c));
      inverse_.row(row).swap(inverse_.row(c));
    }
    const Rational lead = a(c, c);
    divide_entries(a.row(c), lead);
    divide_entries(inverse_.row(c), lead);
    for (Eigen::Index r = 0; r < n; ++r) {
      const Rational factor = a(r, c);
      if (r == c || factor.is_zero()) continue;
      subtract_multiple(a.row(r), factor, a.row(c));
      subtract_multiple(inverse_.row(r), factor, inverse_.row(c));
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
      const Rational& entry = inverse_(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(p));
      if (!entry.is_zero()) sum += entry * values[pivots_[p].point];
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
      if (!coefficients(c).is_zero() && !points_[k](c).is_zero()) sum += coefficients(c) * points_[k](c);
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
