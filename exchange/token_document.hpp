// From an input to X, for a reader: the cells of an input with the values that each can have, and for every token which row of X it
// shows, with the features of each content.
#pragma once

#include "attention/layer.hpp"
#include "claims/json.hpp"
#include "theorems/theorem_task.hpp"

namespace attest::exchange {

// {"cells": [{"name": "f(1)", "values": [1, 2]}, ..],
//  "tokens": [{"name": 3, "kind": "ITEM", "first": 4, "reads": [{"cell": 2, "stride": 1}],
//              "contents": [{"features": {"num": "1"}, "x": ["1", "1/2", ..]}, ..]}, ..]}
// Cells and rows are counted from 0; numbers are exact. A content that no input has is null.
Json token_document(const attention::Layer& layer, const theorems::TheoremTask& task);

}  // namespace attest::exchange
