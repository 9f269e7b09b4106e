#include "constructions/attention/exact_match_transformer.hpp"

#include <algorithm>

namespace attest {

namespace {

// Definition B.1 at one query: the average of the values whose key equals it.
TokenState average(const std::vector<std::size_t>& matches, const std::vector<TokenState>& values) {
  TokenState sum(values.front().size(), Rational(0));
  for (const std::size_t j : matches) {
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += values[j][c];
  }
  if (matches.size() > 1) {
    for (Rational& entry : sum) entry /= matches.size();
  }
  return sum;
}

std::vector<std::size_t> matches_of(const MatchKey& query, const std::vector<MatchKey>& keys) {
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < keys.size(); ++j) {
    if (keys[j] == query) result.push_back(j);
  }
  return result;
}

}  // namespace

MatchTransformer::Run MatchTransformer::operator()(std::vector<TokenState> states) const {
  Run run;
  for (const MatchLayer& layer : layers) {
    std::vector<TokenState> next(states.size());
    for (std::size_t h = 0; h < layer.size(); ++h) {
      std::vector<MatchKey> keys;
      std::vector<TokenState> values;
      for (const TokenState& state : states) {
        keys.push_back(layer[h].key(state));
        values.push_back(layer[h].value(state));
      }
      if (h == 0) run.last_matches.assign(states.size(), {});
      for (std::size_t i = 0; i < states.size(); ++i) {
        const std::vector<std::size_t> matches = matches_of(layer[h].query(states[i]), keys);
        run.every_query_matched = run.every_query_matched && !matches.empty();
        for (Rational& entry : average(matches, values)) next[i].push_back(std::move(entry));
        if (h == 0) {
          for (const std::size_t j : matches) run.last_matches[i].push_back(j + 1);
        }
      }
    }
    states = std::move(next);
  }
  for (const TokenState& state : states) run.outputs.push_back(output(state));
  return run;
}

MatchTransformer::Shape MatchTransformer::shape(const std::vector<TokenState>& input) const {
  Shape shape;
  shape.layers = layers.size();
  std::vector<TokenState> states = input;
  for (const MatchLayer& layer : layers) {
    shape.heads = std::max(shape.heads, layer.size());
    shape.width = std::max(shape.width, states.front().size());
    for (const MatchHead& head : layer) {
      shape.dimension = std::max({shape.dimension, head.query(states.front()).size(),
                                  head.key(states.front()).size(), head.value(states.front()).size()});
    }
    MatchTransformer one_layer;
    one_layer.layers = {layer};
    std::vector<TokenState> next;
    one_layer.output = [&next](const TokenState& state) {
      next.push_back(state);
      return Rational(0);
    };
    one_layer(states);
    states = std::move(next);
  }
  shape.width = std::max(shape.width, states.front().size());
  return shape;
}

Json MatchTransformer::to_json() const {
  Json all = Json::array();
  for (const MatchLayer& layer : layers) {
    Json heads = Json::array();
    for (const MatchHead& head : layer) {
      heads.push_back({{"purpose", head.purpose},
                       {"query", head.query_formula},
                       {"key", head.key_formula},
                       {"value", head.value_formula}});
    }
    all.push_back(std::move(heads));
  }
  return {{"layers", std::move(all)}, {"psi", output_formula}};
}

}  // namespace attest
