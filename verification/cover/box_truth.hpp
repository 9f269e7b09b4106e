// What the cover asks a task: the right answer on all words of a box at once, from the task's text alone. It never comes from a
// layer's scores: a truth that is read off the scores proves every error in the scores.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "language/quantified_answer.hpp"
#include "tasks/task.hpp"

namespace attest {

class BoxTruth {
 public:
  enum class Form {
    whole,  // answer() says what it can
    any,    // 1 where some condition is met, else 0
    all,    // 1 where every condition is met, else 0
  };

  virtual ~BoxTruth() = default;
  virtual Form form() const = 0;
  // Of Form::any and Form::all.
  virtual const std::vector<language::ConditionTable>& conditions(std::size_t which) const = 0;
  // The answer on this word, with every position that was looked at appended to `read`: all words that have the same symbols there
  // have the same answer. Nothing where there is no such answer.
  virtual std::optional<long> answer(std::span<const Symbol> word, std::size_t which,
                                     std::vector<std::size_t>& read) const = 0;
  // What the theorem says of this word, with what was looked at appended to `read` in the same way. Nothing where a condition has no
  // value, or not by this way.
  virtual std::optional<Standing> standing(std::span<const Symbol> /*word*/,
                                           std::vector<std::size_t>& /*read*/) const {
    return Standing::judged;
  }
};

}  // namespace attest
