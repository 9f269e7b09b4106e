#include "lowerbounds/shattering/shattering_set.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/counted_work.hpp"

namespace attest {

namespace {

std::vector<bool> is_row_position(const ShatteringSet& set, int length) {
  std::vector<bool> in_a(length, false);
  for (const int position : set.row_positions) in_a.at(position - 1) = true;
  return in_a;
}

}  // namespace

std::string index_defect(const MixedWordFunction& f, const ShatteringSet& set, const MixedWord& word,
                         bool is_row) {
  const std::vector<bool> in_a = is_row_position(set, f.length());
  std::size_t next = 0;
  for (int position = 0; position < f.length(); ++position) {
    if (in_a[position] != is_row) continue;
    if (next == word.size()) return fmt::format("has {} letters", word.size());
    if (!f.has_letter(position, word[next]))
      return fmt::format("has the letter {} at position {} of the word, which the alphabet lacks", word[next],
                         position + 1);
    ++next;
  }
  return next == word.size() ? std::string() : fmt::format("has {} letters", word.size());
}

namespace {

void find_defective_row(const MixedWordFunction& f, const ShatteringSet& set, ShatteringOutcome& outcome) {
  for (std::size_t i = 0; i < set.rows.size() && !outcome.defective_row; ++i) {
    std::string reason = index_defect(f, set, set.rows[i], true);
    for (std::size_t j = 0; j < i && reason.empty(); ++j) {
      if (set.rows[i] == set.rows[j]) reason = fmt::format("is row {} again", j + 1);
    }
    if (!reason.empty()) {
      outcome.defective_row = {
          {}, {}, static_cast<int>(i), fmt::format("row {} = {} {}", i + 1, word_text(set.rows[i]), reason)};
    }
  }
}

}  // namespace

MixedWord merge(const ShatteringSet& set, const MixedWord& row, const MixedWord& column, int length) {
  const std::vector<bool> in_a = is_row_position(set, length);
  MixedWord word;
  word.reserve(length);
  std::size_t from_row = 0;
  std::size_t from_column = 0;
  for (int position = 0; position < length; ++position) {
    word.push_back(in_a[position] ? row.at(from_row++) : column.at(from_column++));
  }
  return word;
}

Pattern pattern_of_rank(std::uint64_t rank, std::size_t size) {
  Pattern pattern(size);
  for (std::size_t i = 0; i < size; ++i) pattern[i] = (rank >> (size - 1 - i) & 1U) != 0;
  return pattern;
}

std::string pattern_text(const Pattern& pattern) {
  std::string text;
  for (const bool bit : pattern) text += bit ? '1' : '0';
  return text;
}

ShatteringOutcome check_shattering(const MixedWordFunction& f, const ShatteringSet& set,
                                   const std::function<bool()>& stop) {
  if (set.rows.size() > 30) throw std::invalid_argument("check_shattering: more than 30 rows");
  ShatteringOutcome outcome;
  outcome.patterns = std::uint64_t{1} << set.rows.size();
  find_defective_row(f, set, outcome);
  CountedWork work(outcome.patterns);
  for (std::uint64_t rank = 0; rank < outcome.patterns; ++rank) {
    if (rank % 256 == 0 && stop && stop()) break;
    work.reached(rank);
    const Pattern pattern = pattern_of_rank(rank, set.rows.size());
    const MixedWord column = set.column(pattern);
    ++outcome.checked;
    bool fails = outcome.defective_row.has_value();
    if (const std::string defect = index_defect(f, set, column, false); !defect.empty()) {
      fails = true;
      if (!outcome.defective_column) {
        outcome.defective_column = {pattern, column, std::nullopt,
                                    fmt::format("for the pattern {} the column {} {}", pattern_text(pattern),
                                                word_text(column), defect)};
      }
    } else if (!outcome.defective_row) {
      for (std::size_t i = 0; i < set.rows.size(); ++i) {
        const MixedWord word = merge(set, set.rows[i], column, f.length());
        if (f.value(word) == pattern[i]) continue;
        fails = true;
        if (!outcome.wrong_entry) {
          outcome.wrong_entry = {
              pattern, column, static_cast<int>(i),
              fmt::format("for the pattern {} the column {} has {}{} = {} at row {} = {}",
                          pattern_text(pattern), word_text(column), f.name, word_text(word),
                          pattern[i] ? 0 : 1, i + 1, word_text(set.rows[i]))};
        }
        break;
      }
    }
    if (fails) ++outcome.failing;
  }
  return outcome;
}

}  // namespace attest
