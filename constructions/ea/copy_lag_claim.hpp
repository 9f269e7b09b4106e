// ea/copy-lag: what copying one earlier token can do, beside the plateaus of lines 111, 146 and 178 of seed
// 004_9370d393bf99a4b8.txt.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> ea_copy_lag_claim();

}  // namespace attest
