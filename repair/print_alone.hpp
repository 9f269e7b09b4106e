// A theorem as a search for its repair sees it: one variant, and nothing that tells how it could be mended.
#pragma once

#include <string>

#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

// `variant`: one of variant_names(text). Gone are the other variants, every `expect` and every `because`, and what says elsewhere what was
// meant: readings, choices, notes, comments, and the texts that places point into. std::invalid_argument as of variant_of.
TheoremText print_alone(const TheoremText& text, const std::string& variant);

}  // namespace attest::theorems::repair
