// ea/next-token: eqs. (2) and (4) of seed 004_9370d393bf99a4b8.txt, lines 52-74 and 95.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> ea_next_token_claim();

}  // namespace attest
