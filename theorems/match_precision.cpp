#include "theorems/match_precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/usage_error.hpp"

namespace attest::theorems {

namespace {

using attention::MatchHead;
using attention::MatchLayer;
using attention::StateFunction;

// `what` in front of why a function is undefined.
TokenState values_of(const char* what, const std::vector<StateFunction>& functions, const TokenState& state) {
  TokenState values;
  try {
    for (const StateFunction& f : functions) values.push_back(f(state));
  } catch (const UndefinedState& undefined) {
    throw UndefinedState(fmt::format("{}, {}", what, undefined.what()));
  }
  return values;
}

class MatchLayersPrecision : public MatchProblem {
 public:
  explicit MatchLayersPrecision(std::unique_ptr<LayerSetting> setting)
      : setting_(std::move(setting)), all_(*setting_->match_layers()) {
    const std::vector<std::size_t> judged = setting_->task().judged_positions();
    judged_.insert(judged.begin(), judged.end());
  }

  const Task& task() const override { return setting_->task(); }
  std::vector<TokenState> states(std::span<const Symbol> word) const override {
    std::vector<attention::Kind> kinds(all_.tokens());
    setting_->task().kinds(word, kinds);
    std::vector<TokenState> states;
    for (const attention::Kind kind : kinds) states.push_back(all_.stream[kind]);
    return states;
  }
  std::size_t layers() const override { return all_.layers.size(); }

  std::vector<MatchOffer> offers(std::size_t layer, std::size_t, const TokenState& state) const override {
    const TokenState stream = before(layer, state);
    std::vector<MatchOffer> result;
    for (const MatchHead& head : all_.layers[layer].heads) {
      result.push_back({values_of("query", head.query, stream), values_of("key", head.key, stream),
                        values_of("value", head.value, stream)});
    }
    return result;
  }
  std::vector<Rational> outputs(std::size_t token, const TokenState& state) const override {
    if (!judged_.contains(token)) return {};
    const TokenState stream = before(layers(), state);
    std::vector<Rational> numbers;
    for (const StateFunction& psi : all_.psi) numbers.push_back(psi(stream));
    return numbers;
  }

 private:
  // The stream before a layer, from the averages of the layer before it side by side.
  TokenState before(std::size_t layer, const TokenState& state) const {
    if (layer == 0) return state;
    const MatchLayer& last = all_.layers[layer - 1];
    std::vector<std::size_t> begin{0};
    for (const MatchHead& head : last.heads) begin.push_back(begin.back() + head.value.size());
    TokenState stream(all_.width(), Rational(0));
    for (const auto& landing : last.landings) stream[landing.to] = state[begin[landing.head] + landing.from];
    return stream;
  }

  std::unique_ptr<LayerSetting> setting_;
  const attention::MatchLayers& all_;
  std::set<std::size_t> judged_;
};

void refuse_what_is_not_rounded(const attention::MatchLayers& all) {
  const auto no = [](const char* expected) {
    throw UsageError(fmt::format("precision: several layers are evaluated {}", expected));
  };
  for (const MatchLayer& layer : all.layers) {
    if (layer.residual) no("without a residual so far");
    std::set<std::size_t> reached;
    for (const auto& landing : layer.landings) {
      if (landing.factor != 1 || !reached.insert(landing.to).second)
        no("where each coordinate receives one number of one head so far");
    }
    for (const MatchHead& head : layer.heads) {
      for (attention::Token token = 0; token < all.tokens(); ++token) {
        if (head.over.tuples(token).size() != all.tokens()) no("without masks so far");
      }
    }
  }
}

}  // namespace

std::unique_ptr<PrecisionProblem> match_precision_problem(std::unique_ptr<LayerSetting> setting) {
  refuse_what_is_not_rounded(*setting->match_layers());
  return std::make_unique<MatchLayersPrecision>(std::move(setting));
}

}  // namespace attest::theorems
