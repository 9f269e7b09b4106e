// Exact solvers of the inner-product problems, fast: bitsets, early exit, no allocation in inner loops.
//
//   kIP            prefix ANDs down the recursion, the last set by MatchingRows::first:  n^k d/64 bit steps
//   HypergraphIP   the same with one prefix for each constraint, pruned where a prefix is below its target
//   IP-triangle    rows R_j = {c : <b_j, c> = m_23} once; for every a_i the row {c : <c, a_i> = m_31}; their
//                  AND for every b_j with <a_i, b_j> = m_12:  3 n^2 d/64 + (pairs) n/64
//   IP-DIR-rCYC    for every a_1, backwards over the sets: which vectors reach it;  r n^2 d/64 + n r n^2/64
//
// Tuples are searched in lexicographic order, so that what is found is the solution of lowest rank.
#pragma once

#include <optional>

#include "reductions/problems/inner_products.hpp"

namespace attest::problems {

// The solution of lowest rank, as solve_by_definition gives it; gap versions too (their promise is not
// used).
// Memory beside the instance: n^2/8 bytes for IP-triangle, r n^2/8 for cycles.
std::optional<Tuple> solve(const InnerProducts& instance);

}  // namespace attest::problems
