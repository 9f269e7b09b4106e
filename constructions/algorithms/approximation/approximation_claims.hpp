// Seed 003_fa68b7a15496b434.txt: attention in almost linear time.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

// Lemma C.1 (lines 1122-1124): a polynomial for exp.
std::unique_ptr<Claim> poly_exp_polynomial_claim();

}  // namespace attest
