#include "numeric/floating/hardware_arithmetic.hpp"

#include <stdexcept>

namespace attest {

namespace {

constexpr ExponentRange double_range{-1022, 1023};
constexpr ExponentRange float_range{-126, 127};

bool within(const ExponentRange& inner, const ExponentRange& outer) {
  return inner.least >= outer.least && inner.greatest <= outer.greatest;
}

}  // namespace

bool HardwareArithmetic::covers(const FloatFormat& format) {
  if (!format.range) return false;
  if (format.precision == std::numeric_limits<double>::digits)
    return *format.range == double_range && format.has_infinity;
  return format.precision <= greatest_native_precision && within(*format.range, float_range);
}

HardwareArithmetic::HardwareArithmetic(const FloatFormat& format) : reference_(format) {
  if (!covers(format)) throw std::invalid_argument(format.name + " is not computed by double operations");
  if (!hardware_is_exact()) throw std::runtime_error("this thread's double operations are not IEEE 754's");
  if (format.precision == std::numeric_limits<double>::digits) {
    rounding_ = Rounding::none;
  } else if (format.precision == std::numeric_limits<float>::digits && *format.range == float_range &&
             format.has_infinity) {
    rounding_ = Rounding::to_float;
  }
  least_ = static_cast<int>(format.range->least);
  greatest_ = static_cast<int>(format.range->greatest);
  places_ = static_cast<int>(format.precision - 1);
  largest_ = reference_.from(format.largest()).to_double();
}

double HardwareArithmetic::exponential(double a) const {
  FloatValue argument(std::numeric_limits<double>::digits);
  mpfr_set_d(argument.mpfr(), a, MPFR_RNDN);
  return reference_.exponential(argument).to_double();
}

}  // namespace attest
