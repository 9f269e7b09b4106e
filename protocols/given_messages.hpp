// The messages of one round as a user gives them:
//
//   {"messages": [{"from": 1, "to": 2, "words": [0, 1]}, ...]}
#pragma once

#include <cstdint>

#include "claims/json.hpp"
#include "protocols/message_patterns.hpp"

namespace attest::mpc {

// q machines, at most s words sent and received by each, words 0, ..., letters - 1.
struct RoundLimits {
  long q = 1;
  long s = 1;
  long letters = 2;
};

// Throws UsageError that names what is wrong: another key, a machine or word out of range, two messages from
// one machine to another, more than s words sent or received.
Pattern pattern_from_json(const Json& input, const RoundLimits& limits);
Json messages_json(const Pattern& pattern);

// Machines take turns in sending a random message to a random machine, as far as there is room.
Pattern random_pattern(const RoundLimits& limits, std::uint64_t seed);

// A machine's memory: [{"from": 2, "words": [0, 1]}, ..].
Json memory_json(const Memory& memory);

}  // namespace attest::mpc
