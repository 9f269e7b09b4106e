#include "numeric/interval_row.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

IntervalRow::IntervalRow(std::size_t size, Precision precision)
    : entries_(_arb_vec_init(static_cast<slong>(size))), size_(size), precision_(precision) {}

IntervalRow::~IntervalRow() {
  _arb_vec_clear(entries_, static_cast<slong>(size_));
}

void IntervalRow::set(std::size_t index, const Interval& value) {
  arb_set(entries_ + index, value.ball());
}

void IntervalRow::set(std::size_t index, const Rational& value) {
  set(index, Interval(value, precision_));
}

Interval dot(const IntervalRow& a, const IntervalRow& b) {
  if (a.size_ != b.size_) throw std::invalid_argument("dot: rows of different sizes");
  const Precision precision = std::max(a.precision_, b.precision_);
  Interval result(0L, precision);
  arb_dot(result.ball(), nullptr, 0, a.entries_, 1, b.entries_, 1, static_cast<slong>(a.size_), precision);
  return result;
}

}  // namespace attest
