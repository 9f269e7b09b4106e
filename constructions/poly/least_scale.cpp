#include "constructions/poly/least_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "attention/best_tuple.hpp"
#include "attention/certified_output.hpp"
#include "verification/enumeration.hpp"
#include "verification/exact_judge.hpp"

namespace attest {

namespace {

constexpr std::size_t most_candidates = 16;

// Encloses 1 - theta^(-t) for scores -(unit) * (sum of t squares); nothing where unit is zero.
std::optional<Interval> leak(const SoftmaxSetting& setting) {
  const Surd& unit = setting.problem().tokens.unit();
  if (unit.is_zero()) return std::nullopt;
  const Precision precision = initial_precision;
  const Interval q = exp(-unit.enclosure(precision));
  // sum_{a>=1} q^(a^2) <= sum_{a>=1} q^a = q / (1-q)
  const Interval one(1L, precision);
  const Interval theta = one + Interval(2L, precision) * q / (one - q);
  Interval theta_power = one;
  for (std::size_t v = 1; v < setting.construction().attention.variables(); ++v)
    theta_power = theta_power * theta;
  return one - one / theta_power;
}

// Whether this input is wrong at this A^2 and at every larger one, by the header's argument.
bool wrong_from_here_on(const SoftmaxSetting& setting, const Word& word) {
  const auto distance = leak(setting);
  const SoftmaxProblem& problem = setting.problem();
  if (!distance) return decide_exactly(problem, word, nullptr) == Status::refuted;  // A^2 plays no role
  const std::size_t t = problem.tokens.variables() - 1;
  const std::size_t position = problem.judged.front();
  std::vector<Rational> values;
  for (std::size_t l = 0; l < word.size(); ++l) values.push_back(problem.tokens.value(t, l, word[l], 0));
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  const BestTuple best = best_tuple(problem.tokens, problem.forest, word, position);
  const Rational off =
      boost::multiprecision::abs(values[best.tokens.back() - 1] - Rational(problem.task.truth(word, 0)));
  if (off < 1) return false;
  const Rational spread = *highest - *lowest;
  return compare(*distance * Interval(spread, initial_precision), decision_threshold()) == Ordering::less;
}

}  // namespace

Rational error_bound(long t, const Rational& q, const Rational& spread) {
  const Rational theta = 1 + 2 * q / (1 - q);
  Rational power = 1;
  for (long v = 0; v < t; ++v) power *= theta;
  return (1 - 1 / power) * spread;
}

Interval sufficient_a_squared(long t, long n) {
  const Precision precision = initial_precision;
  const Interval one(1L, precision);
  return Interval(3 * t, precision) * (one + log(Interval(4 * t, precision)) / log(Interval(n, precision)));
}

Check sufficient_scale_check(long t, long n, const Interval& a_squared) {
  const Precision precision = a_squared.precision();
  const Interval one(1L, precision);
  const Interval q = exp(-(a_squared * log(Interval(n, precision)) / Interval(3 * t, precision)));
  const Interval theta = one + Interval(2L, precision) * q / (one - q);
  Interval power = one;
  for (long v = 0; v < t; ++v) power = power * theta;
  const Interval bound = (one - one / power) * Interval(n - 1, precision);
  const std::string text =
      fmt::format("with A^2 >= 3t (1 + log_n 4t) = {} every output is within {} of the truth",
                  decimal_rounded_up(a_squared), decimal_rounded_up(bound));
  const Ordering order = compare(bound, Rational(1, 2));
  if (order == Ordering::less) return informative(holds("sufficient-scale", Evidence::symbolic, text));
  if (order == Ordering::undecided) return informative(undecided("sufficient-scale", text));
  return informative(refuted(Kind::constant, "sufficient-scale", text));
}

LeastScale find_least_scale(const std::function<std::unique_ptr<SoftmaxSetting>(const Rational&)>& at,
                            const VerifyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto left = [&]() -> std::optional<double> {
    if (!options.budget_seconds) return std::nullopt;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return *options.budget_seconds - elapsed.count();
  };
  LeastScale result;
  std::vector<Word> candidates;  // inputs that were wrong before
  for (long k = 1;; ++k) {
    result.a_squared = Rational(k) / 4;
    const auto made = at(result.a_squared);
    const SoftmaxSetting& setting = *made;
    const InputSpace& space = setting.task().space();
    const JudgeFactory judges = [&] { return setting.make_judge(); };
    VerifyOptions here = options;
    here.budget_seconds = left();
    const auto out_of_time = [&] {
      return (options.interrupted != nullptr && options.interrupted->load()) || left().value_or(1) <= 0;
    };
    const auto stopped = [&] {
      result.observation.space = space.size();
      result.observation.total = space.size();
      result.observation.cause = options.interrupted != nullptr && options.interrupted->load()
                                     ? StopCause::interrupted
                                     : StopCause::budget;
      result.explanation =
          fmt::format("the scan was stopped before A^2 = {}; every smaller multiple of 1/4 has a wrong input",
                      to_string(result.a_squared));
      return result;
    };
    auto wrong = candidates.end();
    for (auto word = candidates.begin(); word != candidates.end() && wrong == candidates.end(); ++word) {
      if (out_of_time()) return stopped();
      if (decide_exactly(setting.problem(), *word, nullptr) == Status::refuted) wrong = word;
    }
    if (out_of_time()) return stopped();
    here.budget_seconds = left();
    if (wrong != candidates.end()) {
      if (wrong_from_here_on(setting, *wrong)) {
        result.explanation = fmt::format(
            "no A^2 works: every multiple of 1/4 up to {} has a wrong input, and from there on {} is wrong",
            to_string(result.a_squared), setting.task().to_json(*wrong).dump());
        result.observation = observe(space, here, enumerate(space, judges, here));
        return result;
      }
      std::rotate(candidates.begin(), wrong, wrong + 1);
      continue;
    }
    // Nothing known fails: look for the first failing input, or find that there is none.
    VerifyOptions search = here;
    search.first = true;
    const auto seen = enumerate(space, judges, search);
    if (seen.tally.failing.count == 0) {
      result.observation = observe(space, here, seen);
      result.found = seen.complete() && seen.tally.undecided.count == 0;
      result.explanation =
          result.found
              ? fmt::format("every smaller multiple of 1/4 has a wrong input; at {} all inputs are right",
                            to_string(result.a_squared))
              : fmt::format(
                    "the scan was stopped at A^2 = {}; every smaller multiple of 1/4 has a wrong input",
                    to_string(result.a_squared));
      return result;
    }
    candidates.insert(candidates.begin(), space.unrank(part_rank(search.part, seen.tally.failing.first)));
    // The worst input seen is a good guess for larger A^2.
    if (seen.tally.worst_index != no_input) {
      candidates.insert(candidates.begin(), space.unrank(part_rank(search.part, seen.tally.worst_index)));
    }
    if (candidates.size() > most_candidates) candidates.resize(most_candidates);
    if (wrong_from_here_on(setting, candidates.front())) --k;  // the next round ends the scan at this k
  }
}

}  // namespace attest
