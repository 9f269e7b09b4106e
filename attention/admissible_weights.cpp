#include "attention/admissible_weights.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::attention {

namespace {

bool same_offers(const std::vector<MatchOffer>& a, const std::vector<MatchOffer>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const MatchOffer& x, const MatchOffer& y) {
    return x.query == y.query && x.key == y.key && x.value == y.value;
  });
}

// The state behind a layer where every head is in its vertex `favourite`.
State state_at_vertex(const MatchLayers& layers, const MatchTrace& trace, std::size_t l, Token token,
                      const Rational& spread, std::size_t favourite) {
  std::vector<State> given;
  for (const MatchStep& step : trace.layers[l]) {
    const std::size_t count = step.matches[token].size();
    given.push_back(weighted_values(step, token, extreme_weights(count, spread, favourite % count)));
  }
  return layers.layers[l].next(trace.states[l][token], given);
}

}  // namespace

std::vector<Rational> extreme_weights(std::size_t count, const Rational& l, std::size_t favourite) {
  const Rational others = Integer(count - 1);
  const Rational least = 1 / Rational(others * l + 1);
  std::vector<Rational> weights(count, least);
  weights[favourite] = 1 - others * least;
  return weights;
}

State weighted_values(const MatchStep& step, Token token, const std::vector<Rational>& weights) {
  State::Sum sum(step.values[token].size());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const State& value = step.values[step.matches[token][k]];
    sum.add(value, 0, value.size(), 0, weights[k]);
  }
  return sum.result();
}

std::optional<WeightDependence> dependence_on_weights(const MatchLayers& layers, const MatchTrace& trace,
                                                      const Rational& l) {
  for (std::size_t layer = 0; layer < trace.layers.size(); ++layer) {
    const bool last = layer + 1 == trace.layers.size();
    for (Token token = 0; token < trace.states[layer].size(); ++token) {
      check_stop();
      std::size_t vertices = 1;
      std::vector<State> averages;
      for (const MatchStep& step : trace.layers[layer]) {
        vertices = std::max(vertices, step.matches[token].size());
        averages.push_back(step.averages[token]);
      }
      if (vertices == 1) continue;
      const State usual = layers.layers[layer].next(trace.states[layer][token], averages);
      for (std::size_t t = 0; t < vertices; ++t) {
        const State other = state_at_vertex(layers, trace, layer, token, l, t);
        const bool same = last ? layers.outputs(other) == layers.outputs(usual)
                               : same_offers(layers.layers[layer + 1].offers(other),
                                             layers.layers[layer + 1].offers(usual));
        if (!same) return WeightDependence{layer, token};
      }
    }
  }
  return std::nullopt;
}

}  // namespace attest::attention
