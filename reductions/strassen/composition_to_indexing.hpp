// Theorem 3.4 (seed 000, lines 208-217): a Transformer for function composition gives one for Ind_n.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "reductions/problems/composition.hpp"
#include "reductions/problems/indexing.hpp"
#include "reductions/strassen/two_sided.hpp"

namespace attest {

// x = 1, g(1) = p_1, h = q. The print leaves g(2), ..., g(n) free: `filling` (n - 1 values).
problems::Composition composition_of_indexing(const problems::Indexing& instance,
                                              const std::vector<int>& filling);

// Twice 1.5 - y for y = half_steps / 2; the sign of ReLU of it is the answer of Ind_n.
constexpr long twice_output_map(long half_steps) {
  const long z = 3 - half_steps;
  return z > 0 ? z : 0;
}

TwoSidedReduction composition_to_indexing(int n);

std::unique_ptr<Claim> strassen_composition_to_indexing_claim();

}  // namespace attest
