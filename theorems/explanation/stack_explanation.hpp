// Several layers of softmax and the like at one token of one input: the streams behind each layer, as far as they are known.
#pragma once

#include "theorems/explanation/construction_lines.hpp"
#include "theorems/explanation/scene.hpp"

namespace attest::theorems {

// Adds "streams" (of every layer the tokens on which the judged one depends, with the coordinates of their streams behind it),
// "coordinates", "heads" (none: behind the first layer scores are known by intervals, and tuples have no order that is certain),
// "readout", "what_if", "cause" and "at_fault".
void explain_stack(const Scene& scene, const PositionOutput& out, const ConstructionLines& lines,
                   Json& result);

}  // namespace attest::theorems
