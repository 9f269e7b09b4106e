#include "theorems/task_truth.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

TaskTruth::TaskTruth(const TheoremText& text, const TaskStatement& task,
                     const std::vector<language::Expression>& answers, const InputLayout& layout,
                     const TokenTable& table, const std::vector<attention::Token>& judged,
                     const std::map<std::string, Rational>& constants)
    : expression_(task.truth),
      indices_(judged.size()),
      yes_or_no_(task.answer == AnswerKind::sign),
      place_(task.truth->place) {
  language::Names names = truth_names(text, layout, constants);
  for (std::size_t cell = 0; cell < layout.cells(); ++cell) values_.push_back(layout.values(cell));
  if (task.every) {
    for (std::size_t k = 0; k < task.indices.size(); ++k) {
      names.indices.push_back(index_of_tokens(task.indices[k], k, table, judged));
      for (std::size_t which = 0; which < judged.size(); ++which)
        indices_[which].push_back(machine_index(table, judged[which], k));
    }
  }
  try {
    for (const language::Expression& answer : answers)
      truths_.push_back(std::make_unique<const language::Truth>(answer, names));
  } catch (const language::ParseError& error) {
    refuse(error.messages().front().place, error.messages().front().text);
  }
}

std::optional<long> TaskTruth::answer_of(const language::Value& value) const {
  if (value.kind() == language::Type::Kind::truth) return value.truth() ? 1 : 0;
  constexpr long most = 1L << 53;
  const long* number = value.machine();
  if (number == nullptr || *number >= most || *number <= -most) return std::nullopt;
  if (yes_or_no_ && *number != 0 && *number != 1) return std::nullopt;
  return *number;
}

language::Value TaskTruth::value(std::span<const long> cells, std::size_t which) const {
  try {
    return (*truths_[which % truths_.size()])(cells, indices_[which]);
  } catch (const language::EvaluationError& error) {
    throw UsageError(fmt::format("line {}: the task has no answer: {}", error.place().line, error.what()));
  }
}

long TaskTruth::operator()(std::span<const long> cells, std::size_t which) const {
  const language::Value value = this->value(cells, which);
  if (const auto answer = answer_of(value)) return *answer;
  throw UsageError(fmt::format("line {}: the task's answer {} is {}", place_.line, language::to_string(value),
                               yes_or_no_ ? "no yes or no" : "no integer below 2^53"));
}

Rational TaskTruth::rational(std::span<const long> cells, std::size_t which) const {
  const language::Value value = this->value(cells, which);
  switch (value.kind()) {
    case language::Type::Kind::truth:
      return Rational(value.truth() ? 1 : 0);
    case language::Type::Kind::number:
      return value.number();
    default:
      throw UsageError(fmt::format("line {}: a number of the task's vector is {}", place_.line,
                                   language::to_string(value)));
  }
}

const language::AnswerTree* TaskTruth::tree(std::size_t which) const {
  return trees_are_made_.load(std::memory_order_acquire) ? trees_[which].get() : nullptr;
}

void TaskTruth::make_trees() const {
  if (truths_.size() != 1) return;  // of the numbers of a vector there are none
  std::call_once(trees_made_, [this] {
    std::vector<std::unique_ptr<const language::AnswerTree>> trees;
    language::AnswerTree::Budget budget;
    for (const auto& indices : indices_) {
      trees.push_back(language::AnswerTree::make(
          truth(), indices, values_, [this](const language::Value& v) { return answer_of(v); }, budget));
    }
    trees_ = std::move(trees);
    trees_are_made_.store(true, std::memory_order_release);
  });
}

}  // namespace attest::theorems
