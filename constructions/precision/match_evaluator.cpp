#include "constructions/precision/match_evaluator.hpp"

#include <fmt/format.h>

#include <map>

namespace attest {

namespace {

using RoundedKey = std::vector<Rational>;

// The tokens of each key, in their order.
using TokensByKey = std::map<RoundedKey, std::vector<std::size_t>>;

bool answers_exactly(const Rational& y, long truth, Decision decision) {
  if (decision == Decision::sign) return (y > 0) == (truth != 0);
  return abs(Rational(y - truth)) <= Rational(1, 2);
}

}  // namespace

std::vector<TokenState> MatchEvaluator::after_layer(std::size_t layer,
                                                    const std::vector<TokenState>& states) {
  const std::size_t tokens = states.size();
  std::vector<std::vector<MatchOffer>> offers;
  for (std::size_t i = 0; i < tokens; ++i) offers.push_back(problem_.offers(layer, i, states[i]));
  const auto rounded_key = [&](const MatchKey& numbers) {
    RoundedKey key;
    for (const long number : numbers) key.push_back(arithmetic_->score(Rational(number)));
    return key;
  };

  std::vector<TokenState> next(tokens);
  for (std::size_t h = 0; h < offers.front().size(); ++h) {
    TokensByKey by_key;
    std::size_t dimension = 0;
    for (std::size_t j = 0; j < tokens; ++j) {
      MatchOffer& offer = offers[j][h];
      for (Rational& number : offer.value) number = arithmetic_->value(number);
      dimension = std::max(dimension, offer.value.size());
      if (!offer.key.empty()) by_key[rounded_key(offer.key)].push_back(j);
    }
    std::map<const std::vector<std::size_t>*, TokenState> averages;
    for (std::size_t i = 0; i < tokens; ++i) {
      const auto found = by_key.find(rounded_key(offers[i][h].query));
      if (found == by_key.end()) {
        next[i].insert(next[i].end(), dimension, Rational(0));
        continue;
      }
      TokenState& average = averages[&found->second];
      for (std::size_t c = average.size(); c < dimension; ++c) {
        std::vector<const Rational*> values;
        for (const std::size_t j : found->second) values.push_back(&offers[j][h].value[c]);
        average.push_back(arithmetic_->average(values));
      }
      next[i].insert(next[i].end(), average.begin(), average.end());
    }
  }
  return next;
}

MatchEvaluator::Outcome MatchEvaluator::evaluate(std::span<const Symbol> word) {
  std::string where = "input";
  try {
    std::vector<TokenState> states = problem_.states(word);
    for (TokenState& state : states) {
      for (Rational& number : state) number = arithmetic_->encoding(number);
    }
    for (std::size_t layer = 0; layer < problem_.layers(); ++layer) {
      where = fmt::format("layer {}", layer + 1);
      states = after_layer(layer, states);
    }
    where = "psi";
    Outcome outcome{problem_.outputs(states), {}};
    for (Rational& y : outcome.outputs) y = arithmetic_->output(y);
    return outcome;
  } catch (const UndefinedState& undefined) {
    return {{}, fmt::format("undefined ({}: {})", where, undefined.what())};
  }
}

Answer MatchEvaluator::answer(std::span<const Symbol> word) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return Answer::wrong;
  const Task& task = problem_.task();
  for (std::size_t which = 0; which < outcome.outputs.size(); ++which) {
    if (!answers_exactly(outcome.outputs[which], task.truth(word, which), task.decision()))
      return Answer::wrong;
  }
  return Answer::right;
}

std::string MatchEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return "undefined";
  return fmt::format("{:.6g}", static_cast<double>(outcome.outputs[which]));
}

}  // namespace attest
