// What a theorem's layer could do without, each with the theorem that lacks it: a head, a coordinate of the embedding with what reads it, the
// residual, a unit of the readout (an absolute value, a part of a minimum or a sum), a coordinate of rows or values, a factor, a constant (0 or 1
// in its place) or an entry (0 in its place). The order is theirs: what saves most comes first.
//
// Whether the theorem without it holds, or means anything, is for others to decide (minimise.hpp).
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

struct Removal {
  std::string what;  // "coordinate spare", "constant 2 by 1 in query = (2*num)"
  TheoremText text;
};

std::vector<Removal> removals_of(const TheoremText& text);

// Heads, coordinates, residual: removals_of_layers.cpp. Nodes of expressions: removals_of_expressions.cpp.
void add_layer_removals(const TheoremText& text, std::vector<Removal>& removals);
void add_expression_removals(const TheoremText& text, std::vector<Removal>& removals);

}  // namespace attest::theorems::repair
