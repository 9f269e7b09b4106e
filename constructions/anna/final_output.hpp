// The layer of Lemma B.6 of seed 001_9fe7599dfb64bc47.txt, lines 554-574, as part of a whole simulation; by itself it is
// constructions/anna/final_output.theorem.
#pragma once

#include <functional>

#include "protocols/machine_layer.hpp"

namespace attest {

// MsgOut_i: the output words of machine i, in order, from its state before the layer. Fewer than the machine
// should hold leave zeros.
using OutputOf = std::function<mpc::Words(const mpc::TokenState& state)>;

// The layer that hands the n output words from the first ceil(n/s) machines to the first n tokens: one head.
attention::MatchLayer anna_final_output_layer(const mpc::MachineTokens& tokens, long n, long s,
                                              OutputOf output_of, mpc::StateReader read);

// psi with the token's number: the word of index `index` among the pairs (word, idx) behind the number in the state,
// 0 if it is not there.
mpc::Value anna_final_output_psi(const attention::State& state, long s, long index);

}  // namespace attest
