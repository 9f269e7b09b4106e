// dat/symbol-retrieval (seed 002, Section 2.3, eq. 3) in rounded arithmetic: Softmax((x W_q) F_lib^T) S_lib
// with the templates that the claim verifies, on all of its objects; the best template instead of Softmax in
// the repaired variant. Positional and position-relative symbols are looked up by integers: there is nothing
// to round.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "precision/features/feature_problem.hpp"

namespace attest {

std::unique_ptr<FeatureProblem> symbol_problem(Variant variant, const Parameters& parameters);

}  // namespace attest
