// Which arithmetic computes a rounded evaluation, and an evaluation over the chosen one.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/floating/hardware_arithmetic.hpp"
#include "numeric/floating/scaled_arithmetic.hpp"

namespace attest {

// The numbers are the same, whichever it is.
enum class RoundedBy {
  mpfr,      // FloatArithmetic: every format, and wide steps
  hardware,  // HardwareArithmetic: the named formats
  scaled,    // ScaledArithmetic: p<bits> up to 24 bits
};

// The fastest one that gives exactly these numbers.
RoundedBy fastest_arithmetic(const FloatFormat& format, bool wide);

// An Evaluation<Arithmetic> of these arguments, which is a Base. std::invalid_argument if the arithmetic does
// not have the format, or the wide step.
template <class Base, template <class Arithmetic> class Evaluation, class... Arguments>
std::unique_ptr<Base> evaluation_by(RoundedBy arithmetic, Arguments&&... arguments) {
  switch (arithmetic) {
    case RoundedBy::mpfr:
      return std::make_unique<Evaluation<FloatArithmetic>>(std::forward<Arguments>(arguments)...);
    case RoundedBy::hardware:
      return std::make_unique<Evaluation<HardwareArithmetic>>(std::forward<Arguments>(arguments)...);
    case RoundedBy::scaled:
      return std::make_unique<Evaluation<ScaledArithmetic>>(std::forward<Arguments>(arguments)...);
  }
  throw std::logic_error("no such arithmetic");
}

}  // namespace attest
