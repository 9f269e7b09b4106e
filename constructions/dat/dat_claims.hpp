// The claims of seed 002 (Dual Attention Transformer).
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> dat_error_inequality_claim();   // the inequalities that end the proof of Theorem 1
std::unique_ptr<Claim> dat_continuous_select_claim();  // Theorem 1 on an interval
std::unique_ptr<Claim> dat_factorisation_claim();      // eq. 10
std::unique_ptr<Claim> dat_dual_attention_claim();     // Algorithm 1, Appendix B

}  // namespace attest
