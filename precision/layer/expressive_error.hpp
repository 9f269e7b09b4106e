// How far a computed z^2/(1+z^2) of expressive attention can be off (layer_error.hpp has the derivation).
#pragma once

#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

// z^2/(1+z^2), and the part of its error that needs no exact operation: e_f.
Interval expressive_error(const BoundedArithmetic& arithmetic, const BoundedNumber& z);
BoundedNumber expressive_value(const BoundedArithmetic& arithmetic, const BoundedNumber& z);

}  // namespace attest
