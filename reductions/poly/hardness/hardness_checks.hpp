// Checks on a layout that are identities of polynomials or arithmetic on its numbers: no instance is needed.
#pragma once

#include "claims/whole_claim.hpp"
#include "reductions/poly/hardness/displayed_bounds.hpp"

namespace attest {

Check well_formed_check(const AttentionLayout& layout);

// h(Q_{l_1}, ..., Q_{l_t}) = B^k sum_S <a_S> on upper rows.
Check identity_check(const AttentionLayout& layout, const std::string& where);

// All of T in lower rows, the first variable in either half: h = h(B 1_d on T, 0 elsewhere).
Check normalising_block_check(const AttentionLayout& layout, const std::string& where);

// expected_of_pattern for all 2^|T| choices of upper and lower rows.
Check every_pattern_check(const AttentionLayout& layout, const std::string& name);

// lambda, defined by h(B 1_d on T, 0 elsewhere) = lambda d B^k, is `claimed` + o(1) for growing B.
Check lambda_check(const AttentionLayout& layout, long claimed, const std::string& where);

// |s_i| < s^i for i >= 2.
Check coefficients_check(const AttentionLayout& layout, const std::string& where);

// "lambda = 1 + 2 B^-1"
std::string lambda_text(const AttentionLayout& layout);

// The blocks of all matrices as text, for `attest show`.
Json layout_json(const AttentionLayout& layout);

}  // namespace attest
