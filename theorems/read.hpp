// Reads a theorem file. Nothing is evaluated, but what a text alone can show to be wrong is an error here:
// grammar, a second declaration of a name, a name that nothing declares, a patch that changes nothing.
//
//   const TheoremText theorem = read_theorem(SourceText("argmax.theorem", text));
#pragma once

#include "language/message.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// Throws language::ParseError with all messages of the file, in its order: after an error reading goes on at
// the next statement. Names and patches are looked at once the grammar is right.
TheoremText read_theorem(const language::SourceText& source);

}  // namespace attest::theorems
