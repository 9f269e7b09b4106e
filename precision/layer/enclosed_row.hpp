// A row of rational numbers for sums of products with intervals: its nonzero entries, enclosed. Those of the
// first precision, at which nearly every input is decided, are enclosed once.
#pragma once

#include <utility>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest {

class EnclosedRow {
 public:
  using Entries = std::vector<std::pair<std::size_t, Interval>>;  // column and number

  explicit EnclosedRow(std::vector<Rational> row)
      : row_(std::move(row)), at_initial_precision_(enclosed(initial_precision)) {}

  const std::vector<Rational>& exact() const { return row_; }

  // Calls use(column, number) for every entry that is not zero, in their order.
  template <class Use>
  void each(Precision precision, Use&& use) const {
    if (precision == initial_precision) {
      for (const auto& [column, number] : at_initial_precision_) use(column, number);
    } else {
      for (const auto& [column, number] : enclosed(precision)) use(column, number);
    }
  }

 private:
  Entries enclosed(Precision precision) const {
    Entries entries;
    for (std::size_t c = 0; c < row_.size(); ++c) {
      if (row_[c] != 0) entries.emplace_back(c, Interval(row_[c], precision));
    }
    return entries;
  }

  std::vector<Rational> row_;
  Entries at_initial_precision_;
};

using EnclosedMatrix = std::vector<EnclosedRow>;

inline EnclosedMatrix enclosed_matrix(std::vector<std::vector<Rational>> rows) {
  EnclosedMatrix matrix;
  for (std::vector<Rational>& row : rows) matrix.emplace_back(std::move(row));
  return matrix;
}

// matrix y
inline std::vector<Interval> matrix_times(const EnclosedMatrix& matrix, const std::vector<Interval>& y,
                                          Precision precision) {
  std::vector<Interval> result;
  for (const EnclosedRow& row : matrix) {
    Interval sum(0L, precision);
    row.each(precision, [&](std::size_t c, const Interval& number) { sum = sum + number * y[c]; });
    result.push_back(std::move(sum));
  }
  return result;
}

}  // namespace attest
