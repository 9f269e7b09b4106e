#include "verification/match_judge.hpp"

#include <algorithm>

#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "verification/layer_setting.hpp"
#include "verification/limits.hpp"

namespace attest {

namespace {

// A function of the layers that has no value at a state that this input leads to.
[[noreturn]] void refuse_undefined(const LayerSetting& setting, std::span<const Symbol> word,
                                   const UndefinedState& error) {
  throw UsageError("on the input " + setting.task().to_json(word).dump() +
                   " a function of the layers has no value: " + error.what());
}

// What a sign's two sides are apart.
void note_sides(const Task& task, std::span<const Symbol> word, const std::vector<ExactOutput>& outputs,
                Tally& tally) {
  if (task.decision() != Decision::sign) return;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Interval y(outputs[which].y, initial_precision);
    if (task.truth(word, which) == 1) {
      tally.least_yes = std::min(tally.least_yes, y.lower_double());
    } else {
      tally.greatest_no = std::max(tally.greatest_no, y.upper_double());
    }
  }
}

}  // namespace

MatchJudge::MatchJudge(const LayerSetting& setting)
    : setting_(setting), plan_(*setting.match_layers()), kinds_(setting.task().tokens()) {}

void MatchJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                       InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  Word current(word.begin(), word.end());
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    const Standing standing = setting_.task().standing(current);
    if (standing != Standing::judged) {
      ++(standing == Standing::excluded ? tally.no_inputs : tally.not_judged);
      ++tally.checked;
      continue;
    }
    setting_.task().kinds(current, kinds_);
    try {
      const attention::MatchRun run = plan_(kinds_);
      const std::vector<ExactOutput> outputs = match_outputs(setting_, run);
      note_outputs(setting_.task(), current, outputs, index, tally);
      note_sides(setting_.task(), current, outputs, tally);
      const auto& conditions = setting_.conditions();
      tally.conditions.resize(conditions.size());
      for (std::size_t c = 0; c < conditions.size(); ++c) {
        if (conditions[c].broken_by(setting_, current, &run)) tally.conditions[c].add(index);
      }
    } catch (const UndefinedState& error) {
      refuse_undefined(setting_, current, error);
    }
  }
}

std::vector<ExactOutput> match_outputs(const LayerSetting& setting, const attention::MatchRun& run) {
  std::vector<ExactOutput> outputs;
  const VectorAnswer* vector = setting.task().vector_answer();
  const std::size_t dimension = vector == nullptr ? 1 : vector->dimension;
  for (const std::size_t token : setting.task().judged_positions()) {
    const attention::StateFunction& psi = setting.match_layers()->psi[outputs.size() % dimension];
    ExactOutput out{psi(run.states[token]), Json::array()};
    for (const attention::Token match : run.matches[token])
      out.winner.push_back(setting.task().position_name(match));
    outputs.push_back(std::move(out));
  }
  return outputs;
}

attention::MatchRun match_run(const LayerSetting& setting, std::span<const Symbol> word) {
  std::vector<attention::Kind> kinds(setting.task().tokens());
  setting.task().kinds(word, kinds);
  try {
    attention::MatchRun run = attention::MatchPlan(*setting.match_layers())(kinds);
    for (const std::size_t token : setting.task().judged_positions()) {
      for (const auto& psi : setting.match_layers()->psi) psi(run.states[token]);  // has a value
    }
    return run;
  } catch (const UndefinedState& error) {
    refuse_undefined(setting, word, error);
  }
}

}  // namespace attest
