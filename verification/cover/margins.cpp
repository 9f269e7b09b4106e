#include "verification/cover/margins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "numeric/long_double_bounds.hpp"
#include "verification/cover/gap_work.hpp"
#include "verification/cover/output_work.hpp"
#include "verification/limits.hpp"

namespace attest::cover {

namespace {

constexpr Precision margin_bits = 192;
constexpr std::size_t most_final_terms = std::size_t{1} << 14U;
constexpr std::uint64_t usual_most_boxes = 50000;

// Of the larger end of two by the smaller one; infinite where one of them is 0 or they differ in sign.
long double ratio_of(long double a, long double b) {
  if (a == b) return 1;
  if (!(a > 0 && b > 0) && !(a < 0 && b < 0)) return endless;
  const long double ratio = a / b;
  return ratio < 1 ? 1 / ratio : ratio;
}

// Up to which badness a box need not be split for the ends to be within `ratio` (search for what follows: OutputWork).
long double enough_for(Decision decision, long double ratio, long double attained) {
  if (decision == Decision::sign) return attained < 0 ? attained / ratio : attained * ratio;
  // The error, and 1/2 minus it.
  if (attained >= 0.5L) return attained * ratio;
  return std::max(attained, std::min(attained * ratio, 0.5L - (0.5L - attained) / ratio));
}

// How far the ends are apart: of the error and of the decision margin of a number, of the margin of a sign.
long double reached_ratio(Decision decision, const Extreme& found) {
  const long double attained = found.attained->badness;
  const long double by_badness = ratio_of(attained, found.bound);
  if (decision == Decision::sign || attained >= 0.5L) return by_badness;
  return std::max(by_badness, ratio_of(0.5L - attained, 0.5L - found.bound));
}

std::string ratio_text(long double ratio) {
  if (!std::isfinite(ratio)) return "no finite factor";
  return fmt::format("a factor {:.3g}", static_cast<double>(std::ceil(ratio * 1000) / 1000));
}

Effort effort_of(std::optional<double> asked, const VerifyOptions& options) {
  return {options.threads, most_margin_boxes(asked)};
}

std::size_t terms_of_an_input(const Questions& problem) {
  std::size_t terms = 0;
  for (const std::size_t token : problem.judged()) {
    for (const attention::Head& head : problem.setting().prepared().layer().heads)
      terms += head.over.tuples(static_cast<attention::Token>(token)).size() / head.over.arity();
  }
  return terms;
}

// Of one input: the largest deviation of its outputs (deviation_of) and the least decision margin. Where many tokens are judged by many
// tuples, of the output alone that was found.
std::pair<Interval, Interval> ends_of(const Questions& problem, const Attained& input) {
  const LayerSetting& setting = problem.setting();
  const Word& word = input.word;
  const Decision decision = setting.task().decision();
  std::optional<Interval> worst;
  std::optional<Interval> least;
  const bool all = terms_of_an_input(problem) <= most_final_terms;
  for (std::size_t which = 0; which < problem.judged().size(); ++which) {
    if (!all && which != input.which) continue;
    const long truth = setting.task().truth(word, which);
    const attention::LayerOutput output = setting.evaluate(word, which);
    const auto apart = [&](const Rational& from) { return output.deviation(from, printed_bits); };
    Interval deviation;
    Interval margin;
    if (decision == Decision::sign) {
      const Interval y = apart(Rational(0));
      deviation = deviation_of(decision, y, truth);
      margin = margin_of(decision, y, truth);
    } else {
      deviation = abs(apart(Rational(truth)));
      margin =
          min(apart(Rational(truth) - decision_threshold()), -apart(Rational(truth) + decision_threshold()));
    }
    worst = worst ? max(*worst, deviation) : deviation;
    least = least ? min(*least, margin) : margin;
  }
  return {worst.value(), least.value()};
}

void report_output(const Questions& problem, Extreme found, bool all_right, std::optional<double> asked,
                   MarginReport& report) {
  const Decision decision = problem.task().decision();
  const long double ratio = asked.value_or(usual_margin_ratio);
  // What the cover showed by itself.
  if (all_right) found.bound = std::min(found.bound, decision == Decision::sign ? 0 : 0.5L);
  report.details["boxes"] = std::to_string(found.boxes);
  report.details["evaluated"] = std::to_string(found.evaluated);
  if (!found.attained) {
    report.notes.emplace_back("no margin: no input was evaluated before the end");
    return;
  }
  const Word& word = found.attained->word;
  const auto [worst, least] = ends_of(problem, *found.attained);
  const Interval half(Rational(1, 2), margin_bits);
  const bool bounded = std::isfinite(found.bound);
  if (bounded) {
    const Interval bound = interval_from_long_double(found.bound, margin_bits);
    report.error = max(worst, decision == Decision::sign ? half + bound : bound);
    report.margin = min(least, decision == Decision::sign ? -bound : half - bound);
  }
  if (decision == Decision::nearest) {
    report.margins.output_error =
        RealBounds{nonnegative_rounded_down(worst), bounded ? decimal_rounded_up(*report.error) : ""};
  }
  report.margins.decision_margin =
      RealBounds{bounded ? decimal_rounded_down(*report.margin) : "", decimal_rounded_up(least)};
  report.worst_rank = problem.task().space().rank(word);
  report.worst_input = {{"rank", problem.task().space().rank(word).str()},
                        {"input", problem.task().to_json(word)}};
  const long double reached = reached_ratio(decision, found);
  report.details["ratio"] = std::isfinite(reached) ? Json(static_cast<double>(reached)) : Json();
  if (!found.reached || reached > ratio) {
    const std::string cause = stop_cause();
    report.notes.push_back(fmt::format("margins are enclosed within {}, not {}{}", ratio_text(reached),
                                       fmt::format("{:g}", static_cast<double>(ratio)),
                                       !cause.empty() ? ": " + cause
                                       : asked        ? ""
                                                      : "; --margin goes on until they are"));
  }
}

void add_output(const CoverProblem& problem, const std::vector<Start>& starts,
                const std::shared_ptr<const TreeTables>& tables, bool all_right, std::optional<double> asked,
                const VerifyOptions& options, MarginReport& report) {
  std::vector<Surd> units;
  for (const HeadProblem& head : problem.heads()) units.push_back(head.scores->unit());
  FarWeightsByThread weights(units);
  Extreme found = extreme(
      starts,
      [&](const Start& start) { return std::make_unique<OutputWork>(problem, tables, start, weights); },
      enough_of(problem, asked), effort_of(asked, options));
  report_output(problem, std::move(found), all_right, asked, report);
}

// The cover's scores and the layer's are the same.
void check_gap(const LayerSetting& setting, std::size_t h, const Attained& input) {
  const attention::LayerOutput output = setting.evaluate(input.word, input.which);
  const auto& gap = output.heads()[h].gap;
  if (!gap || Integer(*gap * setting.prepared().multiples()[h]) != Integer(static_cast<long>(-input.badness)))
    throw std::logic_error("the gap of an input is not what its scores say");
}

void add_gap(const CoverProblem& problem, const std::vector<Start>& starts,
             const std::shared_ptr<const TreeTables>& tables, std::optional<double> asked,
             const VerifyOptions& options, MarginReport& report) {
  const LayerSetting& setting = problem.setting();
  const attention::PreparedLayer& prepared = setting.prepared();
  using Gap = attention::GapInUnits;
  std::optional<Gap> attained;
  std::optional<Gap> bound;
  const auto keep_less = [&](std::optional<Gap>& least, std::size_t h, long double badness) {
    Gap gap{prepared.unit_of()[h], Integer(static_cast<long>(-badness))};
    if (!least || prepared.less(gap, *least)) least = std::move(gap);
  };
  bool known = true;
  for (std::size_t h = 0; h < problem.heads().size(); ++h) {
    const auto multiple = fits_long(prepared.multiples()[h]);
    if (!multiple) return;
    if (*multiple == 0) continue;
    const Extreme found = extreme(
        starts,
        [&](const Start& start) { return std::make_unique<GapWork>(problem, tables, start, h, *multiple); },
        [](long double least) { return least; }, effort_of(asked, options));
    if (found.attained) {
      check_gap(setting, h, *found.attained);
      keep_less(attained, h, found.attained->badness);
    }
    if (!std::isfinite(found.bound)) {
      // Every head has one tuple alone, or nothing is known.
      if (!found.reached) known = false;
      continue;
    }
    keep_less(bound, h, found.bound);
  }
  if (!attained) return;
  ScoreGap gap = enclosed_gap(prepared.value(*attained));
  if (!known || !bound) {
    gap.exact.clear();
    gap.bounds.lower.clear();
  } else if (prepared.less(*bound, *attained)) {
    gap.exact.clear();
    gap.bounds.lower = enclosed_gap(prepared.value(*bound)).bounds.lower;
  }
  if (!gap.exact.empty()) report.least_gap = attained;
  report.margins.score_gap = std::move(gap);
}

}  // namespace

Enough enough_of(const Questions& problem, std::optional<double> asked) {
  const Decision decision = problem.task().decision();
  const long double ratio = asked.value_or(usual_margin_ratio);
  return [=](long double attained) { return enough_for(decision, ratio, attained); };
}

std::optional<std::uint64_t> most_margin_boxes(std::optional<double> asked) {
  return asked ? std::nullopt : std::optional(usual_most_boxes);
}

MarginReport output_margins(const Questions& problem, bool all_right, std::optional<double> asked,
                            const std::function<Extreme()>& find) {
  MarginReport report;
  report.details = Json::object();
  try {
    report_output(problem, find(), all_right, asked, report);
  } catch (const Stopped&) {
    report.notes.push_back("not all margins: " + stop_cause());
  } catch (const UsageError& error) {
    report.notes.push_back(fmt::format("not all margins: {}", error.what()));
  }
  return report;
}

void add_gap_by_cover(const CoverProblem& problem, std::optional<double> asked, const VerifyOptions& options,
                      MarginReport& report) {
  try {
    const auto tables = problem.answer_first() ? TreeTables::make(problem) : nullptr;
    add_gap(problem, starts_of(problem), tables, asked, options, report);
  } catch (const Stopped&) {
    report.notes.push_back("not all margins: " + stop_cause());
  } catch (const UsageError& error) {
    report.notes.push_back(fmt::format("not all margins: {}", error.what()));
  }
}

MarginReport margins_by_cover(const CoverProblem& problem, bool all_right, std::optional<double> asked,
                              const VerifyOptions& options) {
  MarginReport report;
  report.details = Json::object();
  try {
    const std::vector<Start> starts = starts_of(problem);
    const auto tables = problem.answer_first() ? TreeTables::make(problem) : nullptr;
    add_output(problem, starts, tables, all_right, asked, options, report);
    add_gap(problem, starts, tables, asked, options, report);
  } catch (const Stopped&) {
    report.notes.push_back("not all margins: " + stop_cause());
  } catch (const UsageError& error) {
    report.notes.push_back(fmt::format("not all margins: {}", error.what()));
  }
  return report;
}

}  // namespace attest::cover
