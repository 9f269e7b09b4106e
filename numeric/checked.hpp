// The one way from exact numbers to machine numbers. A conversion that does not fit says so; nothing is cut
// to the low bits. tools/check-conversions refuses any other.
#pragma once

#include <optional>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest {

// The same number as a long, if it is one.
std::optional<long> fits_long(const Integer& value);
std::optional<long> fits_long(const Rational& value);  // an integer that fits

// The same for callers that have bounded the value: std::overflow_error where it does not fit.
long to_long(const Integer& value);
std::size_t to_size(const Integer& value);

// The same number, if a double holds it exactly.
std::optional<double> fits_double(const Integer& value);

// A double near the value, infinite beyond the doubles. For what is only shown or chosen by it; nothing is
// proved with it.
double approximate(const Integer& value);
double approximate(const Rational& value);

// The largest integer at most the value.
Integer floor_of(const Rational& value);

// The integer nearest to the middle of a finite interval; std::domain_error for one that is not finite.
Integer nearest_integer_to_middle(const Interval& value);

}  // namespace attest
