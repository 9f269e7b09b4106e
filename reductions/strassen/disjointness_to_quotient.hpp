// Theorem 5.1, lower bound (seed 000, lines 419-448): a Transformer for quotient binary relation composition
// gives one for Disj_s.
#pragma once

#include <memory>
#include <vector>

#include "claims/claim.hpp"
#include "reductions/problems/quotient_composition.hpp"
#include "reductions/problems/set_intersection.hpp"
#include "reductions/strassen/two_sided.hpp"

namespace attest {

// (A(p), B(q), col) on 2s + 2 nodes; the answer is read at (1, 2).
problems::QuotientComposition quotient_of_disjointness(const problems::SetIntersection& instance);

TwoSidedReduction disjointness_to_quotient(int s);

// The picture of Figure 2 as lines of text.
std::vector<std::string> figure_2(const problems::SetIntersection& instance);

std::unique_ptr<Claim> strassen_disjointness_to_quotient_claim();

}  // namespace attest
