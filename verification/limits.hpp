// What the settings have in common: how precisely a verdict's numbers are known, and up to where everything
// is judged exactly.
#pragma once

namespace attest {

inline constexpr long printed_bits = 70;  // more than 17 digits need
// The smallest spaces are judged exactly, by the definition.
inline constexpr unsigned long exact_space_limit = 512;

}  // namespace attest
