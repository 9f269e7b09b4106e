// The instances that Theorems 3.4, 3.6, 3.8 and 5.1 put to the transformer, and the tasks' definitions on
// them.
//
// A row (number i, 0-based) is what the proof writes into the positions of A, a column is a word of `rows`
// bits written into the positions of B; everything else is fixed. The answer is that of the whole task at the
// token the proof looks at, so that the reductions to Ind, Sum_2 and Disj are part of what is tested.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowerbounds/size_bounds/split_task.hpp"

namespace attest {

// The size of the instances: n as the theorem uses it, and the number of rows.
struct InstanceSize {
  SplitTask task = SplitTask::function_composition;
  long n = 0;
  long rows = 0;
  RowSet set = RowSet::lemma;
};

// What is known of a column: bit by bit, nullopt for either.
using KnownBits = std::vector<std::optional<bool>>;

// Whether a symbol leaves the task's alphabet, in some column of which so much is known: the message, e.g. "h(1) = 2 is not
// in [1]". It depends on row and column separately.
std::optional<std::string> symbol_outside(const InstanceSize& size, long row, const KnownBits& column);

// The Boolean function's value at (row, column), from the task's definition: [h(g(1)) = 1], or the task's
// output at position 1, (1, 1) or (1, 2).
bool answer(const InstanceSize& size, long row, const std::vector<bool>& column);

// The columns as boxes for this row, each with the row's own bit: two of the lemmas' rows (the bit is 0, or 1, and the others are
// anything); with two letters a box for each place of the first 0 as well, on which the column's other letters depend.
std::vector<KnownBits> boxes_of(const InstanceSize& size, long row);

// The same on a box: 0 or 1 if every completion gives that, else nullopt.
std::optional<bool> answer_of_box(const InstanceSize& size, long row, const KnownBits& column);

// If the Boolean function inside the task (Ind_n, Sum_2[l, 2l]) has the same value on all its inputs: how
// many inputs these are. Its split-VC dimension is then 0. Looks at all inputs; nullopt also where there are
// more than a thousand, and for the tasks with Disj, which is not constant where it has rows.
std::optional<long> inputs_of_constant_function(const InstanceSize& size);

}  // namespace attest
