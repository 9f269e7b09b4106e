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

MatchRun run_by_definition(const MatchLayers& all, std::span<const Kind> kinds) {
  MatchRun run;
  for (const Kind kind : kinds) run.states.push_back(all.stream[kind]);
  const auto tokens = static_cast<Token>(kinds.size());
  for (std::size_t l = 0; l < all.layers.size(); ++l) {
    const MatchLayer& layer = all.layers[l];
    std::vector<std::vector<State>> averages(tokens);  // [token][head]
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      const MatchHead& head = layer.heads[h];
      if (h == 0) run.matches.assign(tokens, {});
      for (Token i = 0; i < tokens; ++i) {
        const State query = values_of(head.query, run.states[i]);
        State sum(head.value.size(), Rational(0));
        Integer count = 0;
        for (const Token j : head.over.tuples(i)) {
          if (values_of(head.key, run.states[j]) != query) continue;
          const State value = values_of(head.value, run.states[j]);
          for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += value[c];
          ++count;
          if (h == 0) run.matches[i].push_back(j);
        }
        if (count == 0) run.unmatched.push_back({l, h, i});
        for (Rational& entry : sum) {
          if (count != 0) entry /= Rational(count);
        }
        averages[i].push_back(std::move(sum));
      }
    }
    for (Token i = 0; i < tokens; ++i) run.states[i] = layer.next(run.states[i], averages[i]);
  }
  return run;
}

}  // namespace attest::attention
