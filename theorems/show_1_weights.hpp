// Weights as version 0.1 printed them ("attest/show/1") in the shape of now (theorems/weights_file.hpp).
#pragma once

#include "claims/json.hpp"
#include "theorems/layer_builder.hpp"

namespace attest::theorems {

// Whether an object has the fields of such weights and not those of now.
bool is_show_1(const Json& weights);

// Its formulas (rows, scale, network), which no longer follow from anything, are read past; every other field is used or
// refused by a UsageError that names it. Head h of the file is head h of the theorem.
Json from_show_1(const Json& weights, const BuiltLayer& own);

}  // namespace attest::theorems
