// What Coq's kernel is asked about a theorem for every size: a text with statement and proof.
#pragma once

#include <string>

#include "claims/claim.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest {

// Of what `proof` says of the claim: as kernel/export.hpp writes it; where it writes none, the text of proofs/theorems that was written
// by hand of this claim of the catalogue, with the same variant and the same sizes and parameters given. Refusal (coq), with the reason
// why nothing is written, where there is neither.
std::string kernel_text(const Claim& claim, const theorems::RangeProof& proof);

}  // namespace attest
