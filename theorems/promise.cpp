#include "theorems/promise.hpp"

#include <fmt/format.h>

#include "language/evaluation_error.hpp"
#include "language/message.hpp"
#include "language/refused_place.hpp"
#include "theorems/no_value.hpp"
#include "theorems/said.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

namespace {

bool is_met(const language::Truth& condition, std::span<const long> cells) {
  try {
    return condition(cells, {}).truth();
  } catch (const language::EvaluationLimit& error) {
    refuse(error.place(), fmt::format("a condition on the inputs is not evaluated: {}", error.what()));
  } catch (const language::EvaluationError& error) {
    throw NoValue(error.place(), fmt::format("a condition on the inputs has no value: {}", error.what()));
  }
}

}  // namespace

Promise::Promise(const TheoremText& text, const InputLayout& layout,
                 const std::map<std::string, Rational>& constants) {
  const auto condition = [&](const char* word, const Expression& e) {
    text_ += (text_.empty() ? "" : "; ") + said_condition(word, e).line();
    try {
      return std::make_unique<const language::Truth>(e, truth_names(text, layout, constants),
                                                     language::Type::Kind::truth);
    } catch (const language::ParseError& error) {
      refuse(error.messages().front().place, error.messages().front().text);
    }
  };
  for (const Expression& e : text.where) where_.push_back(condition("where", e));
  if (text.judged_if) judged_if_ = condition("judged if", text.judged_if);
}

Standing Promise::standing(std::span<const long> cells) const {
  for (const auto& condition : where_) {
    if (!is_met(*condition, cells)) return Standing::excluded;
  }
  return judged_if_ && !is_met(*judged_if_, cells) ? Standing::not_judged : Standing::judged;
}

std::optional<Standing> Promise::reading(std::span<const long> cells, std::vector<std::size_t>& read) const {
  for (const auto& condition : where_) {
    const auto met = condition->reading(cells, {}, read);
    if (!met) return std::nullopt;
    if (!met->truth()) return Standing::excluded;
  }
  if (!judged_if_) return Standing::judged;
  const auto met = judged_if_->reading(cells, {}, read);
  if (!met) return std::nullopt;
  return met->truth() ? Standing::judged : Standing::not_judged;
}

std::string judged_elsewhere(const std::string& condition) {
  return fmt::format("the theorem is judged where {}", condition);
}

}  // namespace attest::theorems
