// The construction of a claim, as something that can be evaluated in rounded arithmetic.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

// Of a claim that is a text, or has a problem of its own in problems_by_claim.hpp; nullptr for any other. Throws UsageError where the
// variant defines no layer that could be run.
std::unique_ptr<PrecisionProblem> precision_problem(const Claim& claim, Variant variant,
                                                    const Parameters& parameters);

}  // namespace attest
