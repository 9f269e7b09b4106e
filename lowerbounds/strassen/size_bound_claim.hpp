// strassen/size-bound: Theorem 3.2 with its constants, for the tasks of Theorems 3.4, 3.6, 3.8 and 5.1.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> size_bound_claim();

}  // namespace attest
