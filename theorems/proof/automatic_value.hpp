// A theorem for every size whose parameter is `auto`, the first candidate that works at a setting. One candidate that works at all
// sizes shows that there is a first one at each of them; which one that is a proof does not say. What it says is a window: how small
// a value is proved for all sizes, and how large one still fails.
#pragma once

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

// `given`: sizes and parameters of the words. Where the candidates speak of one size that is not given its first values are
// gone through, and the others are left open. Throws UsageError where they speak of several.
RangeProof prove_with_automatic_value(const TheoremClaim& claim, const ParameterStatement& parameter,
                                      const std::vector<std::string>& words, RangeProof given,
                                      const VerifyOptions& options);

}  // namespace attest::theorems
