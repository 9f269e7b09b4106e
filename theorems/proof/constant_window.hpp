// Within which values of one constant a theorem is proved for every size, and which values fail: `attest prove --window CONSTANT`.
// The constant is a parameter, or what the record has where no parameter stands:
//   scale      a factor of the scale of every softmax head; 1 as stated, and 1/scale is the temperature
//   threshold  the number that the readout adds to what it computes: 1/8 of 1/8 - min(..)
#pragma once

#include <string>
#include <vector>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

// The proof at the stated value, or at the one that the words give, with the window: each of a parameter's values where it has few, `m in
// 0..12`; else how far down and up from there. Throws UsageError for what is no constant of the theorem.
RangeProof prove_with_window(const TheoremClaim& claim, Variant variant,
                             const std::vector<std::string>& words, const std::string& constant,
                             const VerifyOptions& options);

}  // namespace attest::theorems
