#include "theorems/task_truth.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "theorems/no_value.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

namespace {

// Some hundredths of a second.
constexpr language::TableLimits tables_of_diagrams{
    .tables = 1U << 12U, .entries_of_one = 1U << 12U, .entries = 1U << 17U};

constexpr std::size_t few_links = 1U << 12U;

}  // namespace

TaskTruth::TaskTruth(const TheoremText& text, const std::vector<JudgedTask>& tasks, const InputLayout& layout,
                     const TokenTable& table, const std::map<std::string, Rational>& constants)
    : yes_or_no_(tasks.front().task->answer == AnswerKind::sign),
      vector_(tasks.front().task->answer == AnswerKind::vector) {
  for (std::size_t cell = 0; cell < layout.cells(); ++cell) values_.push_back(layout.values(cell));
  for (const auto& [task, tokens, answers] : tasks) {
    language::Names names = truth_names(text, layout, constants);
    const std::size_t first = indices_.size();
    indices_.resize(first + tokens.size());
    task_of_.resize(first + tokens.size(), tasks_.size());
    if (task->every) {
      for (std::size_t k = 0; k < task->indices.size(); ++k) {
        names.indices.push_back(index_of_tokens(task->indices[k], k, table, tokens));
        for (std::size_t which = 0; which < tokens.size(); ++which)
          indices_[first + which].push_back(machine_index(table, tokens[which], k));
      }
    }
    OfTask of{task->truth, answers, {}, first};
    try {
      for (const language::Expression& answer : answers)
        of.truths.push_back(std::make_unique<const language::Truth>(
            answer, names,
            task->answer == AnswerKind::sign ? language::Type::Kind::truth : language::Type::Kind::number));
    } catch (const language::ParseError& error) {
      refuse(error.messages().front().place, error.messages().front().text);
    }
    tasks_.push_back(std::move(of));
  }
}

const language::Truth& TaskTruth::truth(std::size_t which) const {
  const OfTask& task = tasks_[task_of_[which]];
  return *task.truths[(which - task.first) % task.truths.size()];
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
    return truth(which)(cells, indices_[which]);
  } catch (const language::EvaluationLimit& error) {
    refuse(error.place(), fmt::format("the task's answer is not evaluated: {}", error.what()));
  } catch (const language::EvaluationError& error) {
    throw NoValue(error.place(), fmt::format("the task has no answer: {}", error.what()));
  }
}

long TaskTruth::operator()(std::span<const long> cells, std::size_t which) const {
  const language::Value value = this->value(cells, which);
  if (const auto answer = answer_of(value)) return *answer;
  refuse(expression(which)->place, fmt::format("the task's answer {} is {}", language::to_string(value),
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
      refuse(expression(which)->place,
             fmt::format("a number of the task's vector is {}", language::to_string(value)));
  }
}

const language::AnswerDiagram* TaskTruth::diagram(std::size_t which) const {
  return diagrams_are_made_.load(std::memory_order_acquire) ? diagrams_[which].get() : nullptr;
}

void TaskTruth::make_diagrams() const {
  std::call_once(diagrams_made_, [this] {
    std::vector<std::unique_ptr<const language::AnswerDiagram>> diagrams;
    language::AnswerDiagram::Budget budget;
    language::TableLimits limits = tables_of_diagrams;
    std::vector<std::size_t> counts;
    Integer answers = judged();
    for (const std::vector<long>& of_cell : values_) {
      counts.push_back(of_cell.size());
      answers *= of_cell.size();
    }
    // A link costs an evaluation; a diagram that is not much smaller than what it answers is worth some milliseconds.
    while (budget.links > few_links && 8 * Integer(budget.links) > answers) budget.links /= 2;
    std::map<Rational, long> numbers;
    const auto answer = [&](const language::Value& value) -> std::optional<long> {
      if (!vector_) return answer_of(value);
      if (value.kind() != language::Type::Kind::number) return std::nullopt;
      const auto [at, fresh] = numbers.emplace(value.number(), numbers_.size());
      if (fresh) numbers_.push_back(value.number());
      return at->second;
    };
    for (std::size_t which = 0; which < judged(); ++which) {
      std::unique_ptr<const language::AnswerDiagram> diagram;
      const OfTask& task = tasks_[task_of_[which]];
      const auto folded =
          language::folded_answer(task.answers[(which - task.first) % task.answers.size()],
                                  truth(which).names(), indices_[which], values_, answer, limits);
      if (folded) diagram = language::AnswerDiagram::make(*folded, counts, budget);
      if (!diagram) {
        diagram = language::AnswerDiagram::make(truth(which), indices_[which], values_, answer, budget);
      }
      diagrams.push_back(std::move(diagram));
    }
    diagrams_ = std::move(diagrams);
    diagrams_are_made_.store(true, std::memory_order_release);
  });
}

}  // namespace attest::theorems
