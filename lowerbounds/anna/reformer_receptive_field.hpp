// Proposition E.3 (seed 001, lines 756-831): with chunks fixed beforehand, a Reformer of constant depth
// cannot compute SUM.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_reformer_receptive_field_claim();

}  // namespace attest
