#include "precision/layer/rounded_evaluator.hpp"

#include "precision/arithmetic/for_reading.hpp"
#include "precision/layer/rounded_layer.hpp"

namespace attest {

RoundedEvaluator::RoundedEvaluator(const LayerPrecision& problem, const EvaluationModel& model,
                                   const FloatFormat& format, std::optional<EvaluationStep> wide)
    : RoundedEvaluator(problem, model, format, wide, fastest_arithmetic(format, wide.has_value())) {}

RoundedEvaluator::RoundedEvaluator(const LayerPrecision& problem, const EvaluationModel& model,
                                   const FloatFormat& format, std::optional<EvaluationStep> wide,
                                   RoundedBy arithmetic)
    : layer_(evaluation_by<RoundedLayerBase, RoundedLayer>(arithmetic, problem, model, format, wide)) {}

RoundedEvaluator::~RoundedEvaluator() = default;

FloatValue RoundedEvaluator::output(std::span<const Symbol> word, std::size_t which) {
  return layer_->output(word, which);
}

bool RoundedEvaluator::right(std::span<const Symbol> word) {
  return layer_->right(word);
}

Answer RoundedEvaluator::answer(std::span<const Symbol> word) {
  return right(word) ? Answer::right : Answer::wrong;
}

std::string RoundedEvaluator::output_text(std::span<const Symbol> word, std::size_t which) {
  return for_reading(output(word, which).to_double());
}

bool RoundedEvaluator::stalled() const {
  return layer_->stalled;
}

const ExponentsMet& RoundedEvaluator::exponents() const {
  return layer_->exponents;
}

}  // namespace attest
