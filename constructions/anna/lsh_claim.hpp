// anna/lsh and anna/lsh-rate: Algorithms 1 and 2, Theorem 3.4 and Definition 3.3 of seed 001_9fe7599dfb64bc47.txt.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_lsh_claim();
std::unique_ptr<Claim> anna_lsh_rate_claim();

}  // namespace attest
