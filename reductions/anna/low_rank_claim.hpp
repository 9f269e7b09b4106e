// anna/low-rank: Lemma D.2 and Theorem D.1 of seed 001_9fe7599dfb64bc47.txt, lines 728-748.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_low_rank_claim();

}  // namespace attest
