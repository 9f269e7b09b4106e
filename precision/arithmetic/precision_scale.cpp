#include "precision/arithmetic/precision_scale.hpp"

#include <stdexcept>

namespace attest {

PrecisionScale PrecisionScale::times(const Rational& multiple) const {
  PrecisionScale result = *this;
  result.factor_ = Surd(multiple) * factor_;
  return result;
}

Interval PrecisionScale::enclosure(Precision precision) const {
  return factor_.enclosure(precision);
}

// The enclosure is refined until both of its ends round to the same number.
FloatValue PrecisionScale::rounded(const FloatArithmetic& arithmetic) const {
  if (factor_.r() == 1 && !factor_.has_logarithm()) return arithmetic.from(factor_.q());
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Interval number = enclosure(precision);
    FloatValue low(precision);
    FloatValue high(precision);
    arb_get_interval_mpfr(low.mpfr(), high.mpfr(), number.ball());
    FloatValue a = arithmetic.from(low);
    const FloatValue b = arithmetic.from(high);
    if (mpfr_equal_p(a.mpfr(), b.mpfr()) != 0) return a;
  }
  throw std::runtime_error("a scale lies on a rounding boundary as far as the greatest precision tells");
}

}  // namespace attest
