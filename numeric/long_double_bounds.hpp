// Long doubles as bounds of numbers far below 1: binary floating point of 64 bits or more whose exponents reach 2^-16382, where doubles
// end at 2^-1074. Enclosures are rounded outward; a bound that lies below the least normal number becomes 0 or that number.
#pragma once

#include <limits>

#include "numeric/interval.hpp"

namespace attest {

static_assert(std::numeric_limits<long double>::radix == 2 &&
                  std::numeric_limits<long double>::digits >= 64 &&
                  std::numeric_limits<long double>::min_exponent <= -16381,
              "bounds of very small numbers need the 80 bit long double or a larger one");

// lower <= x <= upper for all x in the interval.
long double lower_long_double(const Interval& value);
long double upper_long_double(const Interval& value);

// The exact value of a finite long double of at most 64 significant bits.
Interval interval_from_long_double(long double value, Precision precision = initial_precision);

}  // namespace attest
