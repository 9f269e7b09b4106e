// What a token of the simulating transformer knows, read from its embedding.
#pragma once

#include <functional>

#include "protocols/fraction.hpp"
#include "protocols/protocol.hpp"

namespace attest::mpc {

struct TokenState {
  long identity = 0;     // which machine it plays, 0 if the embedding does not say
  Memory memory;         // MachineIn of that machine
  bool readable = true;  // false: the embedding is no average of encodings
};

// An element-wise function; `position` as in exact_match_network.hpp.
using StateReader = std::function<TokenState(const Row& row, long position)>;

// The identity that a layer's own-identity head left in the last entry; see own_identity_head().
inline long last_entry(const Row& row) {
  return static_cast<long>(row.back().numerator);
}

}  // namespace attest::mpc
