// The layer of Lemma B.6 of seed 001_9fe7599dfb64bc47.txt, lines 554-574, as part of a whole simulation; by itself it is
// constructions/anna/final_output.theorem.
#pragma once

#include <functional>

#include "protocols/exact_match_network.hpp"
#include "protocols/token_state.hpp"

namespace attest {

// MsgOut_i: the output words of machine i, in order, from its state before the layer. Fewer than the machine
// should hold leave zeros.
using OutputOf = std::function<mpc::Words(const mpc::TokenState& state)>;

// The layer that hands the n output words from the first ceil(n/s) machines to the first n tokens. One head;
// with `identities` a second carries the token's number along.
mpc::ExactMatchLayer anna_final_output_layer(long n, long s, OutputOf output_of, mpc::StateReader read,
                                             bool identities);

// psi with the token's number: the word of index `index` among the pairs (word, idx) in the row's first 2s
// entries, 0 if it is not there.
mpc::Value anna_final_output_psi(const mpc::Row& row, long s, long index);

}  // namespace attest
