// A surd rounded to a floating-point format, once.
#pragma once

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/surd.hpp"

namespace attest {

// Correctly rounded. Throws std::runtime_error where maximal_precision does not tell on which side of a
// rounding boundary the surd lies (an irrational number lies on none).
FloatValue rounded_surd(const FloatArithmetic& arithmetic, const Surd& surd);

}  // namespace attest
