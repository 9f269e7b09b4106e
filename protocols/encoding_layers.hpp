// Lemma B.4's head (seed 001_9fe7599dfb64bc47.txt, lines 518-522) as a layer of its own: machines send to machine 1, which gets
// the average of their encodings.
#pragma once

#include <memory>

#include "attention/match_layers.hpp"
#include "protocols/message_encoding.hpp"

namespace attest::mpc {

// One head, which every token asks for the key 1. Token 1 is machine 1, the others are machines that send: a token's state is its
// machine's number and its message's words plus one, 0 behind the end; its value is the encoding, its key 1, or 0 if it sends
// nothing. `senders`: the most that do. psi is left to the caller.
attention::MatchLayers encoding_layers(std::shared_ptr<const MessageEncoding> encoding, long senders);

// The first states: machine 1, then the others that send. Places that are left hold zeros and send nothing.
// `sent`: by ascending source.
std::vector<attention::State> encoding_states(const MessageEncoding& encoding, long senders,
                                              const std::vector<Letter>& sent);

}  // namespace attest::mpc
