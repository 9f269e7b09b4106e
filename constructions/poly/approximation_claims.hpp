// Seed 003_fa68b7a15496b434.txt: attention in almost linear time.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

// Lemma C.1 (lines 1348-1350): a polynomial for exp.
std::unique_ptr<Claim> poly_exp_polynomial_claim();

// Theorem C.3 and Algorithm 1 (lines 1374-1554): Strassen attention.
std::unique_ptr<Claim> poly_approximate_strassen_claim();

// Theorems E.2 and E.5, Algorithm 3 (lines 2104-2234): poly-attention for any attention polynomial.
std::unique_ptr<Claim> poly_approximate_poly_claim();

}  // namespace attest
