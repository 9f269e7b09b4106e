// A theorem's text with a single change, as a slip or a lie would make it: in one expression a number, a sign, an exponent, a name, an
// operator, a quantifier, a coordinate or a factor; or what the text says of residual, answer, kernel, masks, labels and landings.
// The change is made in the syntax tree, wherever it is: sizes, parameters, inputs, tokens, task, layers, readout, checks.
#pragma once

#include "numeric/exact.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::proof_tests {

// Most of these are no theorems: to be written and read again.
theorems::TheoremText mutant_of(theorems::TheoremText text, test::Random& random);

}  // namespace attest::proof_tests
