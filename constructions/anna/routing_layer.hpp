// The layer of Lemma B.3 alone, from the messages of a round to what has arrived: what anna/routing looks at.
#pragma once

#include <memory>
#include <vector>

#include "claims/parameters.hpp"
#include "constructions/anna/routing.hpp"
#include "protocols/pattern_numbers.hpp"

namespace attest {

struct RoutingLayer {
  // q, s, letters and code. `reading`: to the nearest where states are rounded; then nothing of a state stays behind the layer but what
  // its heads give.
  explicit RoutingLayer(const Parameters& parameters, mpc::Reading reading = mpc::Reading::exact);

  // Before the layer: a token's number and, for each message that it sends, destination and words plus one, 0 behind the end. Behind
  // it: its number and what the heads give.
  std::vector<attention::State> states(const mpc::Pattern& pattern) const;
  mpc::TokenState received(const attention::State& last) const;

  mpc::RoundLimits limits;
  std::shared_ptr<const mpc::MessageEncoding> encoding;
  mpc::MachineTokens tokens;
  attention::MatchLayers layers;
};

}  // namespace attest
