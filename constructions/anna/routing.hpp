// anna/routing: Lemma B.3 of seed 001_9fe7599dfb64bc47.txt, lines 496-524.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "protocols/exact_match_network.hpp"
#include "protocols/message_encoding.hpp"
#include "protocols/token_state.hpp"

namespace attest {

// Whose messages a token asks for: its own machine's, or that of another (final_output).
using Addressee = std::function<long(long identity)>;

// The layer that delivers what `local` sends: `heads` heads (s in Lemma B.3, k in Lemma B.13), head h for the
// h-th message of each machine. `read` gives a token's state from its embedding. With `identities` one more
// head carries the token's number along.
mpc::ExactMatchLayer anna_routing_layer(std::string name, mpc::Local local, mpc::StateReader read, long heads,
                                        std::shared_ptr<const mpc::MessageEncoding> encoding,
                                        Addressee addressee, bool identities);

// varphi: what arrived, from the row that the layer put out. Not readable if some head's average is no
// average of encodings. The identity stays 0.
mpc::TokenState anna_received(const mpc::Row& row, long heads, const mpc::MessageEncoding& encoding);

std::unique_ptr<Claim> anna_routing_claim();

}  // namespace attest
