// Rows that are claimed to be shattered, for every size: from the first size on at which the argument of by_shattering.hpp goes through,
// and the sizes below pattern by pattern.
#pragma once

#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

// `text`: of the claim, with a `shatter`. `words`: size=number decides a single size. Throws UsageError.
RangeProof prove_shattered(const Claim& claim, const TheoremText& text, Variant variant,
                           const std::vector<std::string>& words, const VerifyOptions& options);

// Whether a text states a layer, or rows that are shattered.
bool states_proof(const Claim& claim);

// What `attest prove` says of a claim: of a layer, also of one whose text is written for its parameters, or of rows that are shattered;
// nothing where no text states either.
std::optional<RangeProof> prove_claim(const Claim& claim, Variant variant,
                                      const std::vector<std::string>& words, const VerifyOptions& options);

}  // namespace attest::theorems
