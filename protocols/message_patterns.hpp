// All that q machines can send each other in one round: every machine sends at most one message to each
// machine, each of at least one word; at most s words sent and received by each; words are 0, ..., letters
// - 1.
#pragma once

#include <functional>
#include <vector>

#include "protocols/protocol.hpp"

namespace attest::mpc {

// sent[i-1]: machine i's messages, by ascending destination.
using Pattern = std::vector<std::vector<Message>>;

// Calls visit for every pattern; stops when visit returns false. Returns whether all were visited.
bool for_every_pattern(long q, long s, long letters, const std::function<bool(const Pattern&)>& visit);

// What machine i receives, by the definition of a round.
Memory delivered(const Pattern& pattern, long machine);

}  // namespace attest::mpc
