#include "attention/match_plan.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>

#include "attention/whole_number.hpp"
#include "claims/stop.hpp"

namespace attest::attention {

namespace {

constexpr std::size_t most_remembered = 200000;   // states of a layer, and what leads to them
constexpr std::size_t most_numbers = 10'000'000;  // in them and in values: a few hundred megabytes

}  // namespace

std::size_t MatchPlan::NumbersHash::operator()(const std::vector<Number>& numbers) const {
  return boost::hash_range(numbers.begin(), numbers.end());
}

MatchPlan::MatchPlan(const MatchLayers& layers, MatchRounding* rounding)
    : layers_(layers), rounding_(rounding) {
  forget();
}

void MatchPlan::forget() {
  states_ = std::vector<Numbering<State>>(layers_.layers.size() + 1);
  known_ = std::vector<KnownLayer>(layers_.layers.size());
  first_.assign(layers_.stream.size(), std::nullopt);
  given_.clear();
  numbers_ = 0;
}

bool MatchPlan::remembers_much() const {
  const auto much_before = [](const Numbering<State>& states) { return states.size() > most_remembered; };
  const auto much_behind = [](const KnownLayer& known) { return known.next.size() > most_remembered; };
  return numbers_ > most_numbers || given_.size() > most_remembered ||
         std::any_of(states_.begin(), states_.end(), much_before) ||
         std::any_of(known_.begin(), known_.end(), much_behind);
}

MatchPlan::Number MatchPlan::first_number(const State& state) {
  const auto known = given_.find(state);
  if (known != given_.end()) return known->second;
  const Number number = states_[0](rounding_ == nullptr ? state : rounding_->first(state));
  numbers_ += 2 * state.entries().size();
  return given_.emplace(state, number).first->second;
}

MatchPlan::Offers MatchPlan::offered(std::size_t l, Number state) {
  KnownLayer& known = known_[l];
  Offers result;
  try {
    std::vector<MatchOffer> offers = layers_.layers[l].offers(states_[l][state]);
    for (std::size_t h = 0; h < offers.size(); ++h) {
      MatchOffer& exact = offers[h];
      if (rounding_ != nullptr)
        exact = {rounding_->score(exact.query), rounding_->score(exact.key), rounding_->value(exact.value)};
      numbers_ += exact.value.entries().size();
      Offer offer;
      offer.query = known.vectors[h](std::move(exact.query));
      offer.key = known.vectors[h](std::move(exact.key));
      offer.value = known.values[h](std::move(exact.value));
      result.of_heads.push_back(offer);
    }
  } catch (const UndefinedState& undefined) {
    result.undefined = undefined.what();
  }
  return result;
}

const std::vector<MatchPlan::Offer>& MatchPlan::offers_of(std::size_t l, Number state) {
  KnownLayer& known = known_[l];
  known.vectors.resize(layers_.layers[l].heads.size());
  known.values.resize(layers_.layers[l].heads.size());
  known.averages.resize(layers_.layers[l].heads.size());
  if (state >= known.offers.size()) known.offers.resize(states_[l].size());
  std::optional<Offers>& found = known.offers[state];
  if (!found) found = offered(l, state);
  if (!found->undefined.empty()) throw UndefinedState(found->undefined);
  return found->of_heads;
}

State MatchPlan::average(KnownLayer& known, std::size_t h, std::span<const Number> values) {
  if (values.empty()) return State::zeros(known.values[h][0].size());
  const auto made = [&] {
    if (rounding_ != nullptr) {
      std::vector<const State*> rows;
      for (const Number value : values) rows.push_back(&known.values[h][value]);
      return rounding_->average(rows);
    }
    State::Sum sum(known.values[h][values.front()].size());
    for (const Number value : values) sum.add(known.values[h][value]);
    return sum.result(static_cast<long>(values.size()));
  };
  if (known.averages.size() == 1) return made();
  const auto [found, is_new] =
      known.averages[h].try_emplace(std::vector<Number>(values.begin(), values.end()));
  if (is_new) {
    found->second = made();
    numbers_ += found->second.entries().size();
  }
  return found->second;
}

MatchPlan::Number MatchPlan::next_state(std::size_t l, Number before, const std::vector<Number>& from) {
  KnownLayer& known = known_[l];
  const auto found = known.next.find(from);
  if (found != known.next.end()) return found->second;
  const MatchLayer& layer = layers_.layers[l];
  std::vector<State> averages;
  std::size_t at = 1;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const std::size_t count = from[at++];
    averages.push_back(average(known, h, std::span(from).subspan(at, count)));
    at += count;
  }
  State state = layer.next(states_[l][before], averages);
  numbers_ += state.entries().size();
  const Number next = states_[l + 1](std::move(state));
  known.next.emplace(from, next);
  return next;
}

void MatchPlan::play(std::vector<Number> states) {
  const auto tokens = static_cast<Token>(states.size());
  run_.matches.resize(tokens);
  run_.before.resize(layers_.layers.size());
  run_.unmatched.clear();
  std::vector<Number> from;
  std::vector<Number> next;
  std::vector<Offer> offers;  // [token * heads + head]
  for (std::size_t l = 0; l < layers_.layers.size(); ++l) {
    check_stop();
    at_layer_ = l + 1;
    const MatchLayer& layer = layers_.layers[l];
    const std::size_t heads = layer.heads.size();
    const bool stays = layer.residual || !layer.kept.empty();
    offers.clear();
    for (const Number state : states) {
      const auto& of_state = offers_of(l, state);
      offers.insert(offers.end(), of_state.begin(), of_state.end());
    }
    next.clear();
    for (Token i = 0; i < tokens; ++i) {
      run_.matches[i].clear();
      from.assign(1, stays ? states[i] : 0);
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
        if (rounding_ == nullptr)
          std::sort(from.begin() + static_cast<std::ptrdiff_t>(count) + 1, from.end());
      }
      next.push_back(next_state(l, states[i], from));
    }
    states.swap(next);
    run_.before[l] = next;
  }
  if (layers_.layers.empty()) run_.matches.assign(tokens, {});
  run_.states = std::move(states);
  std::sort(run_.unmatched.begin(), run_.unmatched.end());
}

const NumberedRun& MatchPlan::run(std::span<const Kind> kinds) {
  at_layer_ = 0;
  std::vector<Number> states;
  for (const Kind kind : kinds) {
    if (!first_[kind]) first_[kind] = first_number(layers_.stream[kind]);
    states.push_back(*first_[kind]);
  }
  play(std::move(states));
  return run_;
}

const NumberedRun& MatchPlan::run(std::span<const State> first) {
  at_layer_ = 0;
  std::vector<Number> states;
  for (const State& state : first) states.push_back(first_number(state));
  play(std::move(states));
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
