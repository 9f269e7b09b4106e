// A theorem file's layer for the study of floating-point formats (precision/).
#pragma once

#include <memory>

#include "precision/precision_problem.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

// UsageError where the variant defines no layer, or one that rounded evaluation does not have: leftmost maxima, rows that are no
// matrix times the encoding.
std::unique_ptr<PrecisionProblem> precision_problem(const TheoremClaim& claim, Variant variant,
                                                    const Parameters& parameters);

}  // namespace attest::theorems
