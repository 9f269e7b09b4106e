// Why an output is right or wrong, in sentences every one of which was computed: what the best index tuples
// alone would give, decided exactly as the output itself is, against what the mixture gives; which tuples tie; what the
// residual adds where a head lands.
#pragma once

#include <string>
#include <vector>

#include "attention/head_tuples.hpp"
#include "theorems/explanation/construction_lines.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// An output that the layer does not have and would have if something were different.
struct WhatIf {
  std::string what;  // "the best tuples alone"
  Json value;        // "lower", "upper", "exact"
  Status status = Status::undecided;
};

// Parts of the construction, together; of heads those that are meant.
struct Blame {
  std::vector<ConstructionPart> parts;
  std::vector<std::size_t> heads;
};

struct Cause {
  std::string text;
  std::vector<WhatIf> what_ifs;  // those that the text speaks of, and the best tuples alone
  // One of these is at fault; of a right output there are none. `known`: what the text says singles them out; else they are all
  // that has a part in the output.
  std::vector<Blame> blamed;
  bool known = false;
};

// `heads`: of each head of the layer, its tuples; `status`: of the output.
Cause cause_of(const Scene& scene, const attention::LayerOutput& output,
               const std::vector<attention::HeadTuples>& heads, Status status);

// {"known": true, "one_of": [[{"what": "readout", "file", "line", "text"}, ..], ..]}: of each that is blamed its lines, if it has any.
Json at_fault_json(const ConstructionLines& lines, const Cause& cause);

}  // namespace attest::theorems
