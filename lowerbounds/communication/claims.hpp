// The claims of seed 003 about communication (Theorems F.3, F.4, F.5).
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> pointer_jumping_strassen_claim();  // poly/pointer-jumping-strassen
std::unique_ptr<Claim> pointer_jumping_claim();           // poly/pointer-jumping

}  // namespace attest
