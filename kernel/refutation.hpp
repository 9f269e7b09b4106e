// A theorem that is refuted at one setting by an input with a wrong output: the statement at this setting, the input, and the proof that
// the statement is false, as a text for Coq (proofs/README.md).
#pragma once

#include <string>

#include "theorems/theorem_claim.hpp"

namespace attest::theorems::coq {

// `verdict`: of the claim at this setting. Refusal (coq) with one sentence where no input is answered wrongly, or where something has
// no place in the text.
std::string refutation_text(const TheoremClaim& claim, const Verdict& verdict);

}  // namespace attest::theorems::coq
