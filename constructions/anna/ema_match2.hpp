// anna/ema-match2: Theorem F.1 and Corollary F.2 of seed 001_9fe7599dfb64bc47.txt, lines 841-871.
#pragma once

#include <memory>

#include "attention/exact_match.hpp"
#include "claims/claim.hpp"

namespace attest {

// The record for N tokens and modulus M.
ExactMatchConstruction anna_ema_match2(Variant variant, long N, long M);

std::unique_ptr<Claim> anna_ema_match2_claim();

}  // namespace attest
