#include "precision/matching/match_evaluator.hpp"

#include <fmt/format.h>

#include "attention/whole_number.hpp"
#include "numeric/checked.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

MatchEvaluator::MatchEvaluator(const MatchPrecision& problem, std::unique_ptr<MatchArithmetic> arithmetic)
    : problem_(problem), arithmetic_(std::move(arithmetic)), plan_(problem.layers(), arithmetic_.get()) {}

const std::vector<Rational>& MatchEvaluator::outputs_of(std::uint32_t last_state) {
  if (outputs_.size() < plan_.last_states()) outputs_.resize(plan_.last_states());
  std::optional<KnownOutputs>& known = outputs_[last_state];
  if (!known) {
    known.emplace();
    try {
      for (const Rational& y : problem_.layers().outputs(plan_.last_state(last_state)))
        known->numbers.push_back(arithmetic_->output(y));
    } catch (const UndefinedState& undefined) {
      known->undefined = undefined.what();
    }
  }
  if (!known->undefined.empty()) throw UndefinedState(known->undefined);
  return known->numbers;
}

MatchEvaluator::Outcome MatchEvaluator::evaluate(std::span<const Symbol> word) {
  if (plan_.remembers_much()) {
    plan_.forget();
    outputs_.clear();
  }
  const auto undefined = [](const std::string& where, const UndefinedState& why) {
    return Outcome{{}, fmt::format("undefined ({}: {})", where, why.what())};
  };
  const attention::NumberedRun* run = nullptr;
  try {
    run = &plan_.run(problem_.first_states(word));
  } catch (const UndefinedState& why) {
    return undefined(plan_.at_layer() == 0 ? "input" : fmt::format("layer {}", plan_.at_layer()), why);
  }
  try {
    Outcome outcome;
    for (const std::size_t token : problem_.judged()) {
      const std::vector<Rational>& outputs = outputs_of(run->states[token]);
      outcome.outputs.insert(outcome.outputs.end(), outputs.begin(), outputs.end());
    }
    return outcome;
  } catch (const UndefinedState& why) {
    return undefined("psi", why);
  }
}

Answer MatchEvaluator::answer(std::span<const Symbol> word) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return Answer::wrong;
  for (std::size_t which = 0; which < outcome.outputs.size(); ++which) {
    if (!is_right(problem_.task().wanted(word, which), outcome.outputs[which])) return Answer::wrong;
  }
  return Answer::right;
}

std::string MatchEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return "undefined";
  return fmt::format("{:.6g}", approximate(outcome.outputs[which]));
}

}  // namespace attest
