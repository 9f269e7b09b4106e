// The one layout of theorem files: `attest fmt`, `show --format theorem`.
//
// Statements stand in a fixed order, a comment stays with the statement before which or behind which it stood.
// read_theorem of what is written says the same (theorems/same.hpp), and writing that again changes nothing.
#pragma once

#include <string>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

std::string write(const TheoremText& theorem);

}  // namespace attest::theorems
