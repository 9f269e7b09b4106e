// Lemma E.8, repaired: whether any threshold parts yes rows from no rows, exactly.
//
// With one constraint, h depends on the vectors on tuples of upper rows only (expected_of_pattern). So R = P
// + K, where K is the same number for every instance of a shape, and P/R grows with P. Let Y = e^(B^k/d~), N
// = n^k' with k' = k - 1 if r_1 = 1, else k (the sets that a row sums over), f as at proved_bounds, and L the
// largest integer that is at most (1-epsilon) m. Over all gap instances whose sets are lists of n vectors,
// repetitions allowed,
//
//   the least P of a yes row is  (2n)^f (Y^m + N - 1)  one tuple has m, all others at least 0; reached with
//     m ones in the first vector of every set and zero vectors,
//   the largest P of a no row is (2n)^f N Y^L          reached with the same L ones in all vectors.
//
// So a threshold exists exactly if Y^m + N - 1 > N Y^L.
#pragma once

#include <string>

#include "reductions/poly/hardness/attention_check.hpp"

namespace attest {

// One constraint: Lemma E.8, and E.13 where t_0 = k.
bool has_exact_criterion(const GapShape& shape);

// Y^m + N - 1 against N Y^L: `greater` exactly if a threshold exists.
Ordering exact_criterion(const GapShape& shape, const AttentionScale& scale);

// "Y^2 + 15 > 16 Y, Y = e^(B^2/12)".
std::string exact_criterion_text(const GapShape& shape);

// The two extreme outputs; `row` is any judged row of an instance of that shape. Needs has_exact_criterion.
AttentionThreshold exact_threshold(const GapShape& shape, const AttentionScale& scale, const RowSums& row);

}  // namespace attest
