// Several layers of exact matches as JSON, back into layers: what `attest show` prints of them (match_layers_builder.hpp), changed by a
// reader and given with --weights.
//
//   {"coordinates": ["letter", "side(1)", ..],      as the theorem has them
//    "encoding": ["letter", "zeros(levels)", ..],   expressions, one for each name of `embed`
//    "layers": [{"residual": false,
//                "heads": [{"name": "self", "kernel": "exact-match", "query": "(pos)", "key": "(pos)", "value": "(letter, pos)"}, ..],
//                "W_O": [{"from": "self.1", "to": "letter", "factor": "1"}, ..]}, ..],
//    "readout": "after",
//    "definitions": {"p": "pos - 1", "held(i, k)": "..", ..}}     of names that the expressions have
#pragma once

#include "claims/json.hpp"
#include "theorems/layer_builder.hpp"

namespace attest::theorems {

// `stated`: the theorem with its definitions as they are written; `text`: with these written out. A head's index set is that of the head with
// the same name in the same layer. Throws UsageError that names the field.
attention::MatchLayers match_layers_from_weights(const Json& json, const BuiltLayer& own,
                                                 const TheoremText& text, const TheoremText& stated,
                                                 const TokenTable& tokens, const NetworkNames& constants);

}  // namespace attest::theorems
