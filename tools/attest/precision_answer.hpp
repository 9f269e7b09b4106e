// What `attest precision` found in one line a model: up to which size a format is entirely right, the first
// size at which it is wrong, and how many bits are enough.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/precision_report.hpp"

namespace attest {

// "bfloat16, fp16, tensor-core: right up to n = 4, first wrong n = 5: {..}; 9 bits are enough". Formats of which
// the same is to be said share a line. `reports`: settings in the order in which they were run, at least one.
std::vector<std::string> answer_lines(const std::vector<PrecisionReport>& reports);

}  // namespace attest
