// Correctly rounded arithmetic in a binary floating-point format: every operation gives the exact result
// rounded to nearest, ties to even, with the format's subnormal numbers and its overflow.
//
//   FloatArithmetic half(*float_format_from_name("fp16"));
//   FloatValue third = half.divide(half.from(Rational(1)), half.from(Rational(3)));
//
// Unbounded exponents end where MPFR's do, at about 2^62: what is smaller is a zero, what is larger infinite.
// Signed zeros, infinities and NaN behave as in IEEE 754. Every value belongs to one format; operands
// of an operation may come from another one, their value is taken as it is.
#pragma once

#include <mpfr.h>

#include <span>
#include <string>

#include "numeric/floating/float_format.hpp"
#include "numeric/integer.hpp"

namespace attest {

class FloatValue {
 public:
  explicit FloatValue(long precision) { mpfr_init2(value_, precision); }  // NaN
  FloatValue(const FloatValue& other);
  FloatValue(FloatValue&& other) noexcept;
  FloatValue& operator=(const FloatValue& other);
  FloatValue& operator=(FloatValue&& other) noexcept;
  ~FloatValue() { mpfr_clear(value_); }

  bool is_nan() const { return mpfr_nan_p(value_) != 0; }
  bool is_infinite() const { return mpfr_inf_p(value_) != 0; }
  bool is_finite() const { return mpfr_number_p(value_) != 0; }
  bool is_zero() const { return mpfr_zero_p(value_) != 0; }
  bool is_negative() const { return mpfr_signbit(value_) != 0; }  // also of -0

  // The value itself; std::domain_error unless it is finite.
  Rational exact() const;
  // Exactly, for values that a double holds; else rounded to nearest.
  double to_double() const { return mpfr_get_d(value_, MPFR_RNDN); }
  // In shortest decimal digits that tell it from its neighbours in its format, "inf", "-inf" or "nan".
  std::string text() const;

  mpfr_srcptr mpfr() const { return value_; }
  mpfr_ptr mpfr() { return value_; }

 private:
  mpfr_t value_;
};

// While it lives, MPFR's exponents in this thread go as far as MPFR can, about 2^62; by default they end at
// 2^30.
class WideExponents {
 public:
  WideExponents();
  WideExponents(const WideExponents&) = delete;
  WideExponents& operator=(const WideExponents&) = delete;
  ~WideExponents();

 private:
  mpfr_exp_t least_;
  mpfr_exp_t greatest_;
};

class FloatArithmetic {
 public:
  using Value = FloatValue;

  explicit FloatArithmetic(FloatFormat format);

  const FloatFormat& format() const { return format_; }

  FloatValue from(const Rational& value) const;
  FloatValue from(const FloatValue& value) const;  // of another format: rounded to this one
  FloatValue from_double(double value) const;

  FloatValue add(const FloatValue& a, const FloatValue& b) const;
  FloatValue subtract(const FloatValue& a, const FloatValue& b) const;
  FloatValue sum(std::span<const double> summands) const;  // exact, then rounded once
  FloatValue multiply(const FloatValue& a, const FloatValue& b) const;
  FloatValue divide(const FloatValue& a, const FloatValue& b) const;
  FloatValue square_root(const FloatValue& a) const;
  FloatValue exponential(const FloatValue& a) const;
  FloatValue maximum(const FloatValue& a, const FloatValue& b) const;  // NaN if one of them is

  // What is written once for this and for the native arithmetics (hardware_arithmetic.hpp).
  FloatValue value_of(const FloatValue& value) const { return value; }
  FloatValue float_value(const FloatValue& value) const { return value; }
  static bool is_nan(const FloatValue& a) { return a.is_nan(); }
  static bool is_finite(const FloatValue& a) { return a.is_finite(); }
  static bool is_zero(const FloatValue& a) { return a.is_zero(); }
  static bool is_negative(const FloatValue& a) { return a.is_negative(); }  // also -0
  static bool less(const FloatValue& a, const FloatValue& b) { return mpfr_less_p(a.mpfr(), b.mpfr()) != 0; }
  static bool equal(const FloatValue& a, const FloatValue& b) {  // not of NaN
    return mpfr_equal_p(a.mpfr(), b.mpfr()) != 0;
  }
  // e of 2^e <= |a| < 2^(e+1), of a number that is not zero.
  static long exponent(const FloatValue& a) { return mpfr_get_exp(a.mpfr()) - 1; }

 private:
  // Gives the result of `operation(out)`, which returns MPFR's ternary value, the format's range.
  template <class Operation>
  FloatValue rounded(Operation&& operation) const;

  FloatFormat format_;
  FloatValue largest_;  // finite number; unused without a range
};

}  // namespace attest
