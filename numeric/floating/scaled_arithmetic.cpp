#include "numeric/floating/scaled_arithmetic.hpp"

#include <stdexcept>

namespace attest {

ScaledArithmetic::ScaledArithmetic(const FloatFormat& format)
    : reference_(format), places_(static_cast<int>(format.precision - 1)) {
  if (!covers(format)) throw std::invalid_argument(format.name + " is not computed by double operations");
  if (!hardware_is_exact()) throw std::runtime_error("this thread's double operations are not IEEE 754's");
  if (!format.range) return;
  bounded_ = true;
  least_ = format.range->least;
  greatest_ = format.range->greatest;
  largest_significand_ = value_of(reference_.from(format.largest())).significand;
}

ScaledValue ScaledArithmetic::value_of(const FloatValue& value) const {
  if (!value.is_finite() || value.is_zero()) return {value.to_double(), 0};
  long exponent = 0;  // of a significand between 1/2 and 1
  const double significand = mpfr_get_d_2exp(&exponent, value.mpfr(), MPFR_RNDN);
  return {2 * significand, exponent - 1};
}

FloatValue ScaledArithmetic::exactly(const ScaledValue& value) {
  FloatValue result(std::numeric_limits<double>::digits);
  mpfr_set_d(result.mpfr(), value.significand, MPFR_RNDN);
  const WideExponents wide;
  if (!is_special(value)) mpfr_mul_2si(result.mpfr(), result.mpfr(), value.exponent, MPFR_RNDN);
  return result;
}

}  // namespace attest
