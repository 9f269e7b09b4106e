// Heads whose scale is 0 at a setting, as log(n) is at n = 1: every score is 0, and all index tuples tie.
#pragma once

#include <string>
#include <vector>

#include "attention/layer.hpp"

namespace attest::theorems {

// A line for each, for a verdict's notes. `number`: of the layer, where there are several.
std::vector<std::string> zero_scale_notes(const attention::Layer& layer, std::size_t number = 0);

}  // namespace attest::theorems
