// Which numbers a task asks for, at every size: what any format has to hold that puts them out.
#pragma once

#include <optional>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

// R in the sizes such that wherever 2^p < R, p >= 1, an odd number above 2^p, and at most R, is the answer to some input, which is off by 1
// from every number with p bits. Of one entry of a function or word, and of the sum of a function or word over a range. Nothing where that
// is not seen, where a condition leaves inputs out, and where an input has a shape or is given by a parameter.
std::optional<proof::Laurent> largest_answer(SymbolicTheorem& theorem);

}  // namespace attest::theorems
