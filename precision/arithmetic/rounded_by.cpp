#include "precision/arithmetic/rounded_by.hpp"

namespace attest {

RoundedBy fastest_arithmetic(const FloatFormat& format, bool wide) {
  if (wide || !hardware_is_exact()) return RoundedBy::mpfr;
  if (HardwareArithmetic::covers(format)) return RoundedBy::hardware;
  return ScaledArithmetic::covers(format) ? RoundedBy::scaled : RoundedBy::mpfr;
}

}  // namespace attest
