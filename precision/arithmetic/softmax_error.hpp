// How far the computed weights of a softmax and their average can be off: layer/layer_error.hpp and
// features/feature_error.hpp have the derivations, and how far the exponents are off.
#pragma once

#include <optional>

#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

// 1 + rho: the factor by which a computed exponential may be off, above and below, whose exponent is off by
// at most e_d.
Interval exponential_factor(const BoundedArithmetic& arithmetic, const Interval& e_d);
// Of exponents s - max, s scores.
Interval exponential_factor(const BoundedArithmetic& arithmetic, const BoundedNumber& s);

// rho_w of a weight among `terms` nonnegative kernels that may each be off by `factor`; nullopt where
// rho_T >= 1.
std::optional<Interval> weight_deviation(const BoundedArithmetic& arithmetic, const Interval& factor,
                                         std::size_t terms);

// sum w v with sum w = 1, for weights that are off by 1 + rho_w and values v, if every term is rounded at
// most that often.
BoundedNumber averaged(const BoundedArithmetic& arithmetic, const Interval& rho_w, const BoundedNumber& v,
                       std::size_t roundings);

}  // namespace attest
