#include "lowerbounds/size_bounds/split_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

// The side k of a square grid of n = k^2 tokens.
Integer side(const Integer& n) {
  const Integer k = boost::multiprecision::sqrt(n);
  if (k * k != n) {
    throw UsageError("n", n.str(),
                     fmt::format("a square, the number of tokens (i, j), such as {} or {}",
                                 Integer(k * k).str(), Integer((k + 1) * (k + 1)).str()));
  }
  return k;
}

}  // namespace

const std::vector<std::string>& split_task_names() {
  static const std::vector<std::string> names{"function-composition", "match3", "relation-composition",
                                              "quotient-composition"};
  return names;
}

SplitTask split_task_from(const std::string& name) {
  const auto& names = split_task_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::out_of_range("no task " + name);
  return static_cast<SplitTask>(found - names.begin());
}

Integer match3_tokens(const Integer& n) {
  const Integer l = n - 1;
  return l - l % 2;
}

Integer claimed_rows(SplitTask task, const Integer& n) {
  switch (task) {
    case SplitTask::function_composition:
      return n;
    case SplitTask::match3:
      return match3_tokens(n) / 2;
    case SplitTask::relation_composition:
      return side(n) - 1;
    case SplitTask::quotient_composition: {
      const Integer rows = side(n) / 2 - 1;
      return rows < 0 ? Integer(0) : rows;
    }
  }
  return 0;
}

Integer shattered_rows(SplitTask task, const Integer& n, RowSet rows) {
  // Ind_1 has the single input (1, 1), so it is constant; Sum_2[2, 4] has the alphabet {1, 3}, whose sums are
  // even and never -1 modulo 4, so it is constant too.
  if (task == SplitTask::function_composition && n == 1) return 0;
  if (task == SplitTask::match3 && match3_tokens(n) < 4) return 0;
  if (task == SplitTask::match3 && rows == RowSet::sharpened) return match3_tokens(n) - 1;
  return claimed_rows(task, n);
}

Integer least_instance(SplitTask task, const Integer& rows, RowSet set) {
  switch (task) {
    case SplitTask::function_composition:
      return rows < 2 ? Integer(2) : rows;
    case SplitTask::match3:
      if (set == RowSet::sharpened) {  // n = l + 1, l the least even number from rows + 1 on
        const Integer l = rows < 3 ? Integer(4) : rows + 1 + (rows + 1) % 2;
        return l + 1;
      }
      return 2 * (rows < 2 ? Integer(2) : rows) + 1;
    case SplitTask::relation_composition:
      return (rows + 1) * (rows + 1);
    case SplitTask::quotient_composition:
      return (2 * rows + 2) * (2 * rows + 2);
  }
  return 0;
}

int conversion_parameters(SplitTask task) {
  return task == SplitTask::function_composition ? 2 : 0;
}

std::string rows_source(SplitTask task, const Integer& n, RowSet set) {
  const std::string rows = shattered_rows(task, n, set).str();
  switch (task) {
    case SplitTask::function_composition:
      return fmt::format("{} rows, Lemma 3.5 (n of Ind_n; proved for n >= 2)", rows);
    case SplitTask::match3:
      if (set == RowSet::sharpened)
        return fmt::format(
            "{} rows, strassen/sum2-shattered, two-letters, with l = {}, m = {} (l - 1, where Lemma 3.7 has "
            "l/2; proved for even l >= 4)",
            rows, match3_tokens(n).str(), Integer(2 * match3_tokens(n)).str());
      return fmt::format("{} rows, Lemma 3.7 with l = {}, m = {} (l/2; proved for even l >= 4)", rows,
                         match3_tokens(n).str(), Integer(2 * match3_tokens(n)).str());
    case SplitTask::relation_composition:
      return fmt::format("{} rows, Lemma 3.9 (sqrt(n) - 1 of Disj)", rows);
    case SplitTask::quotient_composition:
      return fmt::format(
          "{} rows, Lemma 3.9 and eq. (27) (s of Disj_s; sqrt(n) = {} nodes, 2s + 2 of them used)", rows,
          side(n).str());
  }
  return "";
}

std::string solves(SplitTask task, const Integer& n) {
  switch (task) {
    case SplitTask::function_composition:
      return fmt::format("standard attention that composes two functions on [{}]", n.str());
    case SplitTask::match3: {
      const Integer l = match3_tokens(n);
      return fmt::format("standard attention that solves Match3[{}, {}]", n.str(),
                         l == 0 ? std::string("m") : Integer(2 * l).str());
    }
    case SplitTask::relation_composition:
      return fmt::format("standard attention that composes binary relations on [{}]", side(n).str());
    case SplitTask::quotient_composition:
      return fmt::format(
          "standard and triangular attention heads that solves quotient relation composition on [{}]",
          side(n).str());
  }
  return "";
}

}  // namespace attest
