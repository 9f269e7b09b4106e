// Layers of exact-match attention whose tokens play machines (seed 001_9fe7599dfb64bc47.txt, Definitions 2.1, 2.2 and B.1), as the
// record of attention/match_layers.hpp, whose evaluators run them.
//
// A token's state: in coordinate 0 the token's number, behind it what the layer's heads give, one head after the other (the
// matrices W_h of Definition 2.1 put head h's m numbers at places of their own). There is no residual (X^(l) =
// f_l(X^(l-1)), line 88).
//
// Queries and keys are identifiers p_i: the binary digits of i, lowest first. All digits 0 is the key of a token that offers
// nothing; no machine has the number 0.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attention/match_layers.hpp"
#include "claims/json.hpp"
#include "protocols/reading.hpp"
#include "protocols/token_state.hpp"

namespace attest::mpc {

struct MachineTokens {
  long count = 0;
  long key_bits = 0;      // m of the queries and keys; every token's number has no more
  std::size_t width = 1;  // coordinates of a state
  // How a token's number comes through a layer: by a head of its own, in which every token finds itself alone (query and key
  // p_i, value (i)); else the layer leaves it in its place, as where element-wise functions see the position.
  bool numbers_by_head = true;
  Reading reading = Reading::exact;

  attention::State digits(long identifier) const;  // zeros for 0 and for what has more digits than key_bits
  // The number that coordinate 0 names, 0 where it names none. Reading to the nearest: UndefinedState there.
  long number(const attention::State& state) const;
};

// One token's query, key and value in one head.
struct HeadToken {
  long query = 0;
  long key = 0;
  attention::State value;  // empty: all zeros
};
// Q, K and V of all heads but that of numbers: what the machine of this number computes.
using Projection = std::function<std::vector<HeadToken>(long number, const attention::State& state)>;

// Heads whose values all have `dimension` entries. `formulas`: what `project` computes for each.
attention::MatchLayer machine_layer(const MachineTokens& tokens, std::string name, std::size_t heads,
                                    std::size_t dimension, const attention::ProgramFormulas& formulas,
                                    Projection project);

// Kinds and psi are left to the caller: inputs give the first states.
attention::MatchLayers machine_layers(const MachineTokens& tokens);

// What a reader sees of such layers: {"query_key_dimension", "layers": [{"layer", "heads": [{"heads": "1, ..., 4", "query", "key",
// "value", "value_dimension"}]}], "psi"}, heads of one kind together.
Json machine_layers_json(const MachineTokens& tokens, const attention::MatchLayers& layers);
// The same of layers that play a protocol, behind its {"protocol", "rounds", "machines"}.
Json simulation_json(const Protocol& protocol, const MachineTokens& tokens,
                     const attention::MatchLayers& layers);

}  // namespace attest::mpc
