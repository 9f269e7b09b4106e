#include "constructions/precision/rounded_surd.hpp"

#include <stdexcept>

#include "numeric/interval.hpp"

namespace attest {

// A surd rounded once: its enclosure is refined until both of its ends round to the same number.
FloatValue rounded_surd(const FloatArithmetic& arithmetic, const Surd& surd) {
  if (surd.r() == 1 && !surd.has_logarithm()) return arithmetic.from(surd.q());
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Interval enclosure = surd.enclosure(precision);
    FloatValue low(precision);
    FloatValue high(precision);
    arb_get_interval_mpfr(low.mpfr(), high.mpfr(), enclosure.ball());
    FloatValue a = arithmetic.from(low);
    const FloatValue b = arithmetic.from(high);
    if (mpfr_equal_p(a.mpfr(), b.mpfr()) != 0) return a;
  }
  throw std::runtime_error("a scale lies on a rounding boundary as far as the greatest precision tells");
}

}  // namespace attest
