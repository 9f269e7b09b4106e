#include "precision/precision_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "precision/answers_of_inputs.hpp"

namespace attest {

FormatAnswer evaluate_on(const PrecisionProblem& problem, const EvaluationModel& model,
                         const FloatFormat& format, const StudyOptions& options) {
  FormatAnswer result =
      answers_of_inputs(problem, options, fmt::format("{} {}", format.name, to_string(model)),
                        [&] { return problem.evaluator(model, format); });
  result.format = format;
  result.model = model;
  return result;
}

StepAnswer steps_that_lose(const PrecisionProblem& problem, const FormatAnswer& answer, std::size_t most,
                           const StudyOptions& options) {
  StepAnswer result;
  if (!answer.first_wrong || answer.model != EvaluationModel::plain) return result;
  const InputSpace& space = problem.task().space();
  const auto rounded = problem.evaluator(answer.model, answer.format);
  std::vector<std::unique_ptr<PrecisionEvaluator>> replaced;
  for (const EvaluationStep step : evaluation_steps) {
    replaced.push_back(problem.evaluator(answer.model, answer.format, step));
    result.mended[step] = 0;
  }
  std::uint64_t index = 0;
  if (options.ranks) {
    const auto at = std::lower_bound(options.ranks->begin(), options.ranks->end(), *answer.first_wrong);
    index = static_cast<std::uint64_t>(at - options.ranks->begin());
  } else {
    index = to_size(*answer.first_wrong);
  }
  for (; Integer(index) < answer.total && result.wrong_inputs < most && !options.stop(); ++index) {
    const Word word = space.unrank(options.ranks ? (*options.ranks)[index] : Integer(index));
    const Answer all_rounded = answer_on(problem.task(), *rounded, word);
    if (all_rounded == Answer::right || all_rounded == Answer::not_judged) continue;
    ++result.wrong_inputs;
    for (std::size_t k = 0; k < evaluation_steps.size(); ++k) {
      if (replaced[k]->answer(word) == Answer::right) ++result.mended[evaluation_steps[k]];
    }
  }
  return result;
}

LeastPrecision least_precision(const PrecisionProblem& problem, const EvaluationModel& model,
                               const StudyOptions& options) {
  LeastPrecision result;
  result.model = model;
  StudyOptions quick = options;
  quick.first = true;  // one wrong input is enough to know that a width fails
  const auto answer_at = [&](long bits) {
    if (const auto known = result.run.find(bits); known != result.run.end()) return known->second;
    const FormatAnswer answer = evaluate_on(problem, model, unbounded_format(bits), quick);
    const Answer all = answer.first_wrong     ? Answer::wrong
                       : answer.all_right()   ? Answer::right
                       : answer.none_judged() ? Answer::not_judged
                                              : Answer::undecided;
    // A run that was stopped has said nothing about its width.
    if (all == Answer::undecided && !answer.complete()) {
      result.complete = false;
      return all;
    }
    if (all == Answer::right && answer.stalls) result.stalling.insert(bits);
    return result.run[bits] = all;
  };
  const auto passes = [&](long bits) { return answer_at(bits) == Answer::right; };
  long failing = least_float_precision - 1;
  long passing = least_float_precision;
  while (result.complete && !passes(passing)) {
    failing = passing;
    // Which inputs are judged is the same at every width.
    if (passing == model.greatest_width() || answer_at(passing) == Answer::not_judged) return result;
    passing = std::min(2 * passing, model.greatest_width());
  }
  while (result.complete && passing - failing > 1) {
    const long middle = failing + (passing - failing) / 2;
    (passes(middle) ? passing : failing) = middle;
  }
  if (!result.complete) return result;
  for (const long neighbour : {passing - 2, passing - 3, passing + 1}) {
    if (neighbour >= least_float_precision && neighbour <= model.greatest_width()) passes(neighbour);
  }
  // The least width that was run and is right throughout, whatever lies between those that were run.
  for (const auto& [bits, answer] : result.run) {
    if (answer == Answer::right && !result.bits) result.bits = bits;
    if (answer == Answer::wrong && result.bits) result.monotone_where_run = false;
  }
  return result;
}

LeastMultiple least_multiple(const PrecisionProblem& problem, const StudyOptions& options) {
  LeastMultiple result;
  StudyOptions quick = options;
  quick.first = true;
  const auto passes = [&](const Rational& multiple) {
    const FormatAnswer answer = answers_of_inputs(problem, quick, "temperature " + to_string(multiple),
                                                  [&] { return problem.exact_evaluator(multiple); });
    if (!answer.first_wrong && !answer.complete()) result.complete = false;
    result.none_judged = answer.none_judged();
    if (!answer.first_wrong && answer.complete() && answer.undecided != 0) result.undecided_at = multiple;
    return answer.all_right();
  };
  const Rational greatest = Integer(1) << 20;
  const Rational least = 1 / greatest;
  std::optional<Rational> passing;
  std::optional<Rational> failing;
  for (Rational m = 1; result.complete && !result.undecided_at && m <= greatest && m >= least;) {
    const bool all_right = passes(m);
    if (!result.complete || result.undecided_at || result.none_judged) return result;
    (all_right ? passing : failing) = m;
    if (passing && failing) break;
    m = passing ? Rational(m / 2) : Rational(m * 2);
  }
  if (!result.complete || !passing) return result;
  for (int step = 0; failing && result.complete && step < 6; ++step) {
    const Rational middle = (*passing + *failing) / 2;
    const bool all_right = passes(middle);
    if (!result.complete || result.undecided_at) return result;
    (all_right ? passing : failing) = middle;
  }
  result.multiple = passing;
  result.fails_below = failing;
  return result;
}

}  // namespace attest
