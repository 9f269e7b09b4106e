#include "precision/features/feature_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "numeric/decimal.hpp"
#include "precision/features/feature_error.hpp"
#include "precision/features/rounded_feature_evaluator.hpp"
#include "precision/features/stored_feature_evaluator.hpp"

namespace attest {

std::unique_ptr<PrecisionEvaluator> FeatureProblem::evaluator(EvaluationModel model,
                                                              const FloatFormat& format,
                                                              std::optional<EvaluationStep> wide) const {
  if (model == EvaluationModel::stored) return std::make_unique<StoredFeatureEvaluator>(*this, format);
  return std::make_unique<RoundedFeatureEvaluator>(*this, model, format, wide);
}

std::unique_ptr<PrecisionEvaluator> FeatureProblem::exact_evaluator(const Rational& temperature) const {
  return std::make_unique<StoredFeatureEvaluator>(*this, temperature);
}

std::optional<ErrorBound> FeatureProblem::output_error_bound(long significand_bits) const {
  const auto error = feature_error_bound(*this, significand_bits);
  if (!error) return std::nullopt;
  return ErrorBound{*error};
}

// From the distance that the verdict itself gives where it does; an error as small as 10^-400000 is no number
// that one would write out to subtract it.
std::optional<OutputMargin> FeatureProblem::output_margin(const Verdict& verdict) const {
  constexpr Precision accurate = 256;
  const auto& error = verdict.margins.output_error;
  if (!error || error->upper.empty()) return std::nullopt;
  std::string lower;
  if (verdict.details.contains("distance_to_eps")) {
    lower = verdict.details["distance_to_eps"]["lower"].get<std::string>();
  } else if (const auto most = rational_from_decimal(error->upper)) {
    lower = decimal_rounded_down(Interval(eps_ - *most, accurate));
  }
  const auto margin = rational_from_decimal(lower);
  if (!margin || *margin <= 0) return std::nullopt;
  return OutputMargin{"distance to eps", lower};
}

std::string coordinates_text(const std::vector<std::string>& coordinates) {
  if (coordinates.size() == 1) return coordinates.front();
  return fmt::format("({})", fmt::join(coordinates, ", "));
}

}  // namespace attest
