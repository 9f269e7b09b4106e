// anna/anna-simulates-mpc: Corollary B.9 (and the step from Theorem B.10 to Corollary B.14) of seed
// 001_9fe7599dfb64bc47.txt, lines 585-595 and 631-635.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_anna_simulates_mpc_claim();

}  // namespace attest
