#include "theorems/separated_states.hpp"

#include <fmt/format.h>

#include <map>

#include "verification/layer_setting.hpp"
#include "verification/match_judge.hpp"

namespace attest::theorems {

namespace {

// The answer at the k-th judged token: all numbers of it.
std::vector<Rational> answer_at(const Task& task, std::span<const Symbol> word, std::size_t k) {
  const std::size_t dimension = task.vector_answer() == nullptr ? 1 : task.vector_answer()->dimension;
  std::vector<Rational> answer;
  for (std::size_t c = 0; c < dimension; ++c) answer.push_back(task.wanted(word, k * dimension + c).value);
  return answer;
}

std::string said(const std::vector<Rational>& answer) {
  std::string text;
  for (const Rational& number : answer) text += (text.empty() ? "" : ", ") + attest::to_string(number);
  return answer.size() == 1 ? text : "(" + text + ")";
}

}  // namespace

InputCondition separated_states(std::vector<attention::Token> judged, bool essential) {
  InputCondition condition;
  condition.name = "separated";
  condition.essential = essential;
  condition.broken_by = [judged = std::move(judged)](
                            const LayerSetting& setting, std::span<const Symbol> word,
                            const attention::NumberedRun* run) -> std::optional<std::string> {
    const attention::NumberedRun own =
        run == nullptr ? numbered_run(setting, word) : attention::NumberedRun();
    const auto& states = (run == nullptr ? own : *run).states;
    const LayerTask& task = setting.task();
    std::map<std::uint32_t, std::size_t> first;  // of the judged tokens that end in a state
    for (std::size_t k = 0; k < judged.size(); ++k) {
      const auto [before, fresh] = first.emplace(states[judged[k]], k);
      if (fresh) continue;
      const auto answer = answer_at(task, word, before->second);
      const auto other = answer_at(task, word, k);
      if (answer == other) continue;
      return fmt::format(
          "the tokens {} and {} end in the same state and have the answers {} and {}: no function of the "
          "state gives both",
          task.position_name(judged[before->second]).dump(), task.position_name(judged[k]).dump(),
          said(answer), said(other));
    }
    return std::nullopt;
  };
  return condition;
}

}  // namespace attest::theorems
