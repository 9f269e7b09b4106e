#include "precision/layer/exact_matching.hpp"

#include <map>

#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

std::vector<RationalRow> exact_rows(const RationalMatrix& W, const std::vector<RationalVector>& x) {
  std::vector<RationalRow> rows;
  for (const RationalVector& one : x) {
    const RationalVector product = W * one;
    rows.emplace_back(product.begin(), product.end());
  }
  return rows;
}

std::vector<RationalRow> computed_rows(const RationalMatrix& W, const std::vector<RationalVector>& x,
                                       long significand_bits) {
  const FloatArithmetic arithmetic(unbounded_format(significand_bits));
  std::vector<RationalRow> rows;
  for (const RationalVector& one : x) {
    RationalRow row;
    for (Eigen::Index i = 0; i < W.rows(); ++i) {
      FloatValue sum = arithmetic.multiply(arithmetic.from(W(i, 0)), arithmetic.from(one(0)));
      for (Eigen::Index j = 1; j < W.cols(); ++j)
        sum = arithmetic.add(sum, arithmetic.multiply(arithmetic.from(W(i, j)), arithmetic.from(one(j))));
      row.push_back(sum.exact());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

bool same_matches(const std::vector<RationalRow>& q, const std::vector<RationalRow>& k,
                  const std::vector<RationalRow>& computed_q, const std::vector<RationalRow>& computed_k) {
  // Rows are numbered, so that pairs of numbers are compared and not pairs of rows.
  const auto numbered = [](std::map<RationalRow, std::size_t>& numbers,
                           const std::vector<RationalRow>& rows) {
    std::vector<std::size_t> result;
    for (const RationalRow& row : rows)
      result.push_back(numbers.try_emplace(row, numbers.size()).first->second);
    return result;
  };
  std::map<RationalRow, std::size_t> exact;
  std::map<RationalRow, std::size_t> computed;
  const auto exact_q = numbered(exact, q);
  const auto exact_k = numbered(exact, k);
  const auto rounded_q = numbered(computed, computed_q);
  const auto rounded_k = numbered(computed, computed_k);
  for (std::size_t i = 0; i < exact_q.size(); ++i) {
    for (std::size_t j = 0; j < exact_k.size(); ++j) {
      if ((exact_q[i] == exact_k[j]) != (rounded_q[i] == rounded_k[j])) return false;
    }
  }
  return true;
}

}  // namespace attest
