// An answer from few numbers, each a sum, or a yes or no, over instances that read few cells:
//
//   2*(sum j in [n]: w(j)) > n        one sum of n tables of one cell each
//   exists j in [n], k in [n]: ..     one yes or no
//   w(n) = 1 and exists j in [n]: ..  a table of one cell, and a yes or no
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "language/cell_tables.hpp"

namespace attest::language {

struct FoldedTables {
  bool any = false;  // 1 where some table has a 1, else 0 (all have zeros and ones); otherwise their sum
  std::vector<CellTable<long>> terms;  // none: 0
};

struct FoldedAnswer {
  std::vector<FoldedTables> folds;
  // Of what the folds are; nothing where an evaluation of the whole has to say it.
  std::function<std::optional<long>(std::span<const long>)> answer;
};

// `answer`: of a value; nothing where it is none. Nothing where the expression has no such form, and in the cases of quantified_answer
// (language/quantified_answer.hpp). Looks at the stop flag.
std::optional<FoldedAnswer> folded_answer(const Expression& expression, const Names& names,
                                          const std::vector<long>& indices, const CellValues& values,
                                          const std::function<std::optional<long>(const Value&)>& answer,
                                          TableLimits& limits);

}  // namespace attest::language
