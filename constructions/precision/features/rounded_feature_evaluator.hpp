// A FeatureProblem evaluated with rounded operations: the models "plain" and "mixed".
//
//   encoding  the points of the grids, all weights and biases and the symbols are rounded to the format
//   score     query(x), key(y): every affine map as products, sums in index order, then the bias; ReLU
//   between
//             them; their inner product. Nothing is scaled: the temperature is in the weights of the query
//   softmax   minus the largest score; exponential; sum in the order of the senders; quotient
//   value     query_l(x), key_l(y) and their inner product as above; the weight times it; sums in the order
//   of
//             the senders
//   output    nothing: W_r = I, W_s = 0
#pragma once

#include "constructions/precision/features/feature_operations.hpp"
#include "constructions/precision/features/feature_problem.hpp"

namespace attest {

class RoundedFeatureEvaluator : public PrecisionEvaluator {
 public:
  // `wide`: a step that is not rounded. `problem` must outlive the evaluator. The model is plain or mixed.
  RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model, const FloatFormat& format,
                          std::optional<EvaluationStep> wide = std::nullopt);

  // All coordinates; empty where the kernel is `best` and several scores are.
  const RoundedRow& output(std::span<const Symbol> word);

  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;
  const ExponentsMet& exponents() const override { return exponents_; }

 private:
  struct Target {
    RationalVector above;  // R - eps: y must be above it
    RationalVector below;  // R + eps
  };
  // Rows of a network at all points.
  std::vector<RoundedRow> features(const FeatureOperations& step, const ReluNetwork& network,
                                   const std::vector<RoundedRow>& points) const;
  const FloatValue& term(std::size_t sender, std::size_t largest);
  void average(const RoundedRow& weights);
  void take_best();

  const FeatureProblem& problem_;
  ExponentsMet exponents_;
  FeatureOperations encoding_;
  FeatureOperations score_;
  FeatureOperations softmax_;
  FeatureOperations value_;
  std::vector<Target> targets_;
  std::vector<RoundedRow> scores_;                // [receiver][sender]
  std::vector<std::vector<RoundedRow>> values_;   // [receiver][sender][l]; one receiver for symbols
  std::vector<std::optional<FloatValue>> terms_;  // [receiver][sender][largest]
  FeatureProblem::Context context_;
  std::vector<const FloatValue*> row_;  // scores of the context
  RoundedRow y_;
};

// lower < y < upper, exactly; not for NaN.
bool lies_between(const Rational& lower, const FloatValue& y, const Rational& upper);

}  // namespace attest
