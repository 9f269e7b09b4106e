// The claims of seed 002 (Dual Attention Transformer).
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

inline constexpr const char* dat_seed = "002_5b79d7fadb87f3f6.txt";

std::unique_ptr<Claim> dat_error_inequality_claim();  // the inequalities that end the proof of Theorem 1
std::unique_ptr<Claim> dat_factorisation_claim();     // eq. 10
std::unique_ptr<Claim> dat_dual_attention_claim();    // Algorithm 1, Appendix B

}  // namespace attest
