// What the models of evaluation_model.hpp make of the numbers of exact-match layers (attention/match_layers.hpp).
// Numbers are exact rationals throughout; those that are rounded are numbers of a format. docs/precision-models.md
// writes the models down, operation by operation.
#pragma once

#include <memory>
#include <optional>

#include "attention/match_rounding.hpp"
#include "numeric/floating/float_format.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

class MatchArithmetic : public attention::MatchRounding {
 public:
  // As the functions of MatchRounding.
  virtual Rational output(const Rational& number) = 0;  // of psi

  const ExponentsMet& exponents() const { return exponents_; }
  bool stalled() const { return stalled_; }  // whether a sum did so far (PrecisionEvaluator::stalled)

 protected:
  ExponentsMet exponents_;
  bool stalled_ = false;
};

// Exact, but for the first states, which are rounded to the format if there is one: the model "stored".
std::unique_ptr<MatchArithmetic> exact_match_arithmetic(const std::optional<FloatFormat>& format);

// The model "plain"; else std::invalid_argument. The step `wide` has 256 bits and an unbounded exponent.
std::unique_ptr<MatchArithmetic> rounded_match_arithmetic(const EvaluationModel& model,
                                                          const FloatFormat& format,
                                                          std::optional<EvaluationStep> wide);

// The models "tensor-core" and "flash"; else, and where the model scales or does not offer the format,
// std::invalid_argument.
std::unique_ptr<MatchArithmetic> hardware_match_arithmetic(const EvaluationModel& model,
                                                           const FloatFormat& format);

}  // namespace attest
