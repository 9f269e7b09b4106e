// How far the computed weight of a kernel of the rational form can be off, before it is divided by the sum of all (layer_error.hpp has
// the derivation).
#pragma once

#include "attention/kernel.hpp"
#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

// By the kernel's operations as bounded numbers; no error is larger than a bound of its own that a kernel may have.
BoundedNumber rational_weight_value(attention::Kernel kernel, const BoundedArithmetic& arithmetic,
                                    const BoundedNumber& z);
// Of z^2/(1+z^2) the part of its error that needs no exact operation: e_f.
Interval expressive_error(const BoundedArithmetic& arithmetic, const BoundedNumber& z);

}  // namespace attest
