// Rational numbers rounded to a format, as the numbers of exact-match layers are.
#pragma once

#include "numeric/floating/float_arithmetic.hpp"

namespace attest {

// The exponent of 2^e <= |x| < 2^(e+1); x is not zero.
long exponent_of(const Rational& x);

// One format's numbers, with a short way for the integers that every format of that width holds.
class MatchFormat {
 public:
  explicit MatchFormat(const FloatFormat& format);

  // UndefinedState (attention/whole_number.hpp) where it overflows.
  Rational rounded(const Rational& number) const;
  static Rational number_of(const FloatValue& value);

 private:
  FloatArithmetic arithmetic_;
  Integer integers_;  // 0, 1, .., integers_ are numbers of the format
};

}  // namespace attest
