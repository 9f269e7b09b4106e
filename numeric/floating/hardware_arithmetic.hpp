// Correctly rounded arithmetic in the named formats by the hardware's double operations: what FloatArithmetic
// computes, faster. Values are doubles; every value of these formats is one.
//
//   HardwareArithmetic half(*float_format_from_name("fp16"));
//   double third = half.divide(1, 3);   // 0.333251953125
//
// Why an operation in double and a rounding to the format are the one rounding of the exact result:
//
// fp64. The operation itself is that rounding (IEEE 754), for any operands.
//
// The others have p <= 24 significand bits and exponents well inside double's. Let u be the unit at the exact
// result x: 2^(e+1-p) for 2^e <= |x| < 2^(e+1), but at least that of the subnormal numbers, 2^(least+1-p).
// The format's numbers there are the multiples of u, rounding decides at the midpoints m = M u/2, |M| <
// 2^(p+1) odd (the midpoint after the largest number included: overflow), and all points and midpoints are
// doubles. Rounding to double is monotone, so that double(x) lies on x's side of m or on m itself. Only if
// double(x) = m though x != m is the second rounding a wrong one ("double rounding").
//
//   Sum, difference   are rounded to odd, not to nearest (double_rounding.hpp); right for any doubles a, b.
//   Product           of two numbers with at most 24 bits each has at most 48 bits, and its exponent is above
//                     2 * (-149) > -1022: the double product is exact.
//   Quotient          a = A 2^i, b = B 2^j, 0 < A, B < 2^24 integers, m = N 2^k with an integer 0 < N < 2^25.
//                     If x = a/b != m and x >= m/2:
//                       |x - m| / m = |A 2^i - N B 2^(k+j)| / (N B 2^(k+j)), numerator not zero.
//                     If i >= k+j, it is a multiple of 2^(k+j): the quotient is at least 1/(N B) > 2^-49.
//                     If i < k+j, it is a multiple of 2^i, and N B 2^(k+j) <= 2 A 2^i < 2^25 2^i: > 2^-25.
//                     (If x < m/2, |x - m| > m/2.) But |double(x) - x| <= 2^-53 |x|, where x lies in double's
//                     normal range, |x| > 2^(-149-128), and double(x) = m would make that at most 2^-52 m.
//                     This is Figueroa's 2p + 2 <= 53; nothing in it asks m to be a normal number's midpoint.
//   Conversion        rounds once.
//
// Infinities, NaN and signed zeros are IEEE 754's in both steps. libm's exponential is not correctly rounded:
// MPFR's is taken.
#pragma once

#include <cmath>
#include <limits>

#include "numeric/floating/double_rounding.hpp"
#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

class HardwareArithmetic {
 public:
  using Value = double;

  // Whether the format is one of those above.
  static bool covers(const FloatFormat& format);

  // std::invalid_argument unless it is covered, std::runtime_error unless hardware_is_exact() in this thread.
  explicit HardwareArithmetic(const FloatFormat& format);

  const FloatFormat& format() const { return reference_.format(); }

  double from(const Rational& value) const { return reference_.from(value).to_double(); }
  double from(double value) const { return rounded(value); }  // any double
  // Of this format.
  double value_of(const FloatValue& value) const { return value.to_double(); }
  FloatValue float_value(double value) const { return reference_.from_double(value); }

  // Operands of add and subtract may be any doubles, those of the others have at most 24 bits (fp64: any).
  double add(double a, double b) const {
    return rounding_ == Rounding::none ? a + b : rounded(sum_rounded_to_odd(a, b));
  }
  double subtract(double a, double b) const { return add(a, -b); }
  double multiply(double a, double b) const { return rounded(a * b); }
  double divide(double a, double b) const { return rounded(a / b); }
  double exponential(double a) const;
  double maximum(double a, double b) const {  // NaN if one of them is
    if (is_nan(a) || is_nan(b)) return std::numeric_limits<double>::quiet_NaN();
    return rounded(a < b ? b : a);
  }

  static bool is_nan(double a) { return std::isnan(a); }
  static bool is_finite(double a) { return std::isfinite(a); }
  static bool is_zero(double a) { return a == 0; }
  static bool is_negative(double a) { return std::signbit(a); }  // also -0
  static bool less(double a, double b) { return a < b; }
  static bool equal(double a, double b) { return a == b; }  // not of NaN
  // e of 2^e <= |a| < 2^(e+1), of a number that is not zero.
  static long exponent(double a) {
    const int e = binary_exponent(a);
    return e > -1023 ? e : std::ilogb(a);
  }

 private:
  enum class Rounding { none, to_float, to_grid };

  double rounded(double x) const {
    if (rounding_ == Rounding::none) return x;
    if (rounding_ == Rounding::to_float) return static_cast<double>(static_cast<float>(x));
    return rounded_to_grid(x);
  }

  double rounded_to_grid(double x) const {
    int e = binary_exponent(x);
    if (e > greatest_) return overflow(x);
    if (e < least_) e = least_;
    const double result = round_to_multiple(x, e - places_);
    return std::abs(result) > largest_ ? overflow(x) : result;
  }

  // Also of infinities and NaN.
  double overflow(double x) const {
    if (!format().has_infinity || is_nan(x)) return std::numeric_limits<double>::quiet_NaN();
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  }

  FloatArithmetic reference_;
  Rounding rounding_ = Rounding::to_grid;
  int least_ = 0;
  int greatest_ = 0;
  int places_ = 0;  // p - 1
  double largest_ = 0;
};

}  // namespace attest
