// Numbers as a reader wants to see them beside others: exact where that is short, else six digits. Nothing is decided
// by these texts; what is printed in full stands in numeric/decimal.hpp.
//
//   short_text(Rational(1, 3))        1/3
//   short_text(exp(-1))               0.367879
//   short_text(4 - e^-30)             4 - 9.4e-14       (not "4")
#pragma once

#include <string>

#include "numeric/interval.hpp"

namespace attest {

// The number where it has at most 12 characters, else as an enclosure of it.
std::string short_text(const Rational& value);

// Six digits that both ends share; a number next to an integer as the integer and what it is off; both ends in brackets
// where they differ. "not finite" where they are not.
std::string short_text(const Interval& value);
std::string short_text(const Rational& lower, const Rational& upper);

// A decimal bound (numeric/decimal.hpp) cut to `digits` significant digits for reading, rounded outward: `up` or down.
std::string short_bound(const std::string& decimal, int digits, bool up);

// A bound of the number for reading: six digits, rounded up, and more where six would not be below `limit` though the number is, so that
// "at most TEXT < limit" is true as it is printed. Rounded down there is nothing that it has to stay above.
std::string short_upper_bound(const Interval& value, const Rational& limit);
std::string short_lower_bound(const Interval& value);

}  // namespace attest
