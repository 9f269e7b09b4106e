#include "lowerbounds/shattering/entries_check.hpp"

#include <fmt/format.h>

#include "claims/counted_work.hpp"
#include "claims/quotes.hpp"
#include "claims/whole_claim.hpp"

namespace attest {

namespace {

struct Entries {
  std::uint64_t all = 0;
  std::uint64_t words = 0;
  std::uint64_t failing = 0;
  std::string first;  // that fails
  Json counterexample = nullptr;
  bool complete = false;
};

Entries examined(const MixedWordFunction& f, const ShatteringSet& set,
                 const theorems::ClaimedRows::Entries& stated, const Deadline& deadline) {
  Entries result;
  const std::size_t k = set.rows.size();
  std::vector<bool> is_row;
  for (const MixedWord& row : set.rows) is_row.push_back(index_defect(f, set, row, true).empty());
  CountedWork work(Integer(1) << k);
  for (std::uint64_t rank = 0; rank >> k == 0; ++rank) {
    if (rank % 64 == 0 && deadline.reached()) return result;
    work.reached(rank);
    const Pattern pattern = pattern_of_rank(rank, k);
    const MixedWord column = set.column(pattern);
    const bool is_column = index_defect(f, set, column, false).empty();
    for (std::size_t row = 0; row < k; ++row) {
      ++result.all;
      if (!is_column || !is_row[row]) continue;
      ++result.words;
      const MixedWord word = merge(set, set.rows[row], column, f.length());
      const std::vector<long> cells(word.begin(), word.end());
      if (stated.hold(row, pattern, cells)) continue;
      if (++result.failing > 1) continue;
      result.first = fmt::format("for the pattern {} and row {} the word is {}", pattern_text(pattern),
                                 row + 1, word_text(word));
      result.counterexample = {
          {"entry", stated.text}, {"row", row + 1}, {"c", pattern_text(pattern)}, {"word", word}};
    }
  }
  result.complete = true;
  return result;
}

}  // namespace

void add_entries_checks(const MixedWordFunction& f, const ShatteringSet& set,
                        const theorems::ClaimedRows& claimed, const Deadline& deadline, Verdict& verdict) {
  for (const auto& stated : claimed.entries) {
    const Entries found = examined(f, set, stated, deadline);
    const std::string text = stated.text + in_source(stated.mark);
    Check check;
    if (found.failing > 0) {
      check = refuted(
          Kind::display, "entries",
          fmt::format("{} fails at {} of {} entries: {}", text, found.failing, found.all, found.first));
    } else if (!found.complete) {
      check = undecided("entries", deadline.reason());
    } else if (found.words < found.all) {
      check = undecided("entries", fmt::format("{}: {} of {} entries are words of the function", text,
                                               found.words, found.all));
    } else {
      check = holds("entries", Evidence::enumeration, fmt::format("{}, at all {} entries", text, found.all));
    }
    check.essential = stated.essential;
    if (check.status == Status::refuted && check.essential && verdict.counterexample.is_null())
      verdict.counterexample = found.counterexample;
    verdict.checks.push_back(std::move(check));
  }
}

}  // namespace attest
