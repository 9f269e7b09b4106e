// Theorem 3.6 (seed 000, lines 233-243): a Transformer for Match3[l+1, m] gives one for Sum2[l, m].
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "reductions/problems/match3.hpp"
#include "reductions/problems/sum2.hpp"
#include "reductions/strassen/two_sided.hpp"

namespace attest {

// p_1 = 1 is put in front; the answer is read at position 1.
problems::Match3 match3_of_sum2(const problems::Sum2& instance);

// Sum2's answer from Match3's; repaired: the constant 0 for m = 3.
bool sum2_answer(Variant variant, int m, bool match3_answer);

TwoSidedReduction match3_to_sum2(Variant variant, int l, int m);

std::unique_ptr<Claim> strassen_match3_to_sum2_claim();

}  // namespace attest
