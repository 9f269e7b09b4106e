#include "attention/match_layers.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::attention {

namespace {

State values_of(const std::vector<StateFunction>& functions, std::span<const Rational> state) {
  std::vector<Rational> result;
  for (const StateFunction& f : functions) result.push_back(f(state));
  return result;
}

}  // namespace

std::vector<MatchOffer> MatchLayer::offers(const State& state) const {
  if (program) return program->run(state);
  const std::vector<Rational> numbers = state.dense();
  std::vector<MatchOffer> result;
  for (const MatchHead& head : heads) {
    result.push_back(
        {values_of(head.query, numbers), values_of(head.key, numbers), values_of(head.value, numbers)});
  }
  return result;
}

State MatchLayer::next(const State& before, const std::vector<State>& averages) const {
  State::Sum sum(before.size());
  if (residual) sum.add(before);
  for (const std::size_t c : kept) sum.add(before, c, 1, c);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (heads[h].block) sum.add(averages[h], 0, averages[h].size(), *heads[h].block);
  }
  for (const Layer::Landing& landing : landings)
    sum.add(averages[landing.head], landing.from, 1, landing.to, landing.factor);
  return sum.result();
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
      most = std::max({most, head.query.size(), head.key.size(), head.value_length()});
  }
  return most;
}

std::vector<Rational> MatchLayers::outputs(const State& last) const {
  if (psi_program) return psi_program->run(last);
  const std::vector<Rational> numbers = last.dense();
  std::vector<Rational> result;
  for (const StateFunction& f : psi) result.push_back(f(numbers));
  return result;
}

namespace {

// What the matches of each token in one head give it.
void average(const IndexSet& over, MatchStep& step) {
  for (Token i = 0; i < step.queries.size(); ++i) {
    check_stop();
    State::Sum sum(step.values[i].size());
    std::vector<Token> matches;
    for (const Token j : over.tuples(i)) {
      if (step.keys[j] != step.queries[i]) continue;
      sum.add(step.values[j]);
      matches.push_back(j);
    }
    step.averages.push_back(sum.result(std::max(1L, static_cast<long>(matches.size()))));
    step.matches.push_back(std::move(matches));
  }
}

std::vector<MatchStep> steps_of(const MatchLayer& layer, const std::vector<State>& states) {
  std::vector<MatchStep> steps(layer.heads.size());
  for (const State& state : states) {
    std::vector<MatchOffer> offers = layer.offers(state);
    for (std::size_t h = 0; h < steps.size(); ++h) {
      steps[h].queries.push_back(std::move(offers[h].query));
      steps[h].keys.push_back(std::move(offers[h].key));
      steps[h].values.push_back(std::move(offers[h].value));
    }
  }
  for (std::size_t h = 0; h < steps.size(); ++h) average(layer.heads[h].over, steps[h]);
  return steps;
}

}  // namespace

MatchRun run_by_definition(const MatchLayers& all, std::vector<State> first, MatchTrace* trace) {
  MatchRun run;
  run.states = std::move(first);
  const auto tokens = static_cast<Token>(run.states.size());
  for (std::size_t l = 0; l < all.layers.size(); ++l) {
    const MatchLayer& layer = all.layers[l];
    std::vector<MatchStep> steps = steps_of(layer, run.states);
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

MatchRun run_by_definition(const MatchLayers& all, std::span<const Kind> kinds, MatchTrace* trace) {
  std::vector<State> first;
  for (const Kind kind : kinds) first.push_back(all.stream[kind]);
  return run_by_definition(all, std::move(first), trace);
}

}  // namespace attest::attention
