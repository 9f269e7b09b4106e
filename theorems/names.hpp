// What a whole theorem shows to be wrong though each of its statements is right: names.
#pragma once

#include <vector>

#include "language/message.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// One name, one meaning: a second declaration, an index called as something else is, a name that nothing in the
// file declares. A name that is declared somewhere and means nothing where it stands is the evaluation's finding.
void check_names(const TheoremText& text, std::vector<language::Message>& messages);

}  // namespace attest::theorems
