// anna/simulates-mpc: Theorem B.2 (and Lemma B.13) of seed 001_9fe7599dfb64bc47.txt, lines 470-578 and
// 615-627.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "attention/match_plan.hpp"
#include "claims/claim.hpp"
#include "claims/walkthrough.hpp"
#include "protocols/machine_layer.hpp"
#include "protocols/message_encoding.hpp"

namespace attest {

// A protocol and the transformer that simulates it.
struct MpcSimulation {
  mpc::Protocol protocol;
  mpc::MachineTokens tokens;
  attention::MatchLayers network;
  std::shared_ptr<const mpc::MessageEncoding> encoding;
  // read[l]: what the machine knows, from the token's state after layer l + 1, for all layers but the last.
  std::vector<mpc::StateReader> read;

  long depth() const { return static_cast<long>(network.layers.size()); }
  // X, without attention: of every token, its number and its input word, 0 behind the last.
  std::vector<attention::State> states(const mpc::Words& input) const;
  // psi at the tokens that hold output words, from the last states.
  mpc::Words outputs(const std::vector<attention::State>& last) const;
  // On one of many inputs; the plan is of this network.
  mpc::Words outputs(attention::MatchPlan& plan, const mpc::Words& input) const;
};

// The transformer on one input, by the definition: the states before each layer and behind the last.
std::vector<std::vector<attention::State>> states_of_simulation(const MpcSimulation& simulation,
                                                                const mpc::Words& input);

// `routing_heads`: s (Theorem B.2) or the communication capacity k (Lemma B.13), also the number alpha of
// letters that a head may have to average. `reading`: to the nearest where states are rounded.
MpcSimulation anna_simulate(Variant variant, const mpc::Protocol& protocol, const mpc::SlotCode& code,
                            long routing_heads, mpc::Reading reading = mpc::Reading::exact);

// The same from the layers of matched_layers.hpp, all of whose queries find a key: Corollary B.9 (B.14 with k heads).
MpcSimulation anna_simulate_matched(const mpc::Protocol& protocol, const mpc::SlotCode& code,
                                    long routing_heads);

// What the printed init lacks: two tokens of machines, 1-based, whose states after the first layer are equal on this
// input, so that no later layer can tell them apart; nothing where all states differ.
std::optional<std::pair<long, long>> equal_states_after_init(const MpcSimulation& simulation,
                                                             const mpc::Words& input);

// The rounds of the direct run on this input, up to a limit that it breaks: what every machine knows and sends, and whether the tokens
// know it after the layer that stands for the round.
std::vector<WalkSection> rounds_of_simulation(const MpcSimulation& simulation, const mpc::Words& input);

std::unique_ptr<Claim> anna_simulates_mpc_claim();

}  // namespace attest
