// Whether an output is right, as the statement says it.
#pragma once

#include <optional>

#include "checker/outputs.hpp"

namespace attest_check {

// What is wrong with the output at a judged token, on the input of which outputs.encode was told; nothing where it is right. Undecided where
// that is open at the largest precision.
std::optional<std::string> wrong_output(const Outputs& outputs, const std::vector<long>& cells,
                                        const Layer::Judged& judged);

}  // namespace attest_check
