#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> poly_root_finding_claim();

}  // namespace attest
