// What a theorem claims of every input beside the right answer: a check of its own, counted in the same run.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "attention/match_layers.hpp"
#include "claims/verdict.hpp"
#include "tasks/input_space.hpp"
#include "verification/observation.hpp"

namespace attest {

class LayerSetting;

// Thrown by InputCondition::broken_by where enclosures do not tell; says what. The input counts as undecided.
class UndecidedCondition : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct InputCondition {
  std::string name;  // of the check
  bool essential = true;
  Kind kind = Kind::construction;
  bool of_any_weights = false;  // says something about weights that are not the theorem's own
  // How this input breaks it; nothing where it holds. Called from several threads at once. `run`: of several exact-match
  // layers, what they do on this input; null where that is not at hand.
  std::function<std::optional<std::string>(const LayerSetting&, std::span<const Symbol> word,
                                           const attention::NumberedRun* run)>
      broken_by;
  // What a cover by counts needs (verification/counts); without either the condition is checked input by input.
  // Of weights that are defined and sum to 1: at which tokens.
  std::vector<std::size_t> normalised_tokens;
  // Of a text that is compared with the scores of a head at some receivers, tuple by tuple: `text` appends the positions that an evaluation
  // of it at all of them reads on this word. False: it does not go by the way that notes them.
  struct Comparison {
    std::size_t head = 0;
    std::vector<attention::Token> tokens;
    std::function<bool(const LayerSetting&, std::span<const Symbol> word, std::vector<std::size_t>& read)>
        text;
  };
  std::optional<Comparison> comparison;

  std::optional<std::string> broken(const LayerSetting& setting, std::span<const Symbol> word) const {
    return broken_by(setting, word, nullptr);
  }
};

// Refuted with the first input that breaks it, undecided where not all were seen. `counted`: on which inputs it is broken.
Check input_condition_check(const InputCondition& condition, const LayerSetting& setting,
                            const Observation& observation, const CountedRanks& counted);

// "normalised": at each of these tokens of every input the weights of each head are defined and sum to 1.
InputCondition normalised_weights(std::vector<std::size_t> tokens, bool essential);

}  // namespace attest
