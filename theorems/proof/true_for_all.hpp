// `forall i in ..: P(i)` of sizes and parameters, at every size of a range.
#pragma once

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

// Whether the condition has this form, and P is shown for all i: cut at its comparisons, as conditions on inputs are (task_pieces.hpp).
bool true_for_all(SymbolicTheorem& theorem, const Expression& condition);

}  // namespace attest::theorems
