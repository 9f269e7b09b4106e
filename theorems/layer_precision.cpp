#include "theorems/layer_precision.hpp"

#include <set>

#include "claims/usage_error.hpp"
#include "precision/matching/match_precision.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

std::unique_ptr<PrecisionProblem> precision_problem(const TheoremClaim& claim, Variant variant,
                                                    const Parameters& parameters) {
  claim.refuse_automatic(variant, parameters);
  std::unique_ptr<JudgedSetting> setting = claim.setting(variant, parameters);
  if (!setting->runnable()) {
    throw UsageError(
        "--variant", to_string(variant),
        "a variant that defines a layer: " + setting->checks_before().front().reason.value_or(""));
  }
  if (dynamic_cast<LayerSetting*>(setting.get()) == nullptr)
    throw UsageError(
        "--variant", to_string(variant),
        "a variant that defines a layer; this one is a protocol of machines, which have none to round");
  std::unique_ptr<LayerSetting> layer(static_cast<LayerSetting*>(setting.release()));
  if (layer->stack() != nullptr)
    throw UsageError(
        "precision: several layers are evaluated in rounded arithmetic where all heads are exact matches");
  if (layer->match_layers() != nullptr) return match_precision_problem(std::move(layer));
  return layer_precision_problem(std::move(layer));
}

std::unique_ptr<PrecisionProblem> match_precision_problem(std::unique_ptr<LayerSetting> setting) {
  const std::shared_ptr<const LayerSetting> owner = std::move(setting);
  const attention::MatchLayers& layers = *owner->match_layers();
  auto first = [&task = owner->task(), &layers](std::span<const Symbol> word) {
    std::vector<attention::Kind> kinds(layers.tokens());
    task.kinds(word, kinds);
    std::vector<attention::State> states;
    for (const attention::Kind kind : kinds) states.push_back(layers.stream[kind]);
    return states;
  };
  // A token stands once for each number of its output.
  const auto positions = owner->task().judged_positions();
  const std::set<std::size_t> judged(positions.begin(), positions.end());
  return std::make_unique<MatchPrecision>(owner, owner->task(), layers, std::move(first),
                                          std::vector<std::size_t>(judged.begin(), judged.end()));
}

std::unique_ptr<PrecisionProblem> layer_precision_problem(std::unique_ptr<LayerSetting> setting,
                                                          ReadoutBy readout_by) {
  const std::shared_ptr<const LayerSetting> owner = std::move(setting);
  return std::make_unique<LayerPrecision>(owner, owner->task(), owner->prepared().layer(), readout_by);
}

}  // namespace attest::theorems
