// The definition of several exact-match layers (match_layers.hpp) on many inputs: states, queries, keys and values that were
// met before are numbered, so that a function is evaluated once at a state, queries and keys are compared as numbers, and what
// follows a state from the values that it matches is looked up.
#pragma once

#include <optional>
#include <unordered_map>

#include "attention/match_layers.hpp"
#include "attention/numbering.hpp"

namespace attest::attention {

// For one thread. Keeps a reference to the layers.
class MatchPlan {
 public:
  using Number = Numbering<State>::Number;

  explicit MatchPlan(const MatchLayers& layers);

  // States' numbers mean the same on every input until forget(). Valid until the next call.
  const NumberedRun& run(std::span<const Kind> kinds);
  const State& last_state(Number number) const { return states_.back()[number]; }
  std::size_t last_states() const { return states_.back().size(); }

  bool remembers_much() const;
  void forget();

  // As run_by_definition(). Forgets where it remembers much.
  MatchRun operator()(std::span<const Kind> kinds);

 private:
  struct Offer {  // of one head at one state
    Number query = 0;
    Number key = 0;
    Number value = 0;
  };
  struct NumbersHash {
    std::size_t operator()(const std::vector<Number>& numbers) const;
  };
  struct KnownLayer {
    std::vector<Numbering<State>> vectors;  // [head], queries and keys
    std::vector<Numbering<State>> values;   // [head]
    std::vector<std::optional<std::vector<Offer>>>
        offers;  // [state][head], as far as they have been asked for
    // From the state before the layer and, for each head, how many values are matched and which, ascending.
    std::unordered_map<std::vector<Number>, Number, NumbersHash> next;
  };

  const std::vector<Offer>& offers_of(std::size_t layer, Number state);
  Number next_state(std::size_t layer, const std::vector<Number>& from);

  const MatchLayers& layers_;
  std::vector<Numbering<State>> states_;      // [layer], before it; the last ones behind the last layer
  std::vector<KnownLayer> known_;             // [layer]
  std::vector<std::optional<Number>> first_;  // [kind]
  NumberedRun run_;
};

}  // namespace attest::attention
