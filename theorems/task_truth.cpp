#include "theorems/task_truth.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

language::Range range_of(const std::vector<long>& values, const std::string& name) {
  if (values.empty()) return {};
  if (values.back() - values.front() + 1 != static_cast<long>(values.size())) {
    throw UsageError(fmt::format("the input {} has gaps in a range; that is not evaluated so far", name));
  }
  return {values.front(), values.back()};
}

}  // namespace

TaskTruth::TaskTruth(const TheoremText& text, const TaskStatement& task, const InputLayout& layout,
                     const TokenTable& table, const std::vector<attention::Token>& judged,
                     const std::map<std::string, Rational>& constants)
    : indices_(judged.size()), yes_or_no_(task.answer == AnswerKind::sign), place_(task.truth->place) {
  language::Names names;
  for (const auto& [name, value] : constants) names.constants.push_back({name, value});
  for (const InputField& field : layout.fields()) {
    language::InputShape shape;
    shape.name = field.name;
    for (const auto& domain : field.domains) shape.domains.push_back(range_of(domain, field.name));
    shape.values = range_of(field.values, field.name);
    names.inputs.push_back(std::move(shape));
  }
  for (std::size_t cell = 0; cell < layout.cells(); ++cell) values_.push_back(layout.values(cell));
  for (const LetStatement& let : text.lets) names.definitions.push_back({let.name, let.arguments, let.value});
  if (task.every) {
    for (std::size_t k = 0; k < task.indices.size(); ++k) {
      language::Index index{task.indices[k], {}};
      for (std::size_t which = 0; which < judged.size(); ++which) {
        const auto value = fits_long(table.indices_of(judged[which])[k]);
        if (!value) throw UsageError("a judged token's index is no integer");
        index.range.first = which == 0 ? *value : std::min(index.range.first, *value);
        index.range.last = which == 0 ? *value : std::max(index.range.last, *value);
        indices_[which].push_back(*value);
      }
      names.indices.push_back(std::move(index));
    }
  }
  try {
    truth_ = std::make_unique<const language::Truth>(task.truth, std::move(names));
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

long TaskTruth::operator()(std::span<const long> cells, std::size_t which) const {
  try {
    const language::Value value = (*truth_)(cells, indices_[which]);
    if (const auto answer = answer_of(value)) return *answer;
    throw UsageError(fmt::format("line {}: the task's answer {} is {}", place_.line,
                                 language::to_string(value),
                                 yes_or_no_ ? "no yes or no" : "no integer below 2^53"));
  } catch (const language::EvaluationError& error) {
    throw UsageError(fmt::format("line {}: the task has no answer: {}", error.place().line, error.what()));
  }
}

const language::AnswerTree* TaskTruth::tree(std::size_t which) const {
  return trees_are_made_.load(std::memory_order_acquire) ? trees_[which].get() : nullptr;
}

void TaskTruth::make_trees() const {
  std::call_once(trees_made_, [this] {
    std::vector<std::unique_ptr<const language::AnswerTree>> trees;
    language::AnswerTree::Budget budget;
    for (const auto& indices : indices_) {
      trees.push_back(language::AnswerTree::make(
          *truth_, indices, values_, [this](const language::Value& v) { return answer_of(v); }, budget));
    }
    trees_ = std::move(trees);
    trees_are_made_.store(true, std::memory_order_release);
  });
}

}  // namespace attest::theorems
