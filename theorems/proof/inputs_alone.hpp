// A theorem's sizes, parameters and inputs with a layer of one constant, for lemmas that read tokens and rows of the text themselves.
#pragma once

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

TheoremText inputs_alone(TheoremText text);

}  // namespace attest::theorems
