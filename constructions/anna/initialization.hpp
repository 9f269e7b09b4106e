// The layer of Lemma B.5 of seed 001_9fe7599dfb64bc47.txt, lines 528-550, as part of a whole simulation; by itself it is
// constructions/anna/initialization.theorem.
#pragma once

#include "protocols/machine_layer.hpp"

namespace attest {

// The layer for n input words on n tokens or more; token idx has the state (idx, input_idx), those behind n the input 0. The lemma
// prints one head; Theorem B.2 needs the tokens' numbers as well (simulates_mpc.cpp).
attention::MatchLayer anna_initialization_layer(const mpc::MachineTokens& tokens, long n, long s);

// psi as a memory: MachineIn_1 of the token, (input_idx, idx), ... from the averages behind its number in the state. Nothing
// where they are no such numbers.
std::optional<mpc::Memory> anna_initial_memory(const attention::State& state, long s, mpc::Reading reading);

}  // namespace attest
