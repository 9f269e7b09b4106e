// Of a claim that has no layer, or no task: what there is in its place.
#pragma once

#include <string>

#include "claims/claim.hpp"

namespace attest {

// "a reduction maps instances, which `attest reduce` writes to files (--out)"
std::string what_claim_has(const ClaimInfo& info);

}  // namespace attest
