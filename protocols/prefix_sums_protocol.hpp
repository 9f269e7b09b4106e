// Prefix sums: output i is x_1 + ... + x_i.
#pragma once

#include "protocols/protocol.hpp"

namespace attest::mpc {

// n words below `letters`, s >= 2 words of memory, R = ceil(log_s n) + 2 rounds.
Protocol prefix_sums_protocol(long n, long s, long letters);

}  // namespace attest::mpc
