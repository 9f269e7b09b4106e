#include "constructions/precision/problem_of_claim.hpp"

#include "constructions/precision/problems_by_claim.hpp"
#include "theorems/layer_precision.hpp"

namespace attest {

std::unique_ptr<PrecisionProblem> precision_problem(const Claim& claim, Variant variant,
                                                    const Parameters& parameters) {
  if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim))
    return theorems::precision_problem(*theorem, variant, parameters);
  return problem_by_claim(claim.info().id, variant, parameters);
}

}  // namespace attest
