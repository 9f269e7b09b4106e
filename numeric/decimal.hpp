// Decimal strings that never claim more than was proved: scientific notation, 17 significant digits,
// the lower end of an enclosure rounded down, the upper end rounded up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "numeric/interval.hpp"

namespace attest {

struct DecimalEnclosure {
  std::string lower;  // "-4.2388564743106549e-01"
  std::string upper;
};

// Throws std::domain_error if the interval is not finite.
DecimalEnclosure decimal_enclosure(const Interval& value);

// The same for bounds known separately.
std::string decimal_rounded_down(const Interval& value);
std::string decimal_rounded_up(const Interval& value);

// For a number that is known to be nonnegative: the same lower end, or zero where the enclosure reaches
// below it.
std::string nonnegative_rounded_down(const Interval& value);

// The exact value of such a string: digits with an optional minus, point and exponent; nullopt for anything
// else.
std::optional<Rational> rational_from_decimal(std::string_view text);

}  // namespace attest
