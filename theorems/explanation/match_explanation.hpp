// Several exact-match layers at one token of one input, layer by layer.
#pragma once

#include "theorems/explanation/construction_lines.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// Adds "layers" (of every layer the tokens on which the judged one depends, with their states, queries, matches and
// averages), "heads" (those of the last layer at the judged token, with at least `most_tuples` tokens where
// there are as many), "readout", "what_if" and "cause".
void explain_match_layers(const Scene& scene, const PositionOutput& out, const ConstructionLines& lines,
                          std::size_t most_tuples, Json& result);

}  // namespace attest::theorems
