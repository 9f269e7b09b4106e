#include "precision/precision_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "numeric/checked.hpp"
#include "numeric/interval.hpp"

namespace attest {

namespace {

constexpr std::uint64_t chunk = 64;  // inputs that a thread takes at a time
constexpr std::chrono::milliseconds between_progress{100};

void free_caches() {
  release_thread_caches();
  mpfr_free_cache();
}

// What a theorem leaves out, or does not judge, asks nothing of an evaluator.
Answer answer_on(const Task& task, PrecisionEvaluator& evaluator, std::span<const Symbol> word) {
  return task.standing(word) == Standing::judged ? evaluator.answer(word) : Answer::not_judged;
}

// Every input through evaluators that `make` gives, one for each thread.
FormatAnswer evaluate_all(const PrecisionProblem& problem, const StudyOptions& options,
                          const std::string& what,
                          const std::function<std::unique_ptr<PrecisionEvaluator>()>& make) {
  const InputSpace& space = problem.task().space();
  FormatAnswer result;
  result.total = options.ranks ? Integer(options.ranks->size()) : space.size();
  const std::uint64_t step = options.ranks ? 1 : chunk;
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> halted{false};
  std::mutex guard;
  std::atomic<std::uint64_t> done{0};
  auto shown = std::chrono::steady_clock::now();
  const auto show = [&] {
    const auto now = std::chrono::steady_clock::now();
    if (!options.progress || now - shown < between_progress) return;
    shown = now;
    options.progress(what, done, result.total);
  };
  const auto work = [&](bool shows) {
    if (options.stop()) return;
    const auto evaluator = make();
    FormatAnswer mine;
    while (!halted) {
      const std::uint64_t begin = next.fetch_add(step);
      if (Integer(begin) >= result.total) break;
      const Integer left = result.total - Integer(begin);
      const std::uint64_t count = left < Integer(step) ? to_size(left) : step;
      Word word;
      for (std::uint64_t k = 0; k < count && !halted; ++k) {
        const Integer rank = options.ranks ? (*options.ranks)[begin + k] : Integer(begin + k);
        if (options.ranks || k == 0) {
          word = space.unrank(rank);
        } else {
          space.advance(word, 1);
        }
        mine.checked += 1;
        ++done;
        switch (answer_on(problem.task(), *evaluator, word)) {
          case Answer::right:
            mine.right += 1;
            mine.stalls = mine.stalls || evaluator->stalled();
            break;
          case Answer::undecided:
            mine.undecided += 1;
            break;
          case Answer::not_judged:
            mine.unjudged += 1;
            break;
          case Answer::wrong:
            if (!mine.first_wrong) mine.first_wrong = rank;
            if (options.first) halted = true;
            break;
        }
        if (options.stop()) halted = true;
        if (shows) show();
      }
    }
    const std::lock_guard lock(guard);
    result.checked += mine.checked;
    result.right += mine.right;
    result.undecided += mine.undecided;
    result.unjudged += mine.unjudged;
    result.stalls = result.stalls || mine.stalls;
    if (mine.first_wrong && (!result.first_wrong || *mine.first_wrong < *result.first_wrong))
      result.first_wrong = mine.first_wrong;
    result.exponents.merge(evaluator->exponents());
  };
  std::exception_ptr failure;  // the first
  const auto guarded = [&](bool shows) {
    try {
      work(shows);
    } catch (...) {
      halted = true;
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < options.threads; ++t) {
    others.emplace_back([&] {
      guarded(false);
      free_caches();
    });
  }
  guarded(true);
  for (auto& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
  return result;
}

}  // namespace

FormatAnswer evaluate_on(const PrecisionProblem& problem, const EvaluationModel& model,
                         const FloatFormat& format, const StudyOptions& options) {
  FormatAnswer result = evaluate_all(problem, options, fmt::format("{} {}", format.name, to_string(model)),
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
    const FormatAnswer answer = evaluate_all(problem, quick, "temperature " + to_string(multiple),
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
