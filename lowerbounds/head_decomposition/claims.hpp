// The claim of seed 000 about what a head's output looks like at one token (eqs. 21 and 28).
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> head_decomposition_claim();  // strassen/head-decomposition

}  // namespace attest
