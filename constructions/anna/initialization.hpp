// The layer of Lemma B.5 of seed 001_9fe7599dfb64bc47.txt, lines 528-550, as part of a whole simulation; by itself it is
// constructions/anna/initialization.theorem.
#pragma once

#include "protocols/exact_match_network.hpp"
#include "protocols/token_state.hpp"

namespace attest {

// The layer for n input words on `tokens` >= n tokens; token idx <= n has the embedding (input_idx, idx), the
// others (0, idx). The lemma prints one head; with `identities` a second one carries each token's number
// along, which Theorem B.2 needs (simulates_mpc.cpp).
mpc::ExactMatchLayer anna_initialization_layer(long n, long s, bool identities);

// psi: MachineIn_1 of the token as 2s numbers (input_idx, idx), ... from the averages in the row's first 2s
// entries.
std::vector<mpc::Fraction> anna_initialization_psi(const mpc::Row& row, long s);

// The same as a memory.
mpc::Memory anna_initial_memory(const mpc::Row& row, long s);

// A head in which every token finds itself alone and reads its own number: query and key p_i, value (i).
mpc::HeadToken own_identity_head(long identity);

}  // namespace attest
