// Whether there are sizes that a theorem speaks of, as far as each size's own conditions show it.
#pragma once

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// UsageError, with the line, where no value of some size meets the conditions that name it alone, or none of these is within the
// limits of `verify`. Bounds that are numbers are compared; between two of them every value is tried, up to 10,000.
void refuse_without_sizes(const TheoremText& text);

}  // namespace attest::theorems
