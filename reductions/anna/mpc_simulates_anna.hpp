// anna/mpc-simulates-anna: Theorem C.3 of seed 001_9fe7599dfb64bc47.txt, lines 696-722.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "reductions/anna/bucket_plan.hpp"

namespace attest {

// The protocol's plan for l tables with codes 0..codes-1: a query or key is the number whose l digits to base
// `codes` are its hash codes g_1, ..., g_l, first digit least significant.
std::shared_ptr<BucketPlan> hash_table_plan(Variant variant, long N, long s, long m, long tables, long codes);

std::unique_ptr<Claim> anna_mpc_simulates_anna_claim();

}  // namespace attest
