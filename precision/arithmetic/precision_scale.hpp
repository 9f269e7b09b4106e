// What a head multiplies its scores with, in rounded arithmetic.
#pragma once

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"

namespace attest {

class PrecisionScale {
 public:
  PrecisionScale() : PrecisionScale(Rational(1)) {}
  explicit PrecisionScale(const Rational& number) : factor_(number) {}
  explicit PrecisionScale(Surd surd) : factor_(std::move(surd)) {}
  PrecisionScale times(const Rational& multiple) const;
  Interval enclosure(Precision precision) const;
  int sign() const { return factor_.sign(); }

  // Correctly rounded. Throws std::runtime_error where maximal_precision does not tell on which side of a
  // rounding boundary the number lies (an irrational number lies on none).
  FloatValue rounded(const FloatArithmetic& arithmetic) const;

 private:
  Surd factor_;
};

}  // namespace attest
