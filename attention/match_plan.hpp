// The definition of several exact-match layers (match_layers.hpp) on many inputs: states, queries, keys and values that were
// met before are numbered, so that a function is evaluated once at a state, queries and keys are compared as numbers, and what
// follows a state from the values that it matches is looked up.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "attention/match_rounding.hpp"
#include "attention/numbering.hpp"

namespace attest::attention {

// For one thread. Keeps references.
class MatchPlan {
 public:
  using Number = Numbering<State>::Number;

  // `rounding`: null where everything is exact.
  explicit MatchPlan(const MatchLayers& layers, MatchRounding* rounding = nullptr);

  // States' numbers mean the same on every input until forget(). Valid until the next call. Looks at the stop flag.
  const NumberedRun& run(std::span<const Kind> kinds);
  const NumberedRun& run(std::span<const State> first);
  const State& state(std::size_t layer, Number number) const { return states_[layer][number]; }  // before it
  std::size_t states(std::size_t layer) const { return states_[layer].size(); }
  const State& last_state(Number number) const { return states_.back()[number]; }
  std::size_t last_states() const { return states_.back().size(); }
  // Where run() is, or was when it threw: the layer, from 1; 0 before the first.
  std::size_t at_layer() const { return at_layer_; }

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
  struct Offers {
    std::vector<Offer> of_heads;
    std::string undefined;  // why there are none
  };
  struct NumbersHash {
    std::size_t operator()(const std::vector<Number>& numbers) const;
  };
  template <class Value>
  using ByNumbers = std::unordered_map<std::vector<Number>, Value, NumbersHash>;
  struct KnownLayer {
    std::vector<Numbering<State>> vectors;      // [head], queries and keys
    std::vector<Numbering<State>> values;       // [head]
    std::vector<ByNumbers<State>> averages;     // [head], of values, where there are several heads
    std::vector<std::optional<Offers>> offers;  // [state], as far as they have been asked for
    // From the state before the layer (0 where nothing of it stays) and, for each head, how many values are matched and
    // which: ascending, or in the order of the tokens where that matters.
    ByNumbers<Number> next;
  };

  Number first_number(const State& state);
  void play(std::vector<Number> states);
  const std::vector<Offer>& offers_of(std::size_t layer, Number state);
  Offers offered(std::size_t layer, Number state);
  State average(KnownLayer& known, std::size_t head, std::span<const Number> values);
  Number next_state(std::size_t layer, Number before, const std::vector<Number>& from);

  const MatchLayers& layers_;
  MatchRounding* rounding_;
  std::vector<Numbering<State>> states_;      // [layer], before it; the last ones behind the last layer
  std::vector<KnownLayer> known_;             // [layer]
  std::vector<std::optional<Number>> first_;  // [kind]
  std::map<State, Number> given_;             // first states
  std::size_t numbers_ = 0;                   // that are not zero, of all vectors that are remembered
  std::size_t at_layer_ = 0;
  NumberedRun run_;
};

}  // namespace attest::attention
