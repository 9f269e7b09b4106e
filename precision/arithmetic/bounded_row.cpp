#include "precision/arithmetic/bounded_row.hpp"

#include <algorithm>

namespace attest {

BoundedRow hull(const BoundedRow& a, const BoundedRow& b) {
  BoundedRow result;
  for (std::size_t c = 0; c < a.size(); ++c) result.push_back(hull(a[c], b[c]));
  return result;
}

BoundedRow stored(const BoundedArithmetic& arithmetic, const RationalVector& row) {
  BoundedRow result;
  for (Eigen::Index c = 0; c < row.size(); ++c) result.push_back(arithmetic.stored(row(c)));
  return result;
}

std::vector<BoundedRow> stored(const BoundedArithmetic& arithmetic, const RationalMatrix& matrix) {
  std::vector<BoundedRow> rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    rows.push_back(stored(arithmetic, RationalVector(matrix.row(i).transpose())));
  return rows;
}

BoundedNumber dot(const BoundedArithmetic& arithmetic, const BoundedRow& a, const BoundedRow& b) {
  BoundedNumber sum = arithmetic.stored(0);
  for (std::size_t c = 0; c < a.size(); ++c) sum = arithmetic.sum(sum, arithmetic.product(a[c], b[c]));
  return sum;
}

BoundedRow times(const BoundedArithmetic& arithmetic, const std::vector<BoundedRow>& matrix,
                 const BoundedRow& x) {
  BoundedRow result;
  for (const BoundedRow& row : matrix) result.push_back(dot(arithmetic, row, x));
  return result;
}

BoundedRow apply(const BoundedArithmetic& arithmetic, const std::vector<AffineMap>& network, BoundedRow x) {
  for (std::size_t layer = 0; layer < network.size(); ++layer) {
    if (layer > 0) std::transform(x.begin(), x.end(), x.begin(), rectified);
    x = times(arithmetic, stored(arithmetic, network[layer].weight), x);
    const BoundedRow bias = stored(arithmetic, network[layer].bias);
    for (std::size_t r = 0; r < x.size(); ++r) x[r] = arithmetic.sum(x[r], bias[r]);
  }
  return x;
}

}  // namespace attest
