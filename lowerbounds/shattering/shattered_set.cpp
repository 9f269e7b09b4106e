#include "lowerbounds/shattering/shattered_set.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest {

std::optional<std::string> why_not_shattered(const WordFunction& function,
                                             const std::vector<std::size_t>& rows,
                                             const std::vector<std::vector<LetterIndex>>& set,
                                             const std::vector<std::vector<LetterIndex>>& columns) {
  const std::size_t n = function.positions;
  std::vector<bool> is_row(n, false);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] >= n || (k > 0 && rows[k] <= rows[k - 1]))
      return "the row positions are not ascending in 1..n";
    is_row[rows[k]] = true;
  }
  const auto fits = [&](const std::vector<LetterIndex>& word, std::size_t length) {
    return word.size() == length &&
           std::all_of(word.begin(), word.end(), [&](LetterIndex a) { return a < function.letters.size(); });
  };
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (!fits(set[k], rows.size())) return fmt::format("row {} is not a word on the row positions", k + 1);
    for (std::size_t other = 0; other < k; ++other) {
      if (set[other] == set[k]) return fmt::format("rows {} and {} are the same word", other + 1, k + 1);
    }
  }
  if (set.size() >= 40 || columns.size() != std::size_t{1} << set.size()) {
    return fmt::format("{} columns for {} rows, expected one for each pattern", columns.size(), set.size());
  }
  std::vector<LetterIndex> word(n);
  for (std::size_t pattern = 0; pattern < columns.size(); ++pattern) {
    if (!fits(columns[pattern], n - rows.size())) {
      return fmt::format("column {} is not a word on the other positions", pattern);
    }
    for (std::size_t k = 0; k < set.size(); ++k) {
      std::size_t from_row = 0;
      std::size_t from_column = 0;
      for (std::size_t i = 0; i < n; ++i) {
        word[i] = is_row[i] ? set[k][from_row++] : columns[pattern][from_column++];
      }
      const bool wanted = (pattern >> k & 1) != 0;
      if (function.value(word.data()) != wanted) {
        return fmt::format("f is {} at row {} and column {}, expected {}", wanted ? 0 : 1, k + 1, pattern,
                           wanted ? 1 : 0);
      }
    }
  }
  return std::nullopt;
}

}  // namespace attest
