// anna/induction-heads: Lemma F.3 and Theorem 5.4 of seed 001_9fe7599dfb64bc47.txt, lines 284-304 and
// 873-903.
#pragma once

#include <memory>

#include "attention/exact_match_transformer.hpp"
#include "claims/claim.hpp"

namespace attest {

// Ours: two exact-match layers of ceil(log2 N) + 2 heads of dimension at most 3, for words of N >= 1 letters
// 1, 2, ... The state of token i (from 1) at the beginning is (w_i, i).
MatchTransformer anna_induction_heads(long N);

// The layers alone: after them the state of a token is
//     (w_{sigma(w,i)}, sigma(w,i), w_i, i, 1),  or  (., ., w_i, i, 0) where sigma(w,i) = 0.
std::vector<MatchLayer> induction_heads_layers(long N);

// The states at the beginning.
std::vector<TokenState> positioned_letters(const std::vector<long>& w);

std::unique_ptr<Claim> anna_induction_heads_claim();

}  // namespace attest
