// A construction and its task, in the one shape that a study of formats reads: something that makes
// evaluators.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "numeric/floating/float_format.hpp"
#include "numeric/interval.hpp"
#include "precision/evaluation_model.hpp"
#include "tasks/task.hpp"

namespace attest {

enum class Answer {
  right,
  wrong,
  undecided,
  not_judged,  // the claim says nothing about this input
};

// Exponents e of 2^e <= |x| < 2^(e+1) of the nonzero numbers met.
struct ExponentsMet {
  std::optional<long> least;
  std::optional<long> greatest;
  void note(long exponent);
  void merge(const ExponentsMet& other);
};

// A construction in one arithmetic. It may remember what it computed; one thread uses it.
class PrecisionEvaluator {
 public:
  virtual ~PrecisionEvaluator() = default;

  // Over all judged positions: wrong if one is; undecided if none is wrong and one is not told. Which inputs
  // are not judged is the problem's, not the arithmetic's.
  virtual Answer answer(std::span<const Symbol> word) = 0;

  // y at the which-th judged position, for reading: six digits each, in parentheses where it is a vector,
  // "inf", "nan", "not stored" where a number of the construction became one of those, or "undefined" where a
  // function of it has no value.
  virtual std::string output_text(std::span<const Symbol> word, std::size_t which) = 0;

  virtual const ExponentsMet& exponents() const = 0;

  // Whether in the last answer a sum stalled: one over tokens that lost a term, although no term before it was
  // larger. So a count of equal ones ends at 2^p, and a wrong mean may be a right number. Of several layers:
  // whether one did in any answer so far.
  virtual bool stalled() const { return false; }
};

// How far a computed output y^ can be from the exact y.
struct ErrorBound {
  Interval error;              // |y^ - y| <= error on every input, at the width that was asked for
  bool for_all_larger = true;  // the argument holds at every larger width as well, with an error at most this
};

// What keeps the exact output of every input from being wrong: if the error of y is below it, the input is
// right.
struct OutputMargin {
  std::string name;
  std::string lower;  // decimal, rounded down; positive
};

class PrecisionProblem {
 public:
  virtual ~PrecisionProblem() = default;

  virtual const Task& task() const = 0;

  // `wide`: a step that is not rounded, of the model plain alone. The problem must outlive it.
  virtual std::unique_ptr<PrecisionEvaluator> evaluator(
      const EvaluationModel& model, const FloatFormat& format,
      std::optional<EvaluationStep> wide = std::nullopt) const = 0;

  // Nothing is rounded; every scale of scores is multiplied by `temperature` (> 0).
  virtual std::unique_ptr<PrecisionEvaluator> exact_evaluator(const Rational& temperature) const = 0;

  // Whether there are scores that a temperature could scale.
  virtual bool has_scores() const = 0;

  // Why no forward error analysis covers this construction, for the reader; "" if one does.
  virtual std::string no_error_analysis() const = 0;

  // Over all inputs and judged positions, under the model plain with that many bits and unbounded exponent;
  // nullopt where the width is too small for the analysis. Only where there is one.
  virtual std::optional<ErrorBound> output_error_bound(long significand_bits) const = 0;

  // Of the claim's verdict on every input; nullopt where there is none: not every input is right, or not all
  // were seen.
  virtual std::optional<OutputMargin> output_margin(const Verdict& verdict) const;

  // Why some inputs are not judged, for the reader; "" where all are.
  virtual std::string why_not_judged() const { return ""; }
};

}  // namespace attest
