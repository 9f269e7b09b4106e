// How far computed attention weights and averages can be off (layer_error.hpp has the derivations).
#pragma once

#include <optional>

#include "constructions/precision/arithmetic/bounded_number.hpp"

namespace attest {

// 1 + rho of a softmax: the factor by which a computed exp(s - max) may be off, above and below; s are
// scores.
Interval exponential_factor(const BoundedArithmetic& arithmetic, const BoundedNumber& s);

// rho_w of a weight among `terms` nonnegative kernels that may each be off by `factor`; nullopt where
// rho_T >= 1.
std::optional<Interval> weight_deviation(const BoundedArithmetic& arithmetic, const Interval& factor,
                                         std::size_t terms);

// sum w v with sum w = 1, for weights that are off by 1 + rho_w and values v, if every term is rounded at
// most that often.
BoundedNumber averaged(const BoundedArithmetic& arithmetic, const Interval& rho_w, const BoundedNumber& v,
                       std::size_t roundings);

// z^2/(1+z^2), and the part of its error that needs no exact operation: e_f.
Interval expressive_error(const BoundedArithmetic& arithmetic, const BoundedNumber& z);
BoundedNumber expressive_value(const BoundedArithmetic& arithmetic, const BoundedNumber& z);

}  // namespace attest
