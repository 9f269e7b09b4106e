// Why an output is right or wrong, in sentences every one of which was computed on this input: what the best index tuples
// alone would give, decided exactly as the output itself is, against what the mixture gives; which tuples tie; what the
// residual adds where a head lands.
#pragma once

#include <string>
#include <vector>

#include "attention/head_tuples.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// An output that the layer does not have and would have if something were different.
struct WhatIf {
  std::string what;  // "the best tuples alone"
  Json value;        // "lower", "upper", "exact"
  Status status = Status::undecided;
};

struct Cause {
  std::string text;
  std::vector<WhatIf> what_ifs;  // those that the text speaks of, and the best tuples alone
};

// `heads`: of each head of the layer, its tuples; `status`: of the output.
Cause cause_of(const Scene& scene, const attention::LayerOutput& output,
               const std::vector<attention::HeadTuples>& heads, Status status);

}  // namespace attest::theorems
