// The statements that a theorem needs: of a layer tokens, task, layer, readout and checks; of a function that is shattered its
// inputs and checks, and nothing of a layer.
#pragma once

#include <vector>

#include "language/message.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

void check_complete(const TheoremText& text, std::vector<language::Message>& messages);

}  // namespace attest::theorems
