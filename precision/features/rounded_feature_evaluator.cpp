#include "precision/features/rounded_feature_evaluator.hpp"

#include "precision/arithmetic/for_reading.hpp"
#include "precision/features/rounded_features.hpp"

namespace attest {

RoundedFeatureEvaluator::RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model,
                                                 const FloatFormat& format,
                                                 std::optional<EvaluationStep> wide)
    : RoundedFeatureEvaluator(problem, model, format, wide, fastest_arithmetic(format, wide.has_value())) {}

RoundedFeatureEvaluator::RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model,
                                                 const FloatFormat& format,
                                                 std::optional<EvaluationStep> wide, RoundedBy arithmetic)
    : problem_(problem),
      features_(
          evaluation_by<RoundedFeaturesBase, RoundedFeatures>(arithmetic, problem, model, format, wide)) {
  for (const RationalVector& wanted : problem.targets()) {
    const RationalVector eps = RationalVector::Constant(wanted.size(), problem.eps());
    targets_.push_back({wanted - eps, wanted + eps});
  }
}

RoundedFeatureEvaluator::~RoundedFeatureEvaluator() = default;

RoundedRow RoundedFeatureEvaluator::output(std::span<const Symbol> word) {
  return features_->output(word);
}

Answer RoundedFeatureEvaluator::answer(std::span<const Symbol> word) {
  const auto wanted = problem_.target(word);
  if (!wanted) return Answer::not_judged;
  const Target& target = targets_[*wanted];
  const RoundedRow y = output(word);
  for (std::size_t l = 0; l < y.size(); ++l) {
    const auto at = static_cast<Eigen::Index>(l);
    if (!lies_between(target.above(at), y[l], target.below(at))) return Answer::wrong;
  }
  return Answer::right;
}

std::string RoundedFeatureEvaluator::output_text(std::span<const Symbol> word, std::size_t /*which*/) {
  const RoundedRow y = output(word);
  std::vector<std::string> coordinates;
  for (const FloatValue& number : y) coordinates.push_back(for_reading(number.to_double()));
  return coordinates_text(coordinates);
}

const ExponentsMet& RoundedFeatureEvaluator::exponents() const {
  return features_->exponents;
}

bool lies_between(const Rational& lower, const FloatValue& y, const Rational& upper) {
  // mpfr_cmp_q is exact, for numbers of any exponent. It takes a NaN as equal to everything.
  return !y.is_nan() && mpfr_cmp_q(y.mpfr(), lower.backend().data()) > 0 &&
         mpfr_cmp_q(y.mpfr(), upper.backend().data()) < 0;
}

}  // namespace attest
