// anna/simulates-mpc: Theorem B.2 (and Lemma B.13) of seed 001_9fe7599dfb64bc47.txt, lines 470-578 and
// 615-627.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "claims/claim.hpp"
#include "claims/walkthrough.hpp"
#include "protocols/exact_match_network.hpp"
#include "protocols/message_encoding.hpp"
#include "protocols/token_state.hpp"

namespace attest {

// A protocol and the transformer that simulates it.
struct MpcSimulation {
  mpc::Protocol protocol;
  mpc::ExactMatchNetwork network;
  std::shared_ptr<const mpc::MessageEncoding> encoding;
  // read[l]: the machine's state from the rows after layer l + 1, for all layers but the last.
  std::vector<mpc::StateReader> read;
};

// `routing_heads`: s (Theorem B.2) or the communication capacity k (Lemma B.13), also the number alpha of
// letters that a head may have to average.
MpcSimulation anna_simulate(Variant variant, const mpc::Protocol& protocol, const mpc::SlotCode& code,
                            long routing_heads);

// What the printed init lacks: two tokens of machines, 1-based, whose rows after the first layer are equal on this
// input, so that no later layer can tell them apart; nothing where all rows differ.
std::optional<std::pair<long, long>> equal_rows_after_init(const MpcSimulation& simulation,
                                                           const mpc::Words& input);

// The rounds of the direct run on this input, up to a limit that it breaks: what every machine knows and sends, and whether the tokens
// know it after the layer that stands for the round.
std::vector<WalkSection> rounds_of_simulation(const MpcSimulation& simulation, const mpc::Words& input);

std::unique_ptr<Claim> anna_simulates_mpc_claim();

}  // namespace attest
