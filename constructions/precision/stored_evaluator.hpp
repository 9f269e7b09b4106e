// The model "stored": weights, biases, scales and encodings are rounded to the format once, and what they
// define is evaluated exactly: scores in rational arithmetic, the softmax in intervals whose precision grows
// until the output is told right from wrong.
#pragma once

#include <memory>
#include <span>

#include "constructions/precision/precision_problem.hpp"
#include "constructions/precision/rounded_evaluator.hpp"
#include "numeric/floating/float_format.hpp"
#include "numeric/interval.hpp"

namespace attest {

enum class Answer { right, wrong, undecided };

class StoredEvaluator {
 public:
  StoredEvaluator(const PrecisionProblem& problem, const FloatFormat& format);
  // Nothing is rounded; every scale is multiplied by `temperature` (> 0).
  StoredEvaluator(const PrecisionProblem& problem, const Rational& temperature);
  ~StoredEvaluator();

  // Whether all numbers could be stored (none became an infinity or NaN). If not, every input is wrong.
  bool stored() const;

  // An enclosure of y at the which-th judged position, at that precision; needs stored().
  Interval output(std::span<const Symbol> word, std::size_t which, Precision precision);

  // Over all judged positions: wrong if one is; undecided only at maximal_precision.
  Answer answer(std::span<const Symbol> word);

  const ExponentsMet& exponents() const;  // of the stored numbers

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attest
