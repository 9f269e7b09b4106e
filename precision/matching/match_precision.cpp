#include "precision/matching/match_precision.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "precision/matching/match_evaluator.hpp"

namespace attest {

namespace {

// What is rounded then is what docs/precision-models.md says: states that are the heads' averages, number by number.
void refuse_what_is_not_rounded(const attention::MatchLayers& all) {
  const auto no = [](const char* expected) {
    throw UsageError(fmt::format("precision: several layers are evaluated {}", expected));
  };
  for (const attention::MatchLayer& layer : all.layers) {
    if (layer.residual || !layer.kept.empty()) no("without a residual so far");
    std::set<std::size_t> reached;
    for (const auto& landing : layer.landings) {
      if (landing.factor != 1 || !reached.insert(landing.to).second)
        no("where each coordinate receives one number of one head so far");
    }
    for (const attention::MatchHead& head : layer.heads) {
      for (attention::Token token = 0; token < all.tokens(); ++token) {
        if (head.over.tuples(token).size() != all.tokens()) no("without masks so far");
      }
    }
  }
}

}  // namespace

MatchPrecision::MatchPrecision(std::shared_ptr<const void> owner, const Task& task,
                               const attention::MatchLayers& layers, FirstStates first,
                               std::vector<std::size_t> judged)
    : owner_(std::move(owner)),
      task_(task),
      layers_(layers),
      first_(std::move(first)),
      judged_(std::move(judged)) {
  refuse_what_is_not_rounded(layers_);
}

std::unique_ptr<PrecisionEvaluator> MatchPrecision::evaluator(const EvaluationModel& model,
                                                              const FloatFormat& format,
                                                              std::optional<EvaluationStep> wide) const {
  if (model == EvaluationModel::stored)
    return std::make_unique<MatchEvaluator>(*this, exact_match_arithmetic(format));
  if (model.is_hardware()) {
    if (model.scaling != EvaluationModel::Scaling::none) {
      throw UsageError("--models", to_string(model),
                       "no scale where all heads are exact matches: their states are no tensors");
    }
    return std::make_unique<MatchEvaluator>(*this, hardware_match_arithmetic(model, format));
  }
  return std::make_unique<MatchEvaluator>(*this, rounded_match_arithmetic(model, format, wide));
}

// There are no scores that the temperature could scale.
std::unique_ptr<PrecisionEvaluator> MatchPrecision::exact_evaluator(const Rational&) const {
  return std::make_unique<MatchEvaluator>(*this, exact_match_arithmetic(std::nullopt));
}

std::string MatchPrecision::no_error_analysis() const {
  return "the functions of a token's state are arbitrary and need not be continuous";
}

std::optional<ErrorBound> MatchPrecision::output_error_bound(long) const {
  throw std::logic_error(no_error_analysis());
}

}  // namespace attest
