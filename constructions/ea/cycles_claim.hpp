// ea/cycles: eqs. (3) to (9) of seed 004_9370d393bf99a4b8.txt, lines 62-82, 99-130, 155-176.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> ea_cycles_claim();

}  // namespace attest
