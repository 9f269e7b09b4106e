// anna/routing: Lemma B.3 of seed 001_9fe7599dfb64bc47.txt, lines 496-524.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "protocols/machine_layer.hpp"
#include "protocols/message_encoding.hpp"

namespace attest {

// Whose messages a token asks for: its own machine's, or that of another (final_output).
struct Addressee {
  std::function<long(long identity)> machine;
  std::string query;  // the same as a formula
};
inline Addressee own_messages() {
  return {[](long identity) { return identity; }, "p_i"};
}

// The layer that delivers what `local` sends: `heads` heads (s in Lemma B.3, k in Lemma B.13), head h for the
// h-th message of each machine. `read` gives a token's knowledge from its state.
attention::MatchLayer anna_routing_layer(const mpc::MachineTokens& tokens, std::string name, mpc::Local local,
                                         mpc::StateReader read, long heads,
                                         std::shared_ptr<const mpc::MessageEncoding> encoding,
                                         Addressee addressee);

// varphi: what arrived, from the state behind the layer. Not readable if some head's average is no average of encodings.
// The identity stays 0.
mpc::TokenState anna_received(const attention::State& state, long heads, const mpc::MessageEncoding& encoding,
                              mpc::Reading reading);

std::unique_ptr<Claim> anna_routing_claim();

}  // namespace attest
