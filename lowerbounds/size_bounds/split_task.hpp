// The tasks of Theorems 3.4, 3.6, 3.8 and 5.1 (seed 000_bd1f352bd128419d.txt lines 200-306 and 409-455) and
// how many rows their instances shatter: a lower bound on the split-VC dimension of the Boolean function
// inside the task.
//
//   function-composition  n = size of the domain; Ind_n sits in h(g(1)) = 1
//                         n rows (Lemma 3.5), n >= 2
//   match3                n = number of tokens; Sum_2[l, 2l] at position 1, l the even one of n-1, n-2
//                         l/2 rows (Lemma 3.7), l >= 4; the alphabet is m = 2l. Rows of two letters (ours): l - 1
//   relation-composition  n = k^2 tokens; Disj_(k-1) at token (1, 1)
//                         k - 1 rows (Lemma 3.9)
//   quotient-composition  n = k^2 tokens, k nodes; Disj_s at token (1, 2)
//                         s = floor(k/2) - 1 rows
#pragma once

#include <string>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

enum class SplitTask { function_composition, match3, relation_composition, quotient_composition };

// In the order of the enumeration.
const std::vector<std::string>& split_task_names();
SplitTask split_task_from(const std::string& name);

// Whose rows: those of the paper's lemmas, or the most that are proved for every size. The two differ for match3, where the
// variant `two-letters` of strassen/sum2-shattered has l - 1.
enum class RowSet { lemma, sharpened };

// The rows that are proved to be shattered. Throws UsageError where n must be a square and is not.
Integer shattered_rows(SplitTask task, const Integer& n, RowSet rows = RowSet::lemma);

// What the lemmas claim: the same but for the smallest sizes, where Lemma 3.5 (n = 1) and Lemma 3.7 (l = 2)
// fail.
Integer claimed_rows(SplitTask task, const Integer& n);

// The least n with at least `rows` (>= 1) rows shattered.
Integer least_instance(SplitTask task, const Integer& rows, RowSet set = RowSet::lemma);

// The even l and the alphabet m = 2l of Match3 for n tokens.
Integer match3_tokens(const Integer& n);

// Parameters that the proof adds to the network (`ReLU(1.5 - y)`, line 215: one weight, one bias).
int conversion_parameters(SplitTask task);

// "Lemma 3.5: 1000 rows ..." for n.
std::string rows_source(SplitTask task, const Integer& n, RowSet set = RowSet::lemma);
// "solves function composition on [1000]"
std::string solves(SplitTask task, const Integer& n);

}  // namespace attest
