// That some input meets the conditions of a theorem (`where`, `judged if`, an injective function) at all sizes of a setting. A proof for all
// inputs of the larger space is one for those; where there are none it would speak of nothing.
#pragma once

#include <string>

#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

bool has_conditions(const TheoremText& text);
// The theorem for all inputs of the larger space.
TheoremText without_conditions(TheoremText text);

// An input at all sizes of the setting: "w(..) = 1; p = 1". Refusal (inputs) where none that is tried is shown to meet every condition.
std::string input_witness(const TheoremText& text, const ProofSetting& setting);

}  // namespace attest::theorems
