// The definition of several exact-match layers (match_layers.hpp) on many inputs: states, queries and keys that were met
// before are numbered, so that a function is evaluated once at a state and queries and keys are compared as numbers.
#pragma once

#include <cstdint>
#include <map>

#include "attention/match_layers.hpp"

namespace attest::attention {

// For one thread. Keeps a reference to the layers.
class MatchPlan {
 public:
  explicit MatchPlan(const MatchLayers& layers) : layers_(layers), known_(layers.layers.size()) {}

  // As run_by_definition().
  MatchRun operator()(std::span<const Kind> kinds);

 private:
  using Number = std::uint32_t;
  struct Offer {  // of one head at one state
    Number query = 0;
    Number key = 0;
    State value;
  };
  struct KnownLayer {
    std::map<State, std::vector<Offer>> offers;
    std::vector<std::map<State, Number>> numbers;  // [head], of queries and keys
  };

  const std::vector<Offer>& offers_of(std::size_t layer, const State& state);

  const MatchLayers& layers_;
  std::vector<KnownLayer> known_;
};

}  // namespace attest::attention
