// A theorem that is proved for every size as a text for Coq: statement and proof (proofs/README.md).
#pragma once

#include <string>
#include <vector>

#include "claims/verify_options.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest::theorems::coq {

// The text of what `proof` says of the claim. Refusal (coq) with one sentence for what is not proved for every size, or by other means
// than integer addresses with a finite rest that is enumerated, or in words that have no place in the text so far.
std::string exported_text(const TheoremClaim& claim, const RangeProof& proof);

}  // namespace attest::theorems::coq
