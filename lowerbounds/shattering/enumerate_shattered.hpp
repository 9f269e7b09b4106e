// All shattered sets of rows: how many there are of each size, and each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lowerbounds/shattering/bit_matrix.hpp"
#include "lowerbounds/shattering/find_shattered.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct ShatteredCounts {
  bool complete = true;           // false: stopped, and the counts are of what was seen
  std::vector<Integer> distinct;  // by size, from the empty set on: sets of distinct rows
  std::vector<Integer> words;     // the same with each set counted once for every choice of row words
};

// multiplicity[r] >= 1: how many row words give row r. A set of k distinct rows stands for the product of
// their multiplicities many sets of row words; equal rows are never shattered together, so that is all of
// them. The counts are the same for any number of threads.
ShatteredCounts count_shattered(const BitMatrix& matrix, const std::vector<std::uint64_t>& multiplicity,
                                const Stop& stop, CellMachine machine = CellMachine::best);

// Calls `visit(rows, k)` for every shattered set, the empty one first and every other one after its own
// beginnings (lexicographic order of ascending row indices). False if it was stopped.
using VisitSet = std::function<void(const std::uint32_t* rows, std::size_t k)>;
bool list_shattered(const BitMatrix& matrix, const VisitSet& visit, const Stop& stop,
                    CellMachine machine = CellMachine::best);

}  // namespace attest
