#include "numeric/interval.hpp"

#include <flint/flint.h>
#include <flint/fmpq.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace attest {

namespace {

// RAII for the conversions from Boost's GMP numbers to FLINT's.
class FlintRational {
 public:
  explicit FlintRational(const Rational& value) {
    fmpq_init(q_);
    fmpq_set_mpq(q_, value.backend().data());
  }
  FlintRational(const FlintRational&) = delete;
  FlintRational& operator=(const FlintRational&) = delete;
  ~FlintRational() { fmpq_clear(q_); }
  const fmpq* get() const { return q_; }

 private:
  fmpq_t q_;
};

// arb_get_lbound_arf and arb_get_ubound_arf round outward at 64 bits; arf_get_d then rounds once more in
// the same direction.
enum class Side { lower, upper };
double bound_as_double(const arb_t ball, Side side) {
  arf_t bound;
  arf_init(bound);
  if (side == Side::lower) {
    arb_get_lbound_arf(bound, ball, 64);
  } else {
    arb_get_ubound_arf(bound, ball, 64);
  }
  const double result = arf_get_d(bound, side == Side::lower ? ARF_RND_FLOOR : ARF_RND_CEIL);
  arf_clear(bound);
  return result;
}

}  // namespace

Interval::Interval(const Rational& value, Precision precision) : precision_(precision) {
  arb_init(ball_);
  arb_set_fmpq(ball_, FlintRational(value).get(), precision);
}

Interval::Interval(long value, Precision precision) : precision_(precision) {
  arb_init(ball_);
  arb_set_si(ball_, value);
}

Interval::Interval(const Interval& other) : precision_(other.precision_) {
  arb_init(ball_);
  arb_set(ball_, other.ball_);
}

Interval::Interval(Interval&& other) noexcept : precision_(other.precision_) {
  arb_init(ball_);
  arb_swap(ball_, other.ball_);
}

Interval& Interval::operator=(const Interval& other) {
  arb_set(ball_, other.ball_);
  precision_ = other.precision_;
  return *this;
}

Interval& Interval::operator=(Interval&& other) noexcept {
  arb_swap(ball_, other.ball_);
  precision_ = other.precision_;
  return *this;
}

Interval Interval::from_double(double value, Precision precision) {
  Interval result;
  result.precision_ = precision;
  arb_set_d(result.ball_, value);
  return result;
}

bool Interval::contains(const Rational& value) const {
  return arb_contains_fmpq(ball_, FlintRational(value).get()) != 0;
}

double Interval::lower_double() const {
  return bound_as_double(ball_, Side::lower);
}
double Interval::upper_double() const {
  return bound_as_double(ball_, Side::upper);
}
double Interval::middle_double() const {
  return arf_get_d(arb_midref(ball_), ARF_RND_NEAR);
}

Interval operator+(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_add(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Interval operator-(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_sub(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Interval operator*(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_mul(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Interval operator/(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_div(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Interval operator-(const Interval& a) {
  Interval result(a);
  arb_neg(result.ball_, result.ball_);
  return result;
}

Interval exp(const Interval& a) {
  Interval result;
  result.precision_ = a.precision_;
  arb_exp(result.ball_, a.ball_, a.precision_);
  return result;
}

Interval log(const Interval& a) {
  Interval result;
  result.precision_ = a.precision_;
  arb_log(result.ball_, a.ball_, a.precision_);
  return result;
}

Interval sqrt(const Interval& a) {
  Interval result;
  result.precision_ = a.precision_;
  arb_sqrt(result.ball_, a.ball_, a.precision_);
  return result;
}

Interval abs(const Interval& a) {
  Interval result(a);
  arb_abs(result.ball_, result.ball_);
  return result;
}

Interval min(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_min(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Interval max(const Interval& a, const Interval& b) {
  Interval result;
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_max(result.ball_, a.ball_, b.ball_, result.precision_);
  return result;
}

Ordering compare(const Interval& a, const Interval& b) {
  if (arb_lt(a.ball(), b.ball()) != 0) return Ordering::less;
  if (arb_gt(a.ball(), b.ball()) != 0) return Ordering::greater;
  if (arb_eq(a.ball(), b.ball()) != 0) return Ordering::equal;  // true for single points only
  return Ordering::undecided;
}

Ordering compare(const Interval& a, const Rational& b) {
  // a - b at growing precision would only widen a; the point b is enclosed tightly enough at a's own
  // precision plus a guard, and exactly where its denominator is a power of two.
  return compare(a, Interval(b, a.precision() + 64));
}

double nearest_double_from(const Interval& enclosure, bool& tight) {
  // 54 accurate bits leave the middle within 2^-54 of the true value relatively; rounding the middle to
  // the nearest double adds 2^-53 relatively, or 2^-1075 absolutely below the normal range.
  tight = enclosure.is_finite() && arb_rel_accuracy_bits(enclosure.ball()) >= 54;
  const double value = tight ? enclosure.middle_double() : 0;
  if (std::isinf(value)) throw std::range_error("a number beyond the range of binary64");
  return value;
}

void throw_precision_exhausted() {
  throw std::runtime_error("an enclosure stayed too wide at the maximal precision of 16384 bits");
}

void release_thread_caches() {
  flint_cleanup();
}

}  // namespace attest
