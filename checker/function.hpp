// The first line of a certificate of a shattered set: a Boolean function f of words, and what is said of its splitting VC dimension.
// A word has a letter for each cell of the inputs, its positions; the function is an expression of the inputs, or a table.
#pragma once

#include <optional>

#include "checker/record.hpp"

namespace attest_check {

inline constexpr std::size_t most_words = 1U << 24;  // of a table, and of those that are all evaluated

class Function {
 public:
  // Reads all of the line. Rejection; OtherProgram where it is no function's.
  explicit Function(LineReader& line);
  Function(const Function&) = delete;

  std::size_t positions() const { return record_.cells; }
  // Ascending.
  const std::vector<long>& letters(std::size_t position) const {
    return record_.inputs[field_[position]].values;
  }
  // Of one letter a position. Rejection where the expression has no value.
  bool value(const std::vector<long>& word);

  // The set of positions, ascending from 0 on, of which alone the line speaks.
  const std::optional<std::vector<std::size_t>>& split() const { return split_; }
  std::size_t at_least() const { return at_least_; }
  const std::optional<std::size_t>& at_most() const { return at_most_; }
  // "indexing (named) at n=3: split-VC is 3"
  std::string claimed() const;

  // Of positions: [1,3] as 0 and 2.
  std::vector<std::size_t> read_positions(LineReader& line) const;

 private:
  Record record_;
  std::vector<std::size_t> field_;  // the input that a position belongs to
  Expression expression_;           // null: the table says it
  std::string
      table_;  // of 0 and 1, for the words in their order, the first position's letter most significant
  std::optional<std::vector<std::size_t>> split_;
  std::size_t at_least_ = 0;
  std::optional<std::size_t> at_most_;
  std::vector<long> cells_;
  Scope scope_;  // sees cells_
};

// "{1, 2}"
std::string positions_text(const std::vector<std::size_t>& positions);

}  // namespace attest_check
