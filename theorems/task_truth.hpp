// The right answers of a task, by the evaluator of truth (language/truth.hpp), and by a decision tree of it where that is small.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "language/answer_tree.hpp"
#include "theorems/theorem_text.hpp"
#include "theorems/token_table.hpp"

namespace attest::theorems {

class TaskTruth {
 public:
  // `judged`: the tokens at which the task has an answer, each as often as it has numbers, which `answers` are: one, or those
  // of a vector. UsageError for an answer that does not type.
  TaskTruth(const TheoremText& text, const TaskStatement& task,
            const std::vector<language::Expression>& answers, const InputLayout& layout,
            const TokenTable& table, const std::vector<attention::Token>& judged,
            const std::map<std::string, Rational>& constants);

  // The answer at the which-th judged token, from the cells' values: an integer below 2^53 in absolute value; UsageError where it
  // is none (or no yes or no).
  long operator()(std::span<const long> cells, std::size_t which) const;
  // The same of a vector's number, which may be any rational one.
  Rational rational(std::span<const long> cells, std::size_t which) const;

  // What it evaluates: at indices(which) of the judged tokens.
  // Of a vector, its first number.
  const language::Truth& truth() const { return *truths_.front(); }
  const language::Expression& expression() const { return expression_; }
  const std::vector<long>& indices(std::size_t which) const { return indices_[which]; }
  std::size_t judged() const { return indices_.size(); }
  // The answer that a value is; nothing: it is none.
  std::optional<long> answer_of(const language::Value& value) const;

  // Makes the trees that tree() then gives, before many answers are asked for. From any thread.
  void make_trees() const;
  const language::AnswerTree* tree(std::size_t which) const;  // null: not made, or too large

 private:
  language::Expression expression_;
  language::Value value(std::span<const long> cells, std::size_t which) const;

  std::vector<std::unique_ptr<const language::Truth>> truths_;  // of each number
  std::vector<std::vector<long>> indices_;                      // [which]
  std::vector<std::vector<long>> values_;                       // [cell]
  bool yes_or_no_;
  language::Place place_;
  mutable std::once_flag trees_made_;
  mutable std::vector<std::unique_ptr<const language::AnswerTree>> trees_;  // [which]
  mutable std::atomic<bool> trees_are_made_{false};
};

}  // namespace attest::theorems
