// What a head multiplies its scores with: a surd, or the logarithm of a rational.
#pragma once

#include <optional>

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"

namespace attest {

class PrecisionScale {
 public:
  PrecisionScale() : PrecisionScale(Rational(1)) {}
  explicit PrecisionScale(const Rational& number) : factor_(number) {}
  explicit PrecisionScale(Surd surd) : factor_(std::move(surd)) {}
  // log(ratio), ratio > 0, else std::domain_error.
  static PrecisionScale logarithm(const Rational& ratio);

  PrecisionScale times(const Rational& multiple) const;
  Interval enclosure(Precision precision) const;

  // Correctly rounded. Throws std::runtime_error where maximal_precision does not tell on which side of a
  // rounding boundary the number lies (an irrational number lies on none).
  FloatValue rounded(const FloatArithmetic& arithmetic) const;

 private:
  Surd factor_;
  std::optional<Rational> ratio_;  // factor * log(ratio) if present; not 1
};

}  // namespace attest
