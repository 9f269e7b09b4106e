// Reversal: output i is x_{n+1-i}. One round, ceil(n/s) machines, whole blocks as messages: each machine
// sends to and receives from at most two others (one if s divides n), so it is a protocol with communication
// capacity k <= 2 < s in the sense of Definition B.11.
#pragma once

#include "protocols/protocol.hpp"

namespace attest::mpc {

Protocol reversal_protocol(long n, long s, long letters);

}  // namespace attest::mpc
