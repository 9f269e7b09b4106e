// ea/next-token-dot-product: eqs. (1) and (4) of seed 004_9370d393bf99a4b8.txt, lines 41-74 and 95.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> ea_next_token_dot_product_claim();

}  // namespace attest
