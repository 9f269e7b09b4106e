// poly/function-composition: Theorems F.6, 3.1 and 3.4 of seed 003_fa68b7a15496b434.txt, lines 3286-3352.
#pragma once

#include <memory>

#include "attention/construction.hpp"
#include "claims/claim.hpp"

namespace attest {

// The record for t functions at scale A^2 = a_squared. n stays a variable in the rows; the numeric n
// enters through log n in the scale and through the token layout, which is checked at that n.
Construction poly_function_composition(Variant variant, long t, long n, const Rational& a_squared);

std::unique_ptr<Claim> poly_function_composition_claim();

}  // namespace attest
