// Judges exact-match transformers with one output coordinate, in integers.
#pragma once

#include <vector>

#include "attention/exact_match.hpp"
#include "tasks/task.hpp"
#include "verification/judge.hpp"

namespace attest {

// Which key each query equals, by symbol: equal numbers mean equal vectors. Shared by all threads.
struct SymbolTable {
  std::vector<std::size_t> query;  // [symbol]
  std::vector<std::size_t> key;    // [symbol]
  std::vector<Rational> value;     // [symbol]

  SymbolTable(const ExactMatchConstruction& construction, const Task& task);
};

// Tally::extra counts the inputs on which some query equals no key.
class ExactMatchJudge : public Judge {
 public:
  ExactMatchJudge(const ExactMatchConstruction& construction, const Task& task, const SymbolTable& table)
      : construction_(construction), task_(task), table_(table), judged_(task.judged_positions()) {}

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

  // The output at one position and whether anything matched.
  struct Output {
    Rational y;
    bool matched = false;
  };
  Output output(std::span<const Symbol> word, std::size_t position) const;

 private:
  const ExactMatchConstruction& construction_;
  const Task& task_;
  const SymbolTable& table_;
  std::vector<std::size_t> judged_;
};

}  // namespace attest
