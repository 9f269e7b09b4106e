// The explicit form of Theorems 3.2, 3.4, 3.6, 3.8 and 5.1: the least max{d, H, P}, with all constants.
#pragma once

#include "lowerbounds/size_bounds/bounded_claim.hpp"
#include "lowerbounds/size_bounds/split_task.hpp"

namespace attest {

// `n` as the theorem uses it (split_task.hpp), and whose rows are counted.
ExplicitBound explicit_size_bound(SplitTask task, const Integer& n, RowSet set = RowSet::lemma);

// The least n from which each form's bound exceeds `size` (>= 1).
BoundThreshold size_bound_threshold(SplitTask task, const Integer& size, RowSet set = RowSet::lemma);

// max{d, H, P} >= (rows / 22)^(1/3), for all rows: 22 S^3 bounds the right-hand side of `predicates` at
// d = H = P = S, since 2 (S^2 + S) <= 4 S^2 and S + log2(8 e S) <= 2 S - 1 + 4.4434 <= 5.4434 S for S >= 1.
inline constexpr long cubic_constant = 22;

}  // namespace attest
