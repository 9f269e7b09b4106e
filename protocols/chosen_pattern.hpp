// The message patterns of a round, counted and numbered.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "protocols/given_messages.hpp"

namespace attest::mpc {

// How many patterns there are, without listing them.
Integer pattern_count(const RoundLimits& limits);

// What `attest run` is given: JSON as above, "random", or "rank:R", the pattern that for_every_pattern visits after R others, with its
// rank. UsageError; ranks are for q <= 5, s <= 4.
std::pair<Pattern, std::optional<Integer>> chosen_pattern(const Json& given, const RoundLimits& limits,
                                                          std::uint64_t seed);

}  // namespace attest::mpc
