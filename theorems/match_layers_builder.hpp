// From the text of several layers to exact-match layers over a token's state (attention/match_layers.hpp) at given sizes.
// The encoding of the first layer names the coordinates of the state; the functions of every layer read them alone.
#pragma once

#include "theorems/layer_builder.hpp"

namespace attest::theorems {

inline bool has_several_layers(const TheoremText& text) {
  return text.layers.size() > 1 || (!text.layers.empty() && !text.layers.front().family.empty());
}

// `stated`: the theorem with its definitions as they are written, which is what is shown. The record is match_layers; size
// says the heads of the layer that has most and m of seed 001's Definition 2.1, the entries of the longest query, key or value.
// UsageError for what the program cannot evaluate, with the line.
BuiltLayer build_match_layers(const TheoremText& text, const TheoremText& stated, const TokenTable& tokens,
                              const NetworkNames& constants);

}  // namespace attest::theorems
