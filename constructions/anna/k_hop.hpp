// anna/k-hop: Theorem F.4 and Theorem 5.6 of seed 001_9fe7599dfb64bc47.txt, lines 306-318 and 905-941.
#pragma once

#include <memory>

#include "attention/exact_match_transformer.hpp"
#include "claims/claim.hpp"

namespace attest {

// Ours: the two layers of anna_induction_heads and floor(log2 k) + 1 layers of pointer doubling, two heads
// each, for words of N >= 1 letters 1, 2, ... and k >= 1.
MatchTransformer anna_k_hop(long N, long k);

std::unique_ptr<Claim> anna_k_hop_claim();

}  // namespace attest
