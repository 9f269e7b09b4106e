// Theorem 3.8 (seed 000, lines 281-287): a Transformer for binary relation composition gives one for Disj_m.
#pragma once

#include <memory>

#include "claims/claim.hpp"
#include "reductions/problems/relation_composition.hpp"
#include "reductions/problems/set_intersection.hpp"
#include "reductions/strassen/two_sided.hpp"

namespace attest {

// a at A_12, ..., A_1k and b at B_21, ..., B_k1, k = m + 1; the answer is read at (1, 1).
problems::RelationComposition relation_of_disjointness(const problems::SetIntersection& instance);

TwoSidedReduction relation_to_disjointness(int m);

std::unique_ptr<Claim> strassen_relation_to_disjointness_claim();

}  // namespace attest
