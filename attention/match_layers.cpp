#include "attention/match_layers.hpp"

#include <algorithm>

namespace attest::attention {

namespace {

State values_of(const std::vector<StateFunction>& functions, const State& state) {
  State result;
  for (const StateFunction& f : functions) result.push_back(f(state));
  return result;
}

}  // namespace

State MatchLayer::next(const State& before, const std::vector<State>& averages) const {
  State result = residual ? before : State(before.size(), Rational(0));
  for (const Layer::Landing& landing : landings)
    result[landing.to] += landing.factor * averages[landing.head][landing.from];
  return result;
}

std::size_t MatchLayers::width() const {
  const auto some =
      std::find_if(stream.begin(), stream.end(), [](const State& state) { return !state.empty(); });
  return some == stream.end() ? 0 : some->size();
}

std::size_t MatchLayers::heads() const {
  std::size_t most = 0;
  for (const MatchLayer& layer : layers) most = std::max(most, layer.heads.size());
  return most;
}

std::size_t MatchLayers::value_dimension() const {
  std::size_t most = 0;
  for (const MatchLayer& layer : layers) {
    for (const MatchHead& head : layer.heads)
      most = std::max({most, head.query.size(), head.key.size(), head.value.size()});
  }
  return most;
}

namespace {

MatchStep step_of(const MatchHead& head, const std::vector<State>& states) {
  MatchStep step;
  for (const State& state : states) {
    step.queries.push_back(values_of(head.query, state));
    step.keys.push_back(values_of(head.key, state));
    step.values.push_back(values_of(head.value, state));
  }
  for (Token i = 0; i < states.size(); ++i) {
    State sum(head.value.size(), Rational(0));
    step.matches.emplace_back();
    for (const Token j : head.over.tuples(i)) {
      if (step.keys[j] != step.queries[i]) continue;
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += step.values[j][c];
      step.matches[i].push_back(j);
    }
    const Rational count = Integer(step.matches[i].size());
    for (Rational& entry : sum) {
      if (count != 0) entry /= count;
    }
    step.averages.push_back(std::move(sum));
  }
  return step;
}

}  // namespace

MatchRun run_by_definition(const MatchLayers& all, std::span<const Kind> kinds, MatchTrace* trace) {
  MatchRun run;
  for (const Kind kind : kinds) run.states.push_back(all.stream[kind]);
  const auto tokens = static_cast<Token>(kinds.size());
  for (std::size_t l = 0; l < all.layers.size(); ++l) {
    const MatchLayer& layer = all.layers[l];
    std::vector<MatchStep> steps;
    for (const MatchHead& head : layer.heads) steps.push_back(step_of(head, run.states));
    std::vector<State> next;
    for (Token i = 0; i < tokens; ++i) {
      std::vector<State> averages;
      for (std::size_t h = 0; h < steps.size(); ++h) {
        averages.push_back(steps[h].averages[i]);
        if (steps[h].matches[i].empty()) run.unmatched.push_back({l, h, i});
      }
      next.push_back(layer.next(run.states[i], averages));
    }
    run.matches = steps.empty() ? std::vector<std::vector<Token>>(tokens) : steps.front().matches;
    if (trace != nullptr) {
      trace->states.push_back(run.states);
      trace->layers.push_back(std::move(steps));
    }
    run.states = std::move(next);
  }
  std::sort(run.unmatched.begin(), run.unmatched.end());
  return run;
}

}  // namespace attest::attention
