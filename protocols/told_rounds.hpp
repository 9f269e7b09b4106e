// A run of a protocol for a reader: who holds and receives what, round by round.
#pragma once

#include "claims/walkthrough.hpp"
#include "protocols/simulator.hpp"

namespace attest::mpc {

// One row for each machine that holds something: before the first round its input, then what it received and from whom. At most
// 32 rows and 8 words a message are written out; the title says how many rows there are.
WalkSection told_rounds(const Protocol& protocol, const Run& run);

}  // namespace attest::mpc
