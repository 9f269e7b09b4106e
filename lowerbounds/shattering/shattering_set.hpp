// A set of rows of M_f^A that is said to be shattered, with the rule that gives a column for each pattern;
// and the check, pattern by pattern, that it is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lowerbounds/shattering/mixed_word_function.hpp"

namespace attest {

using Pattern = std::vector<bool>;  // c_1 ... c_k

struct ShatteringSet {
  std::vector<int> row_positions;  // A, 1-based, ascending
  std::vector<MixedWord> rows;     // each of length |A|
  std::function<MixedWord(const Pattern&)>
      column;  // of length n - |A|; may leave the alphabet, which is a defect
};

// w^1 + w^2 of line 149.
MixedWord merge(const ShatteringSet& set, const MixedWord& row, const MixedWord& column, int length);

// Why `word`, at the positions of A (or of its complement), is no index of M_f^A; empty if it is one.
std::string index_defect(const MixedWordFunction& f, const ShatteringSet& set, const MixedWord& word,
                         bool is_row);

struct ShatteringFailure {
  Pattern pattern;
  MixedWord column;
  std::optional<int> row;  // 0-based: the row whose entry is wrong, or that is no row
  std::string reason;
};

struct ShatteringOutcome {
  std::uint64_t patterns = 0;  // 2^k
  std::uint64_t checked = 0;
  std::uint64_t failing = 0;
  std::optional<ShatteringFailure> defective_row;     // a row that M lacks, or that is there twice
  std::optional<ShatteringFailure> defective_column;  // the first pattern whose column M lacks
  std::optional<ShatteringFailure> wrong_entry;       // the first pattern whose column gives another pattern

  bool complete() const { return checked == patterns; }
  bool shattered() const { return complete() && failing == 0; }
};

// Patterns in lexicographic order, c_1 most significant. `stop` is asked now and then; at most 30 rows. A
// pattern fails if its column is no column of M, if some row is no row of M, or if some entry is wrong.
ShatteringOutcome check_shattering(const MixedWordFunction& f, const ShatteringSet& set,
                                   const std::function<bool()>& stop);

Pattern pattern_of_rank(std::uint64_t rank, std::size_t size);
std::string pattern_text(const Pattern& pattern);  // "0110"

}  // namespace attest
