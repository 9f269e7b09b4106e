// The right answers of a theorem's tasks, by the evaluator of truth (language/truth.hpp), and by a decision diagram of it where that is small.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "language/answer_diagram.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

// A task and the tokens at which it has an answer, each as often as the answer has numbers.
struct JudgedTask {
  const TaskStatement* task = nullptr;
  std::vector<attention::Token> tokens;
  std::vector<language::Expression> answers;  // one, or the numbers of a vector
};

class TaskTruth {
 public:
  // The judged tokens are those of the tasks, in their order. UsageError for an answer that does not type.
  TaskTruth(const TheoremText& text, const std::vector<JudgedTask>& tasks, const InputLayout& layout,
            const TokenTable& table, const std::map<std::string, Rational>& constants);

  // The answer at the which-th judged token, from the cells' values: an integer below 2^53 in absolute value; UsageError where it
  // is none (or no yes or no), NoValue where the task's expression has no value.
  long operator()(std::span<const long> cells, std::size_t which) const;
  // The same of a vector's number, which may be any rational one.
  Rational rational(std::span<const long> cells, std::size_t which) const;

  // What it evaluates there: at indices(which) of the judged tokens.
  const language::Truth& truth(std::size_t which) const;
  // The task's answer; of a vector the whole of it.
  const language::Expression& expression(std::size_t which) const {
    return tasks_[task_of_[which]].expression;
  }
  const std::vector<long>& indices(std::size_t which) const { return indices_[which]; }
  std::size_t judged() const { return indices_.size(); }
  // The answer that a value is; nothing: it is none.
  std::optional<long> answer_of(const language::Value& value) const;

  // What each cell can be.
  const language::CellValues& values() const { return values_; }

  // Makes the diagrams that diagram() then gives, before many answers are asked for. From any thread.
  void make_diagrams() const;
  const language::AnswerDiagram* diagram(std::size_t which) const;  // null: not made, or too large
  // What a diagram's answer stands for where the answer is a number of a vector.
  const Rational& number(long answer) const { return numbers_[static_cast<std::size_t>(answer)]; }

 private:
  struct OfTask {
    language::Expression expression;
    std::vector<language::Expression> answers;
    std::vector<std::unique_ptr<const language::Truth>> truths;  // of each number
    std::size_t first = 0;                                       // of its judged tokens
  };
  language::Value value(std::span<const long> cells, std::size_t which) const;

  std::vector<OfTask> tasks_;
  std::vector<std::size_t> task_of_;        // [which]
  std::vector<std::vector<long>> indices_;  // [which]
  language::CellValues values_;             // [cell]
  bool yes_or_no_;
  bool vector_;  // of one number or more
  mutable std::once_flag diagrams_made_;
  mutable std::vector<std::unique_ptr<const language::AnswerDiagram>> diagrams_;  // [which]
  mutable std::vector<Rational> numbers_;
  mutable std::atomic<bool> diagrams_are_made_{false};
};

}  // namespace attest::theorems
