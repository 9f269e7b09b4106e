// From the text of several layers of which not all heads are exact-match heads to a list of layers (attention/layer_stack.hpp)
// at given sizes. The first layer is what layer_builder.hpp makes of it; those behind it read the stream (stream_forms.hpp).
#pragma once

#include "theorems/layer_builder.hpp"

namespace attest::theorems {

// Whether every head of every layer is an exact-match head: then the layers are those of match_layers_builder.hpp.
bool has_exact_match_alone(const TheoremText& text);

// The record is `layer` and `behind`. size says the heads of the layer that has most. `judged`, `sizes`, `constants` as for
// build_layer. UsageError for what the program cannot evaluate, with the line.
BuiltLayer build_layer_stack(const TheoremText& text, const TokenTable& tokens,
                             const std::vector<attention::Token>& judged,
                             const std::map<std::string, Rational>& sizes, const NetworkNames& constants);

}  // namespace attest::theorems
