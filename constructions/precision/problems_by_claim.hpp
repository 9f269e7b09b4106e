// The constructions that are neither a SoftmaxClaim nor a TransformerClaim, transcribed into the shape that
// rounded evaluation reads: ea/next-token, ea/next-token-dot-product, anna/ema-match2, anna/sum,
// anna/induction-heads, anna/k-hop, anna/message-encoding and poly/root-finding (for linear p, whose network
// is one of ReLUs). Each is taken from the record that its claim verifies, where there is one; tests compare
// the number of right inputs with the certified verdict.
#pragma once

#include <memory>
#include <string>

#include "claims/claim.hpp"
#include "constructions/precision/precision_problem.hpp"

namespace attest {

// nullptr for any other claim. Throws UsageError where the variant or the parameters define no such layer.
std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters);

}  // namespace attest
