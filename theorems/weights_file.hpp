// A layer as JSON, both ways: what `attest show` prints as "weights" and a reader gives back, changed, with --weights.
//
//   {"embedding_dimension": 8, "residual": true,
//    "encoding": ["i", "p", ..],                     expressions in the tokens' indices and features; {"KIND": [..]} of several kinds
//    "tables": {"T": {"arguments": [["1", ..], ..], "values": [..]}},      those that the expressions read, if any
//    "heads": [{"name": "head1", "kernel": "softmax", "attention": "x1*x2 + x2*x3 + x1*x3", "scale": "1/4*sqrt(2)",
//               "W_1": [["-4", ..], ..], ..          a matrix for each variable of the polynomial,
//               "V_2": [[..]], ..,                   and for each variable that the value reads
//               "rows": {"1 (f)": ".."}, "values": {..}}],    displayed
//    "W_O": [{"from": "head1.5", "to": "stream.5", "factor": "1"}, ..],
//    "readout": "1/8 - min(..)"}                     or maps [{"W": "((..), ..)", "b": "(..)"}, ..] with max(0, .) between them
//
// Of several layers (attention/layer_stack.hpp) "layers" stands in the place of "residual", "heads" and "W_O", an object with these
// three for each. Of several layers of exact matches see match_weights.hpp.
//
// Numbers are exact strings. Of exact-match heads the rows may be "an arbitrary function": those of the theorem.
#pragma once

#include "claims/json.hpp"
#include "theorems/layer_builder.hpp"

namespace attest::theorems {

// What stands in the place of a matrix.
inline constexpr const char* arbitrary_function = "an arbitrary function";

// The fields "rows" and "values".
Json displayed_rows(const std::vector<std::pair<std::string, language::Expression>>& rows);

Json weights_json(const BuiltLayer& built);

// The layer that a reader gives instead of `own`. Index sets, and rows that are arbitrary functions, are those of the head with
// the same name. Throws UsageError that names the field.
attention::Layer layer_from_weights(const Json& json, const BuiltLayer& own, const TokenTable& tokens,
                                    const NetworkNames& constants);

// The same of several layers; the last one has the readouts.
std::vector<attention::Layer> layers_from_weights(const Json& json, const BuiltLayer& own,
                                                  const TokenTable& tokens, const NetworkNames& constants);

}  // namespace attest::theorems
