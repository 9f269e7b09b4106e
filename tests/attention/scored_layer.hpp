// Layers whose scores and values are given one by one.
#pragma once

#include <initializer_list>
#include <vector>

#include "attention/layer.hpp"

namespace attest::attention::tests {

inline RationalVector column(std::initializer_list<Rational> entries) {
  RationalVector v(static_cast<Eigen::Index>(entries.size()));
  Eigen::Index at = 0;
  for (const Rational& entry : entries) v(at++) = entry;
  return v;
}

inline std::vector<Token> all_tokens(std::size_t n) {
  std::vector<Token> list;
  for (std::size_t t = 0; t < n; ++t) list.push_back(static_cast<Token>(t));
  return list;
}

// One softmax head over tokens with one content each: scores as given (query 1), values as given, landing in stream.1.
inline Layer scored(const std::vector<Rational>& scores, const std::vector<Rational>& values,
                    const Surd& scale) {
  Layer layer;
  Head head;
  head.scale = scale;
  head.rows.resize(2);
  head.value.resize(1);
  layer.first = {0};
  for (std::size_t t = 0; t < scores.size(); ++t) {
    layer.first.push_back(static_cast<Kind>(t + 1));
    layer.stream.push_back(column({0}));
    head.rows[0].push_back(column({1}));
    head.rows[1].push_back(column({scores[t]}));
    head.value[0].vectors.push_back(column({values[t]}));
  }
  head.over = IndexSet::product({all_tokens(scores.size())}, scores.size());
  layer.heads.push_back(std::move(head));
  layer.landings.push_back({0, 0, 0, 1});
  layer.readouts = {Readout::coordinate(0)};
  return layer;
}

// Of a layer whose tokens have one content each.
inline std::vector<Kind> only_input(const Layer& layer) {
  std::vector<Kind> kinds;
  for (std::size_t t = 0; t < layer.tokens(); ++t) kinds.push_back(layer.first[t]);
  return kinds;
}

}  // namespace attest::attention::tests
