// The split-VC dimension (seed 000, Definition 3.1) by plain search: the whole table, every partition,
// depth first over sets of rows. For small tables; it says what the lemmas' bounds are worth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lowerbounds/shattering/mixed_word_function.hpp"

namespace attest {

struct SmallSplitVc {
  int dimension = 0;
  std::vector<int> row_positions;  // 1-based: a partition that attains it
  std::vector<MixedWord> rows;     // rows that are shattered there
  std::uint64_t partitions = 0;    // all 2^n of them
};

// Table entries times partitions, which is what the search has to look at; saturates at 2^62.
std::uint64_t small_split_vc_cost(const MixedWordFunction& f);

// Tries the partition `first` before the others, so that its value bounds them. Nothing if `stop` says so.
std::optional<SmallSplitVc> small_split_vc(const MixedWordFunction& f, const std::vector<int>& first,
                                           const std::function<bool()>& stop);

}  // namespace attest
