// The attention weights of one head at one token as a heat map.
#pragma once

#include <cstddef>
#include <string>

#include "claims/json.hpp"

namespace attest::report {

inline constexpr std::size_t most_cells = 1024;

// `head`: of an explanation whose tuples are all listed; of one index a strip, of two a square of tokens. The heaviest tuples are
// framed. Empty where a tuple is missing, there are more indices, or more cells than most_cells.
std::string heat_map_svg(const Json& head);

}  // namespace attest::report
