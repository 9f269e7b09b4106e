// Sums of exponentials sum_S c_S exp(S * unit) with integer S, rational c_S and a surd unit: their exact
// zero test and their enclosure.
#pragma once

#include <map>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"
#include "numeric/surd.hpp"

namespace attest {

using ExponentialSum = std::map<Integer, Rational>;  // S -> c_S

// Decides whether the sum is zero, for every unit.
bool is_zero(const ExponentialSum& sum, const Surd& unit);

// Encloses sum_S c_S exp((S - shift) * unit).
Interval enclose(const ExponentialSum& sum, const Surd& unit, const Integer& shift, Precision precision);

// Encloses numerator / denominator. The denominator's coefficients are positive and it is not empty.
// Precision grows until at least `accurate_bits` leading bits are certain (a zero quotient is returned
// exactly). Throws std::runtime_error at maximal_precision.
Interval quotient(const ExponentialSum& numerator, const ExponentialSum& denominator, const Surd& unit,
                  long accurate_bits);

// The sign of a sum: less, equal or greater against zero; undecided only at maximal_precision.
Ordering sign_of(const ExponentialSum& sum, const Surd& unit);

}  // namespace attest
