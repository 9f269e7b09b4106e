// One tuple of blocks of a protocol, as `attest run` shows it.
#pragma once

#include "claims/run_result.hpp"
#include "lowerbounds/communication/protocol.hpp"

namespace attest {

// How often the players sum the tuple (it must be once), by whom, and that these know its tokens.
void add_tuple_run(const Protocol& protocol, const BlockTuple& tuple, RunResult& result);

}  // namespace attest
