// What all judges of one softmax layer share: the task, the layer's tokens, its forest, and how an output
// is judged.
#pragma once

#include <optional>

#include "attention/forest.hpp"
#include "attention/layer_tokens.hpp"
#include "tasks/task.hpp"

namespace attest {

// An output y is right if |y - truth| < 1/2 ("0.5-precision"). Exactly 1/2 is wrong; it
// leaves a decision margin of zero.
inline Rational decision_threshold() {
  return {Integer(1), Integer(2)};
}

struct SoftmaxProblem {
  SoftmaxProblem(const SoftmaxLayer& layer, const Task& the_task)
      : task(the_task), tokens(layer, the_task.first_symbol()), judged(the_task.judged_positions()) {}
  const Task& task;
  LayerTokens tokens;
  std::optional<Forest> forest;  // set by whoever builds the problem (forest_for), absent: no forest
  std::vector<std::size_t> judged;
};

}  // namespace attest
