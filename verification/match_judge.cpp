#include "verification/match_judge.hpp"

#include <algorithm>

#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "verification/deviation.hpp"
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

}  // namespace

MatchJudge::MatchJudge(const LayerSetting& setting)
    : setting_(setting),
      plan_(*setting.match_layers()),
      kinds_(setting.task().tokens()),
      tokens_(setting.task().judged_positions()) {
  const VectorAnswer* vector = setting.task().vector_answer();
  known_.resize(vector == nullptr ? 1 : vector->dimension);
}

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
    try {
      judge(current, index, tally);
    } catch (const UndefinedState& error) {
      refuse_undefined(setting_, current, error);
    }
  }
}

const MatchJudge::KnownAnswer& MatchJudge::known_or_judged(KnownOutput& output, Wanted wanted) const {
  for (const auto& known : output.answers) {
    if (known->wanted == wanted) return *known;
  }
  const Interval y(*output.y, initial_precision);
  const JudgedOutput judged = judge_exactly(setting_.task(), wanted, *output.y);
  return *output.answers.emplace_back(std::make_unique<const KnownAnswer>(
      KnownAnswer{std::move(wanted), judged, y.lower_double(), y.upper_double()}));
}

void MatchJudge::judge(std::span<const Symbol> word, InputIndex index, Tally& tally) {
  if (plan_.remembers_much()) {
    plan_.forget();
    for (auto& of_coordinate : known_) of_coordinate.clear();
  }
  const Task& task = setting_.task();
  setting_.task().kinds(word, kinds_);
  const auto& run = plan_.run(kinds_);
  const std::size_t dimension = known_.size();
  const auto known = [&](std::size_t which) -> KnownOutput& {
    return known_[which % dimension][run.states[tokens_[which]]];
  };
  for (auto& of_coordinate : known_) {
    if (of_coordinate.size() < plan_.last_states()) of_coordinate.resize(plan_.last_states());
  }
  for (std::size_t which = 0; which < tokens_.size(); ++which) {
    KnownOutput& output = known(which);
    if (!output.y)
      output.y =
          setting_.match_layers()->psi[which % dimension].at(plan_.last_state(run.states[tokens_[which]]));
  }
  outputs_.clear();
  for (std::size_t which = 0; which < tokens_.size(); ++which) {
    const KnownAnswer& answer = known_or_judged(known(which), task.wanted(word, which));
    outputs_.push_back(&answer.judged);
    if (answer.wanted.decision != Decision::sign) continue;
    // What a sign's two sides are apart.
    if (answer.wanted.value == 1) {
      tally.least_yes = std::min(tally.least_yes, answer.lower);
    } else {
      tally.greatest_no = std::max(tally.greatest_no, answer.upper);
    }
  }
  const auto& conditions = setting_.conditions();
  std::vector<std::size_t> broken;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (conditions[c].broken_by(setting_, word, &run)) broken.push_back(c);
  }
  note_judged(task, outputs_, index, tally);
  tally.conditions.resize(conditions.size());
  for (const std::size_t c : broken) tally.conditions[c].add(index);
}

std::vector<ExactOutput> match_outputs(const LayerSetting& setting, const attention::MatchRun& run) {
  std::vector<ExactOutput> outputs;
  const VectorAnswer* vector = setting.task().vector_answer();
  const std::size_t dimension = vector == nullptr ? 1 : vector->dimension;
  for (const std::size_t token : setting.task().judged_positions()) {
    const attention::StateFunction& psi = setting.match_layers()->psi[outputs.size() % dimension];
    ExactOutput out{psi.at(run.states[token]), Json::array()};
    for (const attention::Token match : run.matches[token])
      out.winner.push_back(setting.task().position_name(match));
    outputs.push_back(std::move(out));
  }
  return outputs;
}

attention::NumberedRun numbered_run(const LayerSetting& setting, std::span<const Symbol> word) {
  std::vector<attention::Kind> kinds(setting.task().tokens());
  setting.task().kinds(word, kinds);
  try {
    return attention::MatchPlan(*setting.match_layers()).run(kinds);
  } catch (const UndefinedState& error) {
    refuse_undefined(setting, word, error);
  }
}

attention::MatchRun match_run(const LayerSetting& setting, std::span<const Symbol> word) {
  std::vector<attention::Kind> kinds(setting.task().tokens());
  setting.task().kinds(word, kinds);
  try {
    attention::MatchRun run = attention::MatchPlan(*setting.match_layers())(kinds);
    for (const std::size_t token : setting.task().judged_positions()) {
      setting.match_layers()->outputs(run.states[token]);  // have values
    }
    return run;
  } catch (const UndefinedState& error) {
    refuse_undefined(setting, word, error);
  }
}

}  // namespace attest
