// anna/mpc-simulates-ema: Theorem C.1 of seed 001_9fe7599dfb64bc47.txt, lines 641-692.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "reductions/anna/bucket_plan.hpp"

namespace attest {

// The protocol's plan for queries and keys 0..letters-1 that h sends to `buckets[letter]`, 1..N.
std::shared_ptr<BucketPlan> exact_match_plan(Variant variant, long N, long s, long m,
                                             const std::vector<long>& buckets);

std::unique_ptr<Claim> anna_mpc_simulates_ema_claim();

}  // namespace attest
