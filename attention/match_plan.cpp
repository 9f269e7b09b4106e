#include "attention/match_plan.hpp"

#include <algorithm>

namespace attest::attention {

namespace {

constexpr std::size_t most_remembered = 200000;  // states of a layer

}  // namespace

const std::vector<MatchPlan::Offer>& MatchPlan::offers_of(std::size_t l, const State& state) {
  KnownLayer& known = known_[l];
  const auto found = known.offers.find(state);
  if (found != known.offers.end()) return found->second;
  const MatchLayer& layer = layers_.layers[l];
  known.numbers.resize(layer.heads.size());
  const auto vector = [&](const std::vector<StateFunction>& functions) {
    State result;
    for (const StateFunction& f : functions) result.push_back(f(state));
    return result;
  };
  std::vector<Offer> offers;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    std::map<State, Number>& numbers = known.numbers[h];
    const auto number_of = [&](State vector_of_head) {
      const auto next = static_cast<Number>(numbers.size());
      return numbers.try_emplace(std::move(vector_of_head), next).first->second;
    };
    Offer offer;
    offer.query = number_of(vector(layer.heads[h].query));
    offer.key = number_of(vector(layer.heads[h].key));
    offer.value = vector(layer.heads[h].value);
    offers.push_back(std::move(offer));
  }
  return known.offers.emplace(state, std::move(offers)).first->second;
}

MatchRun MatchPlan::operator()(std::span<const Kind> kinds) {
  for (KnownLayer& known : known_) {
    if (known.offers.size() > most_remembered) known = KnownLayer();
  }
  MatchRun run;
  for (const Kind kind : kinds) run.states.push_back(layers_.stream[kind]);
  const auto tokens = static_cast<Token>(kinds.size());
  for (std::size_t l = 0; l < layers_.layers.size(); ++l) {
    const MatchLayer& layer = layers_.layers[l];
    std::vector<const std::vector<Offer>*> offers;  // map nodes stay where they are
    for (const State& state : run.states) offers.push_back(&offers_of(l, state));
    run.matches.assign(tokens, {});
    std::vector<State> next;
    for (Token i = 0; i < tokens; ++i) {
      std::vector<State> averages;
      for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        State average(layer.heads[h].value.size(), Rational(0));
        std::size_t count = 0;
        for (const Token j : layer.heads[h].over.tuples(i)) {
          const Offer& offer = (*offers[j])[h];
          if (offer.key != (*offers[i])[h].query) continue;
          for (std::size_t c = 0; c < average.size(); ++c) average[c] += offer.value[c];
          ++count;
          if (h == 0) run.matches[i].push_back(j);
        }
        if (count == 0) run.unmatched.push_back({l, h, i});
        if (count > 1) {
          for (Rational& entry : average) entry /= Rational(Integer(count));
        }
        averages.push_back(std::move(average));
      }
      next.push_back(layer.next(run.states[i], averages));
    }
    run.states = std::move(next);
  }
  std::sort(run.unmatched.begin(), run.unmatched.end());
  return run;
}

}  // namespace attest::attention
