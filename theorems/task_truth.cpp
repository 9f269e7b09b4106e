#include "theorems/task_truth.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/truth.hpp"
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

TruthFunction truth_of(const TheoremText& text, const TaskStatement& task, const InputLayout& layout,
                       const TokenTable& table, const std::vector<attention::Token>& judged,
                       const std::map<std::string, Rational>& constants) {
  language::Names names;
  for (const auto& [name, value] : constants) names.constants.push_back({name, value});
  for (const InputField& field : layout.fields()) {
    language::InputShape shape;
    shape.name = field.name;
    for (const auto& domain : field.domains) shape.domains.push_back(range_of(domain, field.name));
    shape.values = range_of(field.values, field.name);
    names.inputs.push_back(std::move(shape));
  }
  for (const LetStatement& let : text.lets) names.definitions.push_back({let.name, let.arguments, let.value});
  std::vector<std::vector<long>> indices(judged.size());
  if (task.every) {
    for (std::size_t k = 0; k < task.indices.size(); ++k) {
      language::Index index{task.indices[k], {}};
      for (std::size_t which = 0; which < judged.size(); ++which) {
        const auto value = fits_long(table.indices_of(judged[which])[k]);
        if (!value) throw UsageError("a judged token's index is no integer");
        index.range.first = which == 0 ? *value : std::min(index.range.first, *value);
        index.range.last = which == 0 ? *value : std::max(index.range.last, *value);
        indices[which].push_back(*value);
      }
      names.indices.push_back(std::move(index));
    }
  }
  const auto truth = std::make_shared<const language::Truth>(task.truth, std::move(names));
  const bool yes_or_no = task.answer == Answer::sign;
  const language::Place place = task.truth->place;
  return [truth, indices = std::move(indices), yes_or_no, place](std::span<const long> cells,
                                                                 std::size_t which) -> long {
    try {
      const language::Value value = (*truth)(cells, indices[which]);
      if (value.kind() == language::Type::Kind::truth) return value.truth() ? 1 : 0;
      constexpr long most = 1L << 53;
      const long* number = value.machine();
      if (number != nullptr && *number<most&& * number> - most &&
          (!yes_or_no || *number == 0 || *number == 1)) {
        return *number;
      }
      throw UsageError(fmt::format("line {}: the task's answer {} is {}", place.line,
                                   language::to_string(value),
                                   yes_or_no ? "no yes or no" : "no integer below 2^53"));
    } catch (const language::EvaluationError& error) {
      throw UsageError(fmt::format("line {}: the task has no answer: {}", error.place().line, error.what()));
    }
  };
}

}  // namespace attest::theorems
