#include "attention/exact_match_transformer.hpp"

#include <algorithm>
#include <map>

namespace attest {

namespace {

// Definition B.1: the average of the values of the tokens whose key equals the query.
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

// The tokens of each key and the average of their values, which is what every query that equals the key gets.
struct Match {
  std::vector<std::size_t> tokens;
  TokenState value;
};

std::map<MatchKey, Match> matches_by_key(const std::vector<MatchKey>& keys,
                                         const std::vector<TokenState>& values) {
  std::map<MatchKey, Match> result;
  for (std::size_t j = 0; j < keys.size(); ++j) result[keys[j]].tokens.push_back(j);
  for (auto& [key, match] : result) match.value = average(match.tokens, values);
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
      const std::map<MatchKey, Match> by_key = matches_by_key(keys, values);
      const Match none{{}, TokenState(values.front().size(), Rational(0))};
      for (std::size_t i = 0; i < states.size(); ++i) {
        const auto found = by_key.find(layer[h].query(states[i]));
        const Match& match = found == by_key.end() ? none : found->second;
        run.every_query_matched = run.every_query_matched && found != by_key.end();
        next[i].insert(next[i].end(), match.value.begin(), match.value.end());
        if (h == 0) {
          for (const std::size_t j : match.tokens) run.last_matches[i].push_back(j + 1);
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
