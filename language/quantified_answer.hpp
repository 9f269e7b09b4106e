// An answer "exists .. : condition" or "forall .. : condition" taken apart: each instance of the condition as a table of the few
// cells that it reads.
#pragma once

#include <optional>
#include <vector>

#include "language/cell_tables.hpp"

namespace attest::language {

using ConditionTable = CellTable<bool>;

struct QuantifiedAnswer {
  bool exists = true;  // yes where some condition is met; else (forall) where every one is
  std::vector<ConditionTable> conditions;
};

// Nothing where the expression has another form, where a range hangs on an input, where a condition has no value for some values of its
// cells (an evaluation of the whole says so, if it meets them), or beyond the limits. Looks at the stop flag.
std::optional<QuantifiedAnswer> quantified_answer(const Expression& expression, const Names& names,
                                                  const std::vector<long>& indices, const CellValues& values,
                                                  TableLimits& limits);

}  // namespace attest::language
