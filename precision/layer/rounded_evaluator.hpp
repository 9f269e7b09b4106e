// A transformer evaluated with rounded operations: the model "plain" of evaluation_model.hpp, operation by
// operation.
//
//   encoding  x_l and the entries of all matrices, biases and scales are rounded to the format
//   score     q = W x: products, then sums in index order. Per monomial and coordinate the product of the q's
//             from left to right; sums over coordinates, then over monomials, in index order; times the scale
//   softmax   minus the largest score; exponential (correctly rounded); sum in the order of the tuples;
//             quotient (for other kernels z z, 1 + z z and their quotient, or 1 for equal rows or for the largest score
//             and 0 else, in place of the exponential)
//   value     v = W x as above; per tuple the product of the v's from left to right, times the weight; sums
//             in the order of the tuples
//   output    W_O a, plus x_i (if residual); every affine map: products, sums in index order, then the bias;
//             ReLU between them
//
// A step that is done in wide arithmetic takes what comes in as it is and rounds its operations to 256 bits
// with unbounded exponent; what it gives is not rounded to the format.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/ordering.hpp"
#include "precision/arithmetic/rounded_by.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/layer/judged_output.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

class RoundedLayerBase;

class RoundedEvaluator : public PrecisionEvaluator {
 public:
  // `wide`: a step that is not rounded. `problem` must outlive the evaluator. The model is plain.
  RoundedEvaluator(const LayerPrecision& problem, const EvaluationModel& model, const FloatFormat& format,
                   std::optional<EvaluationStep> wide = std::nullopt);
  // By that arithmetic; std::invalid_argument if it does not have the format, or the wide step.
  RoundedEvaluator(const LayerPrecision& problem, const EvaluationModel& model, const FloatFormat& format,
                   std::optional<EvaluationStep> wide, RoundedBy arithmetic);
  ~RoundedEvaluator() override;

  // y at the which-th judged position.
  FloatValue output(std::span<const Symbol> word, std::size_t which);

  // Whether all judged outputs are right: |y - truth| < 1/2 for numbers, the side of zero for signs (y > 0
  // for 1). NaN and infinities are wrong.
  bool right(std::span<const Symbol> word);
  Answer answer(std::span<const Symbol> word) override;
  std::string output_text(std::span<const Symbol> word, std::size_t which) override;

  const ExponentsMet& exponents() const override;
  bool stalled() const override;

 private:
  std::unique_ptr<RoundedLayerBase> layer_;
};

}  // namespace attest
