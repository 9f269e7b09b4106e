// What becomes of the numbers of exact-match layers where they are not exact: the models of precision/matching are this.
#pragma once

#include <vector>

#include "attention/match_layers.hpp"

namespace attest::attention {

// Every function throws UndefinedState where a number is too large for the format.
class MatchRounding {
 public:
  virtual ~MatchRounding() = default;

  virtual State first(const State& state) = 0;  // of a token, before the first layer
  virtual State score(const State& row) = 0;    // a query or key
  virtual State value(const State& row) = 0;
  // Of the values of the tokens that match, at least one, in the order of the tokens; as the next state holds it.
  virtual State average(const std::vector<const State*>& values) = 0;
};

}  // namespace attest::attention
