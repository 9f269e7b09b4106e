// A FeatureProblem evaluated with rounded operations: the models "plain" and "mixed".
//
//   encoding  the points of the grids, all weights and biases are rounded to the format
//   score     query(x), key(y): every affine map as products, sums in index order, then the bias; ReLU
//             between them; their inner product. Nothing is scaled: the temperature is in the weights of the
//             query
//   softmax   minus the largest score; exponential; sum in the order of the senders; quotient
//   value     query_l(x), key_l(y) and their inner product as above; the weight times it; sums in the order
//             of the senders
//   output    nothing: W_r = I, W_s = 0
#pragma once

#include "precision/arithmetic/rounded_by.hpp"
#include "precision/features/feature_problem.hpp"

namespace attest {

using RoundedRow = std::vector<FloatValue>;

class RoundedFeaturesBase;

class RoundedFeatureEvaluator : public PrecisionEvaluator {
 public:
  // `wide`: a step that is not rounded. `problem` must outlive the evaluator. The model is plain or mixed.
  RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model, const FloatFormat& format,
                          std::optional<EvaluationStep> wide = std::nullopt);
  // By that arithmetic; std::invalid_argument if it does not have the format, or the wide step.
  RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model, const FloatFormat& format,
                          std::optional<EvaluationStep> wide, RoundedBy arithmetic);
  ~RoundedFeatureEvaluator() override;

  // All coordinates.
  RoundedRow output(std::span<const Symbol> word);

  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override;

 private:
  struct Target {
    RationalVector above;  // R - eps: y must be above it
    RationalVector below;  // R + eps
  };

  const FeatureProblem& problem_;
  std::unique_ptr<RoundedFeaturesBase> features_;
  std::vector<Target> targets_;
};

// lower < y < upper, exactly; not for NaN.
bool lies_between(const Rational& lower, const FloatValue& y, const Rational& upper);

}  // namespace attest
