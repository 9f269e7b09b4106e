// What the settings have in common: when an output is right, how precisely a verdict's numbers are known, and up to where
// everything is judged exactly.
#pragma once

#include <cstddef>

#include "numeric/integer.hpp"

namespace attest {

// An output y is right if |y - truth| < 1/2 ("0.5-precision"). Exactly 1/2 is wrong; it
// leaves a decision margin of zero.
inline Rational decision_threshold() {
  return {Integer(1), Integer(2)};
}

inline constexpr long printed_bits = 70;  // more than 17 digits need
// The smallest spaces are judged exactly, by the definition.
inline constexpr unsigned long exact_space_limit = 512;
// Tables of the table judge up to this size.
inline constexpr std::size_t most_table_bytes = std::size_t{96} << 20;

}  // namespace attest
