#include "precision/arithmetic/precision_scale.hpp"

#include <stdexcept>

namespace attest {

PrecisionScale PrecisionScale::logarithm(const Rational& ratio) {
  if (ratio <= 0) throw std::domain_error("the logarithm of a number that is not positive");
  if (ratio == 1) return PrecisionScale(Rational(0));
  PrecisionScale scale;
  scale.ratio_ = ratio;
  return scale;
}

PrecisionScale PrecisionScale::times(const Rational& multiple) const {
  PrecisionScale result = *this;
  result.factor_ = Surd(multiple) * factor_;
  return result;
}

Interval PrecisionScale::enclosure(Precision precision) const {
  const Interval factor = factor_.enclosure(precision);
  return ratio_ ? factor * log(Interval(*ratio_, precision)) : factor;
}

// The enclosure is refined until both of its ends round to the same number.
FloatValue PrecisionScale::rounded(const FloatArithmetic& arithmetic) const {
  if (!ratio_ && factor_.r() == 1 && !factor_.has_logarithm()) return arithmetic.from(factor_.q());
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
