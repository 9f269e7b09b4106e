// On which formats a transformer still computes its function: every input is evaluated, or some that the
// caller names. A width or format that fails on one of those fails; one that is right on them is right on
// them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "numeric/floating/float_format.hpp"
#include "precision/evaluation_model.hpp"
#include "precision/precision_problem.hpp"
#include "ranks/shared_work.hpp"

namespace attest {

struct StudyOptions {
  int threads = 1;
  bool first = false;                         // stop at the first wrong input
  std::optional<std::vector<Integer>> ranks;  // only these inputs, ascending
  std::function<bool()> stop = [] { return false; };
  // About ten times a second, from the thread that called: what is run, inputs done and asked for.
  std::function<void(const std::string& what, std::uint64_t done, const Integer& total)> progress;
  const ranks::SharedWork* shared = nullptr;  // among ranks, which all study the same
};

// One format under one model.
struct FormatAnswer {
  FloatFormat format;
  EvaluationModel model = EvaluationModel::plain;
  Integer total = 0;  // inputs of the space, or those that were asked for
  Integer checked = 0;
  Integer right = 0;
  Integer undecided = 0;
  Integer unjudged = 0;                // of those checked
  std::optional<Integer> first_wrong;  // the lowest rank of those checked
  ExponentsMet exponents;              // none where a first wrong input ended it
  bool stalls = false;  // on an input that is right, a sum stalled (PrecisionEvaluator::stalled)

  bool complete() const { return checked == total; }
  // Every judged input is; none where no input is judged.
  bool all_right() const { return complete() && right > 0 && right + unjudged == total; }
  bool none_judged() const { return complete() && unjudged == total; }
};

// With options.first, counted up to the lowest wrong input. Rethrows what an evaluator throws: std::length_error for a size that it cannot number, std::range_error for
// a number beyond MPFR's exponents.
FormatAnswer evaluate_on(const PrecisionProblem& problem, const EvaluationModel& model,
                         const FloatFormat& format, const StudyOptions& options);

// How many of the first `most` wrong inputs become right when one step is done in wide arithmetic. Of the model
// plain; nothing of others.
struct StepAnswer {
  std::size_t wrong_inputs = 0;
  std::map<EvaluationStep, std::size_t> mended;
};
StepAnswer steps_that_lose(const PrecisionProblem& problem, const FormatAnswer& answer, std::size_t most,
                           const StudyOptions& options);

// The least significand width p of p<bits> on which all inputs are right, by doubling and bisection over
// widths that are each run on every input. Correctness need not be monotone in p: what is found is a width
// whose predecessor fails; the two widths below that and the one above are run as well.
struct LeastPrecision {
  EvaluationModel model = EvaluationModel::plain;
  std::optional<long> bits;    // absent: none up to the model's greatest_width(), or stopped
  bool complete = true;        // false: stopped before
  std::map<long, Answer> run;  // width -> right: all judged inputs are; wrong: one is not; undecided: neither
                               // is known; not_judged: none is
  bool monotone_where_run = true;  // no width that was run and is larger fails
  std::set<long> stalling;         // widths that are right although sums stall
  bool stalls() const { return bits && stalling.contains(*bits); }
};
LeastPrecision least_precision(const PrecisionProblem& problem, const EvaluationModel& model,
                               const StudyOptions& options);

// The least multiple of the scales with which the exact transformer still decides every input rightly:
// doubling or halving from 1, then bisection to one part in 64. As with widths, nothing says that larger
// multiples stay right; the multiples that were run are told. A multiple at which no input is wrong but some
// stay undecided ends the search.
struct LeastMultiple {
  std::optional<Rational> multiple;     // absent: none from 2^-20 to 2^20, or stopped
  std::optional<Rational> fails_below;  // the nearest smaller multiple that was run, and fails
  bool complete = true;
  std::optional<Rational> undecided_at;  // where the search ended without an answer
  bool none_judged = false;              // no input is judged, so that there is no answer
};
LeastMultiple least_multiple(const PrecisionProblem& problem, const StudyOptions& options);

}  // namespace attest
