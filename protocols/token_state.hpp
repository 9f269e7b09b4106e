// What a token of the simulating transformer knows, read from its state.
#pragma once

#include <functional>

#include "attention/match_layers.hpp"
#include "protocols/protocol.hpp"

namespace attest::mpc {

struct TokenState {
  long identity = 0;     // which machine it plays, 0 if the state does not say
  Memory memory;         // MachineIn of that machine
  bool readable = true;  // false: the state is no average of encodings
};

// An element-wise function.
using StateReader = std::function<TokenState(const attention::State& state)>;

}  // namespace attest::mpc
