#include "precision/layer/layer_problem.hpp"

#include <algorithm>
#include <stdexcept>

#include "precision/layer/layer_error.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"

namespace attest {

std::unique_ptr<PrecisionEvaluator> LayerProblem::evaluator(EvaluationModel model, const FloatFormat& format,
                                                            std::optional<EvaluationStep> wide) const {
  if (model == EvaluationModel::stored) return std::make_unique<StoredEvaluator>(*this, format);
  return std::make_unique<RoundedEvaluator>(*this, model, format, wide);
}

std::unique_ptr<PrecisionEvaluator> LayerProblem::exact_evaluator(const Rational& temperature) const {
  return std::make_unique<StoredEvaluator>(*this, temperature);
}

bool LayerProblem::has_scores() const {
  return std::any_of(heads_.begin(), heads_.end(), [](const PrecisionHead& head) {
    return head.kernel == AttentionKernel::softmax || head.kernel == AttentionKernel::expressive;
  });
}

std::string LayerProblem::no_error_analysis() const {
  if (std::any_of(heads_.begin(), heads_.end(),
                  [](const PrecisionHead& head) { return head.kernel == AttentionKernel::hard_maximum; }))
    return "no error analysis: which score is best is not continuous";
  const bool expressive = std::any_of(heads_.begin(), heads_.end(), [](const PrecisionHead& head) {
    return head.kernel == AttentionKernel::expressive;
  });
  if (!expressive || has_normaliser_bound(*this)) return "";
  return "no error analysis: the sum of expressive weights has no positive lower bound by kinds of tokens";
}

std::optional<ErrorBound> LayerProblem::output_error_bound(long significand_bits) const {
  return layer_error_bound(*this, significand_bits);
}

}  // namespace attest
