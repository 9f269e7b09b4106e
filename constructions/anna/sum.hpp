// anna/sum: the remark after Proposition E.3 of seed 001_9fe7599dfb64bc47.txt, line 835.
#pragma once

#include <memory>

#include "attention/exact_match_transformer.hpp"
#include "claims/claim.hpp"

namespace attest {

// One head of dimension 1 over N tokens with state (x_i).
MatchTransformer anna_sum(long N);

std::unique_ptr<Claim> anna_sum_claim();

}  // namespace attest
