// @338, @eq15: the mark of the statement that a place stands in, so that a witness says where the source has it.
#pragma once

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// Of a row, a display, a scale, a score, an encoding, a readout, a check. Empty where the place is in none of them, or where the
// one that it is in has no mark.
Mark mark_at(const TheoremText& text, const Place& place);

}  // namespace attest::theorems
