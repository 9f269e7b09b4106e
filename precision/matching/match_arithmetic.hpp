// What the three models of evaluation_model.hpp make of the numbers of a MatchProblem. Numbers are exact
// rationals throughout; those that are rounded are numbers of a format.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "numeric/floating/float_format.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"

namespace attest {

// Every function throws UndefinedState where a number is too large for the format.
class MatchArithmetic {
 public:
  virtual ~MatchArithmetic() = default;

  virtual Rational encoding(const Rational& number) = 0;  // of X^(0)
  virtual Rational score(const Rational& number) = 0;     // of a query or key
  virtual Rational value(const Rational& number) = 0;     // of a value
  virtual Rational output(const Rational& number) = 0;    // of psi

  // One coordinate of the average over the tokens that match, as the next state holds it: values of those
  // tokens in their order, at least one.
  virtual Rational average(const std::vector<const Rational*>& values) = 0;

  const ExponentsMet& exponents() const { return exponents_; }

 protected:
  ExponentsMet exponents_;
};

// Exact, but for X^(0), which is rounded to the format if there is one: the model "stored".
std::unique_ptr<MatchArithmetic> exact_match_arithmetic(const std::optional<FloatFormat>& format);

// The models "plain" and "mixed"; else std::invalid_argument. The step `wide` has 256 bits and an unbounded
// exponent.
std::unique_ptr<MatchArithmetic> rounded_match_arithmetic(EvaluationModel model, const FloatFormat& format,
                                                          std::optional<EvaluationStep> wide);

}  // namespace attest
