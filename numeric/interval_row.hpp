// A row of intervals in Arb's own storage, with Arb's dot product (one rounding for the whole sum).
#pragma once

#include <cstddef>

#include "numeric/interval.hpp"

namespace attest {

class IntervalRow {
 public:
  IntervalRow(std::size_t size, Precision precision);
  IntervalRow(const IntervalRow&) = delete;
  IntervalRow& operator=(const IntervalRow&) = delete;
  ~IntervalRow();

  std::size_t size() const { return size_; }
  Precision precision() const { return precision_; }
  void set(std::size_t index, const Interval& value);
  void set(std::size_t index, const Rational& value);

  // Encloses sum_i a_i b_i. Both rows must have the same size.
  friend Interval dot(const IntervalRow& a, const IntervalRow& b);

 private:
  arb_ptr entries_;
  std::size_t size_;
  Precision precision_;
};

Interval dot(const IntervalRow& a, const IntervalRow& b);

}  // namespace attest
