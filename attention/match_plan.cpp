#include "attention/match_plan.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>

namespace attest::attention {

namespace {

constexpr std::size_t most_remembered = 200000;  // states of a layer, and what leads to them

}  // namespace

std::size_t MatchPlan::NumbersHash::operator()(const std::vector<Number>& numbers) const {
  return boost::hash_range(numbers.begin(), numbers.end());
}

MatchPlan::MatchPlan(const MatchLayers& layers) : layers_(layers) {
  forget();
}

void MatchPlan::forget() {
  states_ = std::vector<Numbering<State>>(layers_.layers.size() + 1);
  known_ = std::vector<KnownLayer>(layers_.layers.size());
  first_.assign(layers_.stream.size(), std::nullopt);
}

bool MatchPlan::remembers_much() const {
  const auto much_before = [](const Numbering<State>& states) { return states.size() > most_remembered; };
  const auto much_behind = [](const KnownLayer& known) { return known.next.size() > most_remembered; };
  return std::any_of(states_.begin(), states_.end(), much_before) ||
         std::any_of(known_.begin(), known_.end(), much_behind);
}

const std::vector<MatchPlan::Offer>& MatchPlan::offers_of(std::size_t l, Number state) {
  KnownLayer& known = known_[l];
  if (state >= known.offers.size()) known.offers.resize(states_[l].size());
  std::optional<std::vector<Offer>>& found = known.offers[state];
  if (found) return *found;
  const MatchLayer& layer = layers_.layers[l];
  known.vectors.resize(layer.heads.size());
  known.values.resize(layer.heads.size());
  const auto vector = [&](const std::vector<StateFunction>& functions) {
    State result;
    for (const StateFunction& f : functions) result.push_back(f(states_[l][state]));
    return result;
  };
  std::vector<Offer> offers;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    Offer offer;
    offer.query = known.vectors[h](vector(layer.heads[h].query));
    offer.key = known.vectors[h](vector(layer.heads[h].key));
    offer.value = known.values[h](vector(layer.heads[h].value));
    offers.push_back(offer);
  }
  return found.emplace(std::move(offers));
}

MatchPlan::Number MatchPlan::next_state(std::size_t l, const std::vector<Number>& from) {
  KnownLayer& known = known_[l];
  const auto found = known.next.find(from);
  if (found != known.next.end()) return found->second;
  const MatchLayer& layer = layers_.layers[l];
  std::vector<State> averages;
  std::size_t at = 1;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    State average(layer.heads[h].value.size(), Rational(0));
    const Number count = from[at++];
    for (Number k = 0; k < count; ++k) {
      const State& value = known.values[h][from[at++]];
      for (std::size_t c = 0; c < average.size(); ++c) average[c] += value[c];
    }
    if (count > 1) {
      for (Rational& entry : average) entry /= Rational(Integer(count));
    }
    averages.push_back(std::move(average));
  }
  const Number next = states_[l + 1](layer.next(states_[l][from[0]], averages));
  known.next.emplace(from, next);
  return next;
}

const NumberedRun& MatchPlan::run(std::span<const Kind> kinds) {
  const auto tokens = static_cast<Token>(kinds.size());
  std::vector<Number> states;
  for (const Kind kind : kinds) {
    if (!first_[kind]) first_[kind] = states_[0](layers_.stream[kind]);
    states.push_back(*first_[kind]);
  }
  run_.matches.resize(tokens);
  run_.unmatched.clear();
  std::vector<Number> from;
  std::vector<Number> next;
  std::vector<Offer> offers;  // [token * heads + head]
  for (std::size_t l = 0; l < layers_.layers.size(); ++l) {
    const MatchLayer& layer = layers_.layers[l];
    const std::size_t heads = layer.heads.size();
    offers.clear();
    for (const Number state : states) {
      const auto& of_state = offers_of(l, state);
      offers.insert(offers.end(), of_state.begin(), of_state.end());
    }
    next.clear();
    for (Token i = 0; i < tokens; ++i) {
      run_.matches[i].clear();
      from.assign(1, states[i]);
      for (std::size_t h = 0; h < heads; ++h) {
        const Number query = offers[i * heads + h].query;
        const std::size_t count = from.size();
        from.push_back(0);
        for (const Token j : layer.heads[h].over.tuples(i)) {
          const Offer& offer = offers[j * heads + h];
          if (offer.key != query) continue;
          from.push_back(offer.value);
          if (h == 0) run_.matches[i].push_back(j);
        }
        from[count] = static_cast<Number>(from.size() - count - 1);
        if (from[count] == 0) run_.unmatched.push_back({l, h, i});
        std::sort(from.begin() + static_cast<std::ptrdiff_t>(count) + 1, from.end());
      }
      next.push_back(next_state(l, from));
    }
    states.swap(next);
  }
  if (layers_.layers.empty()) run_.matches.assign(tokens, {});
  run_.states = std::move(states);
  std::sort(run_.unmatched.begin(), run_.unmatched.end());
  return run_;
}

MatchRun MatchPlan::operator()(std::span<const Kind> kinds) {
  if (remembers_much()) forget();
  const NumberedRun& numbered = run(kinds);
  MatchRun result;
  for (const Number state : numbered.states) result.states.push_back(last_state(state));
  result.matches = numbered.matches;
  result.unmatched = numbered.unmatched;
  return result;
}

}  // namespace attest::attention
