#include "constructions/precision/layer/rounded_evaluator.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "constructions/precision/layer/rounded_layer.hpp"
#include "numeric/floating/hardware_arithmetic.hpp"
#include "numeric/floating/scaled_arithmetic.hpp"

namespace attest {

namespace {

std::unique_ptr<RoundedLayerBase> layer_by(RoundedBy arithmetic, const LayerProblem& problem,
                                           EvaluationModel model, const FloatFormat& format,
                                           std::optional<EvaluationStep> wide) {
  switch (arithmetic) {
    case RoundedBy::mpfr:
      return std::make_unique<RoundedLayer<FloatArithmetic>>(problem, model, format, wide);
    case RoundedBy::hardware:
      return std::make_unique<RoundedLayer<HardwareArithmetic>>(problem, model, format, wide);
    case RoundedBy::scaled:
      return std::make_unique<RoundedLayer<ScaledArithmetic>>(problem, model, format, wide);
  }
  throw std::logic_error("no such arithmetic");
}

}  // namespace

bool answers(const FloatValue& y, long truth, Decision decision) {
  if (!y.is_finite()) return false;
  if (decision == Decision::sign) return (mpfr_sgn(y.mpfr()) > 0) == (truth != 0);
  // Exact, for numbers of any exponent.
  const Rational low = truth - Rational(1, 2);
  const Rational high = truth + Rational(1, 2);
  return mpfr_cmp_q(y.mpfr(), low.backend().data()) >= 0 && mpfr_cmp_q(y.mpfr(), high.backend().data()) <= 0;
}

// truth - 1/2 and truth + 1/2 are doubles below 2^52.
bool answers(double y, long truth, Decision decision) {
  if (!std::isfinite(y)) return false;
  if (decision == Decision::sign) return (y > 0) == (truth != 0);
  if (std::abs(truth) < 1L << 50) {
    const auto middle = static_cast<double>(truth);
    return middle - 0.5 <= y && y <= middle + 0.5;
  }
  return abs(Rational(Rational(y) - truth)) <= Rational(1, 2);
}

std::string for_reading(double y) {
  return std::isnan(y) ? std::string("nan") : fmt::format("{:.6g}", y);  // without the sign of a NaN
}

RoundedBy fastest_arithmetic(const FloatFormat& format, bool wide) {
  if (wide || !hardware_is_exact()) return RoundedBy::mpfr;
  if (HardwareArithmetic::covers(format)) return RoundedBy::hardware;
  return ScaledArithmetic::covers(format) ? RoundedBy::scaled : RoundedBy::mpfr;
}

RoundedEvaluator::RoundedEvaluator(const LayerProblem& problem, EvaluationModel model,
                                   const FloatFormat& format, std::optional<EvaluationStep> wide)
    : RoundedEvaluator(problem, model, format, wide, fastest_arithmetic(format, wide.has_value())) {}

RoundedEvaluator::RoundedEvaluator(const LayerProblem& problem, EvaluationModel model,
                                   const FloatFormat& format, std::optional<EvaluationStep> wide,
                                   RoundedBy arithmetic)
    : problem_(problem) {
  if (model == EvaluationModel::stored)
    throw std::invalid_argument("the model stored is not evaluated with rounding");
  layer_ = layer_by(arithmetic, problem, model, format, wide);
}

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

const ExponentsMet& RoundedEvaluator::exponents() const {
  return layer_->exponents;
}

}  // namespace attest
