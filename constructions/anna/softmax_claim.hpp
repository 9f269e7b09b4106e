// anna/softmax-is-anna: line 174 of seed 001_9fe7599dfb64bc47.txt.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_softmax_claim();

}  // namespace attest
