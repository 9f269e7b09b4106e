#include "precision/matching/match_evaluator.hpp"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "numeric/checked.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

namespace {

using Number = std::uint32_t;
using RoundedKey = std::vector<Rational>;

constexpr std::size_t most_remembered = 200000;  // states, and averages

struct HashNumbers {
  std::size_t operator()(const std::vector<Number>& numbers) const {
    std::size_t hash = numbers.size();
    for (const Number number : numbers) hash = (hash ^ number) * 0x9E3779B97F4A7C15U + (hash >> 29);
    return hash;
  }
};

// Things numbered from 0, equal ones alike.
template <class T>
class Numbered {
 public:
  Numbered() = default;
  Numbered(Numbered&&) noexcept = default;
  Numbered& operator=(Numbered&&) noexcept = default;
  Numbered(const Numbered&) = delete;  // the list points into the map
  Numbered& operator=(const Numbered&) = delete;
  ~Numbered() = default;

  Number number_of(T thing) {
    const auto [at, added] = numbers_.try_emplace(std::move(thing), static_cast<Number>(things_.size()));
    if (added) things_.push_back(&at->first);
    return at->second;
  }
  const T& operator[](Number number) const { return *things_[number]; }
  std::size_t size() const { return things_.size(); }

 private:
  std::map<T, Number> numbers_;
  std::vector<const T*> things_;
};

}  // namespace

// Words have few different states, queries, keys and values in common; each is computed once.
struct MatchEvaluator::State {
  State(const MatchProblem& the_problem, std::unique_ptr<MatchArithmetic> the_arithmetic)
      : problem(the_problem), arithmetic(std::move(the_arithmetic)), layers(problem.layers() + 1) {}

  // Q, K and V of one head at one token, rounded.
  struct Offered {
    Number query = 0;
    std::optional<Number> key;
    Number value = 0;
  };
  template <class T>
  struct Known {
    T result;
    std::string undefined;  // why there is none
  };
  struct Head {
    Numbered<RoundedKey> keys;  // and queries
    Numbered<TokenState> values;
    std::unordered_map<std::vector<Number>, Number, HashNumbers> averages;  // of values
    Numbered<TokenState> averaged;
    Number none = 0;  // of averaged: zeros
  };
  struct Layer {
    Numbered<TokenState> states;                                            // before the layer
    std::unordered_map<std::vector<Number>, Number, HashNumbers> after;     // averages of heads -> next state
    std::unordered_map<std::uint64_t, Known<std::vector<Offered>>> offers;  // of (token, state)
    std::vector<Head> heads;
  };

  static std::uint64_t at(std::size_t token, Number state) { return std::uint64_t{token} << 32 | state; }

  const std::vector<Offered>& offers_of(std::size_t l, std::size_t token, Number state) {
    Layer& layer = layers[l];
    auto [known, added] = layer.offers.try_emplace(at(token, state));
    if (added) {
      try {
        known->second.result = rounded(layer, problem.offers(l, token, layer.states[state]));
      } catch (const UndefinedState& undefined) {
        known->second.undefined = undefined.what();
      }
    }
    if (!known->second.undefined.empty()) throw UndefinedState(known->second.undefined);
    return known->second.result;
  }

  std::vector<Offered> rounded(Layer& layer, std::vector<MatchOffer> offers) {
    const auto key_of = [this](const MatchKey& numbers) {
      RoundedKey key;
      for (const Rational& number : numbers) key.push_back(arithmetic->score(number));
      return key;
    };
    if (layer.heads.empty()) {
      layer.heads.resize(offers.size());
      for (std::size_t h = 0; h < offers.size(); ++h)
        layer.heads[h].none =
            layer.heads[h].averaged.number_of(TokenState(offers[h].value.size(), Rational(0)));
    }
    std::vector<Offered> result;
    for (std::size_t h = 0; h < offers.size(); ++h) {
      Head& head = layer.heads[h];
      Offered offered;
      offered.query = head.keys.number_of(key_of(offers[h].query));
      if (!offers[h].key.empty()) offered.key = head.keys.number_of(key_of(offers[h].key));
      for (Rational& number : offers[h].value) number = arithmetic->value(number);
      offered.value = head.values.number_of(std::move(offers[h].value));
      result.push_back(offered);
    }
    return result;
  }

  Number average_of(Head& head, const std::vector<Number>& values) {
    const auto known = head.averages.find(values);
    if (known != head.averages.end()) return known->second;
    TokenState average;
    std::vector<const Rational*> column(values.size());
    for (std::size_t c = 0; c < head.values[values.front()].size(); ++c) {
      for (std::size_t k = 0; k < values.size(); ++k) column[k] = &head.values[values[k]][c];
      average.push_back(arithmetic->average(column));
    }
    return head.averages.emplace(values, head.averaged.number_of(std::move(average))).first->second;
  }

  // The states' numbers before layer l, and then those after it.
  void play(std::size_t l, std::vector<Number>& states) {
    const std::size_t tokens = states.size();
    std::vector<const std::vector<Offered>*> offers;
    for (std::size_t i = 0; i < tokens; ++i) offers.push_back(&offers_of(l, i, states[i]));
    Layer& layer = layers[l];
    std::vector<std::vector<Number>> next(tokens);
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      Head& head = layer.heads[h];
      // The values of the tokens of each key, in the order of the tokens.
      std::map<Number, std::vector<Number>> by_key;
      for (std::size_t j = 0; j < tokens; ++j) {
        const Offered& offered = (*offers[j])[h];
        if (offered.key) by_key[*offered.key].push_back(offered.value);
      }
      for (std::size_t i = 0; i < tokens; ++i) {
        const auto found = by_key.find((*offers[i])[h].query);
        next[i].push_back(found == by_key.end() ? head.none : average_of(head, found->second));
      }
    }
    for (std::size_t i = 0; i < tokens; ++i) {
      const auto known = layer.after.find(next[i]);
      if (known != layer.after.end()) {
        states[i] = known->second;
        continue;
      }
      TokenState state;
      for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        const TokenState& average = layer.heads[h].averaged[next[i][h]];
        state.insert(state.end(), average.begin(), average.end());
      }
      states[i] = layers[l + 1].states.number_of(std::move(state));
      layer.after.emplace(std::move(next[i]), states[i]);
    }
  }

  const std::vector<Rational>& outputs_of(std::size_t token, Number state) {
    auto [known, added] = outputs.try_emplace(at(token, state));
    if (added) {
      try {
        for (const Rational& y : problem.outputs(token, layers.back().states[state]))
          known->second.result.push_back(arithmetic->output(y));
      } catch (const UndefinedState& undefined) {
        known->second.undefined = undefined.what();
      }
    }
    if (!known->second.undefined.empty()) throw UndefinedState(known->second.undefined);
    return known->second.result;
  }

  void forget_if_large() {
    std::size_t remembered = outputs.size();
    for (const Layer& layer : layers) {
      remembered += layer.states.size() + layer.offers.size();
      for (const Head& head : layer.heads) remembered += head.averages.size();
    }
    if (remembered <= most_remembered) return;
    layers = std::vector<Layer>(layers.size());
    outputs.clear();
  }

  const MatchProblem& problem;
  std::unique_ptr<MatchArithmetic> arithmetic;
  std::vector<Layer> layers;                                                // and the states after the last
  std::unordered_map<std::uint64_t, Known<std::vector<Rational>>> outputs;  // of (token, state)
};

MatchEvaluator::MatchEvaluator(const MatchProblem& problem, std::unique_ptr<MatchArithmetic> arithmetic)
    : state_(std::make_unique<State>(problem, std::move(arithmetic))) {}

MatchEvaluator::~MatchEvaluator() = default;

MatchEvaluator::Outcome MatchEvaluator::evaluate(std::span<const Symbol> word) {
  State& s = *state_;
  s.forget_if_large();
  std::string where = "input";
  try {
    std::vector<Number> states;
    for (TokenState& state : s.problem.states(word)) {
      for (Rational& number : state) number = s.arithmetic->encoding(number);
      states.push_back(s.layers.front().states.number_of(std::move(state)));
    }
    for (std::size_t l = 0; l + 1 < s.layers.size(); ++l) {
      where = fmt::format("layer {}", l + 1);
      s.play(l, states);
    }
    where = "psi";
    Outcome outcome;
    for (std::size_t token = 0; token < states.size(); ++token) {
      const std::vector<Rational>& outputs = s.outputs_of(token, states[token]);
      outcome.outputs.insert(outcome.outputs.end(), outputs.begin(), outputs.end());
    }
    return outcome;
  } catch (const UndefinedState& undefined) {
    return {{}, fmt::format("undefined ({}: {})", where, undefined.what())};
  }
}

Answer MatchEvaluator::answer(std::span<const Symbol> word) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return Answer::wrong;
  const Task& task = state_->problem.task();
  for (std::size_t which = 0; which < outcome.outputs.size(); ++which) {
    if (!is_right(task.wanted(word, which), outcome.outputs[which])) return Answer::wrong;
  }
  return Answer::right;
}

std::string MatchEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  const Outcome outcome = evaluate(word);
  if (!outcome.undefined.empty()) return "undefined";
  return fmt::format("{:.6g}", approximate(outcome.outputs[which]));
}

const ExponentsMet& MatchEvaluator::exponents() const {
  return state_->arithmetic->exponents();
}

}  // namespace attest
