// The theorems of examples/ as they are built into the program.
#pragma once

#include <vector>

#include "theorems/theorem_texts.hpp"

namespace attest {

const std::vector<TheoremSource>& example_texts();

}  // namespace attest
