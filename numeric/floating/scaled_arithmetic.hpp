// Correctly rounded arithmetic in formats with at most 24 significand bits and any exponents, p<bits> among
// them: a double for the significand and an integer for the exponent. What FloatArithmetic computes, faster.
//
// The operations are those of hardware_arithmetic.hpp on significands, where nothing leaves double's range;
// the result is rounded at the place that its exponent says. The argument there about quotients uses of
// double's range only that the double quotient is normal: here it is between 1/2 and 2. A product of
// significands has at most 48 bits. In a sum a number that is smaller by more than 2^100 is replaced by one
// of its sign of 2^-100 (the larger one counting 1 to 2): rounding to odd gives the same for both, because
// the larger one is a double and so neither crosses the next double.
//
// MPFR's exponents end near 2^62: operands beyond 2^60 are left to FloatArithmetic, so that both agree there.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "numeric/floating/double_rounding.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

// significand * 2^exponent with 1 <= |significand| < 2; zeros, infinities and NaN have the exponent 0.
struct ScaledValue {
  double significand = std::numeric_limits<double>::quiet_NaN();
  std::int64_t exponent = 0;
};

class ScaledArithmetic {
 public:
  using Value = ScaledValue;

  static bool covers(const FloatFormat& format) { return format.precision <= greatest_native_precision; }

  // std::invalid_argument unless it is covered, std::runtime_error unless hardware_is_exact() in this thread.
  explicit ScaledArithmetic(const FloatFormat& format);

  const FloatFormat& format() const { return reference_.format(); }

  ScaledValue from(const Rational& value) const { return value_of(reference_.from(value)); }
  ScaledValue from(const ScaledValue& value) const {
    if (is_special(value)) return special(value.significand);
    return is_far(value) ? value_of(reference_.from(exactly(value)))
                         : rounded(value.significand, value.exponent);
  }
  // Of at most 53 bits, as it is.
  ScaledValue value_of(const FloatValue& value) const;
  // Of a value of this format.
  FloatValue float_value(const ScaledValue& value) const { return reference_.from(exactly(value)); }

  // Operands of add and subtract may have 53 bits, those of the others 24.
  ScaledValue add(const ScaledValue& a, const ScaledValue& b) const;
  ScaledValue subtract(const ScaledValue& a, const ScaledValue& b) const {
    return add(a, {-b.significand, b.exponent});
  }
  ScaledValue multiply(const ScaledValue& a, const ScaledValue& b) const {
    if (is_far(a) || is_far(b)) return value_of(reference_.multiply(exactly(a), exactly(b)));
    const double product = a.significand * b.significand;
    if (is_special(product)) return special(product);
    return rounded(product, a.exponent + b.exponent);
  }
  ScaledValue divide(const ScaledValue& a, const ScaledValue& b) const {
    if (is_far(a) || is_far(b)) return value_of(reference_.divide(exactly(a), exactly(b)));
    const double quotient = a.significand / b.significand;
    if (is_special(quotient)) return special(quotient);
    return rounded(quotient, a.exponent - b.exponent);
  }
  ScaledValue exponential(const ScaledValue& a) const { return value_of(reference_.exponential(exactly(a))); }
  ScaledValue maximum(const ScaledValue& a, const ScaledValue& b) const {  // NaN if one of them is
    if (is_nan(a) || is_nan(b)) return {};
    return from(less(a, b) ? b : a);
  }

  static bool is_nan(const ScaledValue& a) { return std::isnan(a.significand); }
  static bool is_finite(const ScaledValue& a) { return std::isfinite(a.significand); }
  static bool is_zero(const ScaledValue& a) { return a.significand == 0; }
  static bool is_negative(const ScaledValue& a) { return std::signbit(a.significand); }  // also -0
  static bool less(const ScaledValue& a, const ScaledValue& b) {
    // A zero, an infinity or another sign is told by the significands.
    if (is_special(a) || is_special(b) || a.exponent == b.exponent ||
        (a.significand < 0) != (b.significand < 0))
      return a.significand < b.significand;
    return (a.exponent < b.exponent) == (a.significand > 0);
  }
  static bool equal(const ScaledValue& a, const ScaledValue& b) {  // not of NaN
    return a.significand == b.significand && a.exponent == b.exponent;
  }
  // e of 2^e <= |a| < 2^(e+1), of a number that is not zero.
  static long exponent(const ScaledValue& a) { return static_cast<long>(a.exponent); }

 private:
  static constexpr std::int64_t greatest_exponent = std::int64_t{1} << 60;

  static bool is_special(double significand) { return significand == 0 || !std::isfinite(significand); }
  static bool is_special(const ScaledValue& a) { return is_special(a.significand); }
  static bool is_far(const ScaledValue& a) {
    return a.exponent > greatest_exponent || a.exponent < -greatest_exponent;
  }

  // Of a zero, an infinity or NaN.
  ScaledValue special(double x) const {
    if (std::isinf(x) && !format().has_infinity) return {};
    return {x, 0};
  }

  // x 2^exponent, x a normal double: the nearest value of the format.
  ScaledValue rounded(double x, std::int64_t exponent) const {
    const int shift = binary_exponent(x);
    exponent += shift;
    if (shift != 0) x *= double_power_of_two(-shift);
    std::int64_t unit = -places_;
    if (bounded_ && exponent < least_) unit += least_ - exponent;
    if (unit > 1) return {std::copysign(0.0, x), 0};  // |x| < 2 is less than half of 4
    double result = round_to_multiple(x, static_cast<int>(unit));
    if (result == 0) return {result, 0};
    if (std::abs(result) >= 2) {
      result /= 2;
      ++exponent;
    }
    if (bounded_ &&
        (exponent > greatest_ || (exponent == greatest_ && std::abs(result) > largest_significand_)))
      return special(std::copysign(std::numeric_limits<double>::infinity(), result));
    return {result, exponent};
  }

  // The same number for MPFR.
  static FloatValue exactly(const ScaledValue& value);

  FloatArithmetic reference_;
  int places_;  // p - 1
  bool bounded_ = false;
  std::int64_t least_ = 0;
  std::int64_t greatest_ = 0;
  double largest_significand_ = 0;
};

inline ScaledValue ScaledArithmetic::add(const ScaledValue& a, const ScaledValue& b) const {
  if (is_special(a) || is_special(b)) {
    if (is_zero(a) && !is_special(b)) return from(b);
    if (is_zero(b) && !is_special(a)) return from(a);
    // A number beside an infinity or NaN counts for nothing but being finite, which its significand is too.
    return special(a.significand + b.significand);
  }
  if (is_far(a) || is_far(b)) return value_of(reference_.add(exactly(a), exactly(b)));
  constexpr std::int64_t apart = 100;
  const bool a_is_larger = a.exponent >= b.exponent;
  const ScaledValue& large = a_is_larger ? a : b;
  const ScaledValue& small = a_is_larger ? b : a;
  const std::int64_t distance = large.exponent - small.exponent;
  const double beside = distance > apart
                            ? std::copysign(0x1p-100, small.significand)
                            : small.significand * double_power_of_two(-static_cast<int>(distance));
  const double sum = sum_rounded_to_odd(large.significand, beside);
  if (sum == 0) return {sum, 0};
  return rounded(sum, large.exponent);
}

}  // namespace attest
