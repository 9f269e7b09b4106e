// An answer "exists .. : condition" or "forall .. : condition" taken apart: each instance of the condition as a table of the few
// cells that it reads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "language/names.hpp"

namespace attest::language {

// A condition on the values at a few positions (cells, or the symbols that stand for them), as a table of all of them.
struct ConditionTable {
  std::vector<std::size_t> positions;  // ascending
  std::vector<std::size_t> strides;    // an entry is the sum of stride * place over the positions
  std::vector<bool> met;

  // `places`: of each cell, the place of its value among those that it can be.
  template <class Places>
  bool operator()(const Places& places) const {
    std::size_t at = 0;
    for (std::size_t k = 0; k < positions.size(); ++k) at += strides[k] * places[positions[k]];
    return met[at];
  }
};

struct QuantifiedAnswer {
  bool exists = true;  // yes where some condition is met; else (forall) where every one is
  std::vector<ConditionTable> conditions;
};

// What tables may cost; what was used is taken away.
struct TableLimits {
  std::size_t conditions = 0;  // of one answer: nothing is taken away
  std::size_t entries_of_one = 0;
  std::size_t entries = 0;
};

// `values`: what each cell can be, ascending, one cell after the other. A quantifier at the head of a condition is taken apart as well.
// Nothing where the expression has another form, where a range hangs on an input, where a condition has no value for some values of its
// cells (an evaluation of the whole says so, if it meets them), or beyond the limits. Looks at the stop flag.
std::optional<QuantifiedAnswer> quantified_answer(const Expression& expression, const Names& names,
                                                  std::span<const long> indices,
                                                  const std::vector<std::vector<long>>& values,
                                                  TableLimits& limits);

}  // namespace attest::language
