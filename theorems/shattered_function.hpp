// A Boolean function that a text states behind `shatter`, at given sizes: a word has one letter a cell of the inputs. With it the
// rows and columns that the text claims, from which nothing is taken on trust: who reads them evaluates the function.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// Letters may be none of their cells: whoever reads them looks.
struct ClaimedRows {
  std::vector<std::size_t> on;  // the cells that the rows state, ascending; the columns state the others
  std::vector<std::vector<long>> rows;  // the letters of each, in the order of `on`
  // The letters, in the order of the other cells, of the column that is to have the value pattern[r] in the r-th row.
  std::function<std::vector<long>(const std::vector<bool>& pattern)> column;
  std::string rule;  // what the text says of the columns
  // `check entries CONDITION`, in the order of the text. `cells`: the word of the row (by its place) and the pattern's column.
  struct Entries {
    std::string text;
    std::string mark;
    bool essential = true;
    std::function<bool(std::size_t row, const std::vector<bool>& pattern, std::span<const long> cells)> hold;
  };
  std::vector<Entries> entries;
};

struct ShatteredFunction {
  std::vector<std::vector<long>> letters;  // [cell], ascending
  std::vector<std::string> positions;      // a(1), a(2), b(1): the cells in their order
  // At the values of all cells; thread-safe. UsageError with the line where it has no value.
  std::function<bool(std::span<const long> cells)> value;
  std::optional<ClaimedRows> claimed;
  std::string excluded;  // the condition behind `judged if`, where it does not hold
  // `check vc >= m`: the right-hand side at these sizes, one a check of this name in the order of the text.
  std::vector<Rational> bounds;
};

// `text`: with the variant's patches applied. Throws UsageError for sizes that the theorem excludes, inputs that are no plain
// functions (injective, permutation), and more claimed rows than `most_rows`.
constexpr std::size_t most_shattered_rows = 30;
ShatteredFunction shattered_function(const TheoremText& text, const Parameters& parameters,
                                     std::size_t most_rows = most_shattered_rows);

}  // namespace attest::theorems
