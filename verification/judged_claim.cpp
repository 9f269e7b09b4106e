#include "verification/judged_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "claims/run_result.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "numeric/workers.hpp"
#include "verification/cover/verdict.hpp"
#include "verification/input_argument.hpp"
#include "verification/kept_enumeration.hpp"
#include "verification/limits.hpp"
#include "verification/listed_inputs.hpp"
#include "verification/run_input.hpp"
#include "verification/stop_reason.hpp"
#include "verification/undefined_verdict.hpp"

namespace attest {

namespace {

RealBounds bounds_of(const Interval& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value);
  return {decimal.lower, decimal.upper};
}

Json bounds_json(const RealBounds& bounds) {
  return {{"lower", bounds.lower}, {"upper", bounds.upper}};
}

// The first judged position whose output is wrong.
std::optional<std::pair<std::size_t, PositionOutput>> first_wrong(const JudgedSetting& setting,
                                                                  std::span<const Symbol> word) {
  std::vector<PositionOutput> outputs = setting.all_outputs(word);
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    if (outputs[which].status == Status::refuted) return std::pair{which, std::move(outputs[which])};
  }
  return std::nullopt;
}

// Whether the margins that were tallied bear a `holds` out: positive for numbers, not negative for signs (of
// a yes, and of a no whose y is not exactly 0, the worst input's recomputation tells).
bool margin_proved(const Task& task, const Observation& o) {
  if (!o.margin_bound) return false;
  return task.decision() == Decision::nearest ? *o.margin_bound > 0 : *o.margin_bound >= 0;
}

// "_2" where y is a vector.
std::string coordinate_text(const Task& task, std::size_t which) {
  const VectorAnswer* vector = task.vector_answer();
  return vector == nullptr ? "" : fmt::format("_{}", which % vector->dimension + 1);
}

// At sizes at which no token is judged the theorem says nothing; there may be no layer either.
const char* const no_token = "no token is judged";

Check output_check(const JudgedSetting& setting, const Observation& o) {
  Check check;
  check.name = "output";
  const Task& task = setting.task();
  if (task.judged_positions().empty()) {
    check.status = Status::not_applicable;
    check.reason = no_token;
  } else if (!setting.runnable()) {
    check.reason = "there is nothing to run";
  } else if (o.failing.count != 0) {
    const Word word = task.space().unrank(*o.failing.first);
    check.status = Status::refuted;
    check.kind = Kind::construction;
    check.reason = fmt::format("{} of {} checked inputs give a wrong output; the first is {} (rank {})",
                               o.failing.count.str(), o.input_counts().checked.str(),
                               task.to_json(word).dump(), o.failing.first->str());
    std::optional<std::pair<std::size_t, PositionOutput>> wrong;
    try {
      wrong = first_wrong(setting, word);
    } catch (const Stopped&) {  // the count stands without it
    }
    if (wrong) {
      check.reason =
          *check.reason + fmt::format(", where token {} gives y{} = {} instead of {}",
                                      task.position_name(task.judged_positions()[wrong->first]).dump(),
                                      coordinate_text(task, wrong->first), value_text(wrong->second),
                                      wanted_text(task.wanted(word, wrong->first)));
    }
  } else if (!o.complete() || o.total == 0) {
    check.reason = stop_reason(o);
  } else if (o.judged() == 0) {
    check.status = Status::not_applicable;
    check.reason = no_judged_input;
  } else if (o.undecided.count != 0) {
    check.reason = fmt::format("{} input{} stayed undecided, the first of rank {}", o.undecided.count.str(),
                               o.undecided.count == 1 ? "" : "s", o.undecided.first->str());
    if (const std::string why = setting.why_undecided(); !why.empty()) *check.reason += ": " + why;
  } else if (!margin_proved(task, o)) {
    check.reason = "every output was found right, but no margin that proves it";
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

// The worst input as the setting sees it on its own, away from the judge.
struct WorstInput {
  Word word;
  std::vector<PositionOutput> outputs;
  Interval deviation;
  Interval margin;
};

std::optional<WorstInput> worst_input(const JudgedSetting& setting, const Observation& o) {
  if (!setting.runnable() || !o.worst_rank) return std::nullopt;
  Word word = setting.task().space().unrank(*o.worst_rank);
  try {
    std::vector<PositionOutput> outputs = setting.all_outputs(word);
    Interval deviation = setting.worst_deviation(word, outputs);
    Interval margin = setting.least_margin(word, outputs);
    return WorstInput{std::move(word), std::move(outputs), std::move(deviation), std::move(margin)};
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

void add_margins(const JudgedSetting& setting, const Observation& o, const std::optional<WorstInput>& input,
                 Verdict& verdict) {
  if (!setting.runnable()) return;
  if (const auto gap = setting.least_gap(o)) verdict.margins.score_gap = enclosed_gap(*gap);
  if (!input) return;
  const Task& task = setting.task();
  const Interval& worst = input->deviation;
  const Interval bound = max(worst, Interval::from_double(o.error_bound));
  if (task.decision() == Decision::nearest) {
    verdict.margins.output_error = RealBounds{nonnegative_rounded_down(worst), decimal_rounded_up(bound)};
  }
  // Both are lower bounds; the second one is the better where the margin is small.
  const Interval by_error = Interval(largest_deviation(task), worst.precision()) - bound;
  const double lower = std::max(by_error.lower_double(), o.margin_bound.value_or(by_error.lower_double()));
  const bool by_judge = o.margin_bound && lower > by_error.lower_double();
  verdict.margins.decision_margin =
      RealBounds{decimal_rounded_down(by_judge ? Interval::from_double(lower) : by_error),
                 decimal_rounded_up(input->margin)};
  if (!o.complete()) forget_unseen_side(verdict.margins);
  verdict.worst_input = {{"rank", o.worst_rank->str()}, {"input", task.to_json(input->word)}};
}

// No input that has the error o.worst deviates by less. A judge notes an error and a bound: a double and that
// double plus the bound of its error, rounded up; or the middle of an enclosure, rounded to nearest, and its upper
// end. So the true deviation is at least worst - (bound - worst), less twice the half ulp of a rounded middle;
// error_bound is no less than the bound.
double least_deviation(const Observation& o) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(o.worst) || !std::isfinite(o.error_bound)) return -infinity;
  const double ulp = std::nextafter(std::abs(o.worst), infinity) - std::abs(o.worst);
  if (!std::isfinite(ulp)) return -infinity;
  const Rational least = 2 * Rational(o.worst) - Rational(o.error_bound) - Rational(ulp);
  return Interval(least, initial_precision).lower_double();
}

// What must agree, whatever is true of the claim. std::logic_error, an internal error, where it does not.
void check_agreement(const JudgedSetting& setting, const Observation& o, const Part& part,
                     const std::optional<WorstInput>& worst, const Check& output) {
  const auto expect = [](bool condition, const char* what) {
    if (!condition) throw std::logic_error(fmt::format("a verdict contradicts itself: {}", what));
  };
  if (o.complete() && setting.runnable()) {
    expect(o.rank_sum == rank_sum_of(o.space, part),
           "the visited ranks do not add up to those of the input space");
  }
  if (!worst) return;
  expect(!(worst->deviation.lower_double() > o.error_bound),
         "the worst input deviates by more than the bound for all inputs");
  expect(!(worst->deviation.upper_double() < least_deviation(o)),
         "the worst input deviates by less than was counted");
  if (output.status != Status::holds) return;
  bool tie_of_a_no = false;
  for (std::size_t which = 0; which < worst->outputs.size(); ++which) {
    const PositionOutput& out = worst->outputs[which];
    expect(out.status != Status::refuted, "the output check holds and the worst input is wrong");
    const bool zero = out.exact ? *out.exact == 0 : compare(out.y, Rational(0)) == Ordering::equal;
    tie_of_a_no = tie_of_a_no || (zero && setting.task().decision() == Decision::sign &&
                                  setting.task().truth(worst->word, which) == 0);
  }
  const double upper = worst->margin.upper_double();
  expect(upper > 0 || (upper == 0 && tie_of_a_no), "the output check holds without a decision margin");
}

}  // namespace

Json output_json(const JudgedSetting& setting, std::span<const Symbol> word, std::size_t which,
                 const PositionOutput& out) {
  const Task& task = setting.task();
  Json result = {{"position", task.position_name(task.judged_positions()[which])},
                 {"value", bounds_json(bounds_of(out.y))},
                 {"decision", Json()},
                 {"truth", Json()},
                 {"winner", out.winner},
                 {"score_gap", Json()}};
  const Wanted wanted = task.wanted(word, which);
  const std::optional<long> whole = fits_long(wanted.value);
  result["truth"] = whole ? Json(*whole) : Json(to_string(wanted.value));
  if (const VectorAnswer* vector = task.vector_answer()) {
    result["coordinate"] = which % vector->dimension + 1;
    result["within"] = to_string(wanted.within);
  }
  if (out.status != Status::undecided) result["right"] = out.status == Status::holds;
  if (out.exact) result["value"]["exact"] = to_string(*out.exact);
  if (out.decision) {
    const auto fits = fits_long(*out.decision);
    result["decision"] = fits ? Json(*fits) : Json(out.decision->str());
  }
  if (out.gap) {
    result["score_gap"] = bounds_json(out.gap->bounds);
    result["score_gap"]["exact"] = out.gap->exact;
  }
  return result;
}

std::string value_text(const PositionOutput& out) {
  return out.exact ? to_string(*out.exact) : fmt::format("{:.6g}", out.y.middle_double());
}

std::string wanted_text(Decision decision, long truth) {
  if (decision == Decision::nearest) return std::to_string(truth);
  return truth == 1 ? "a positive number" : "no positive number";
}

std::string wanted_text(const Wanted& wanted) {
  if (wanted.decision == Decision::nearest) return to_string(wanted.value);
  return wanted_text(wanted.decision, wanted.value == 1 ? 1 : 0);
}

Json without_input(const JudgedSetting& setting, const std::vector<Check>& checks) {
  for (const Status status : {Status::ill_formed, Status::refuted}) {
    for (const Check& check : checks) {
      if (!check.essential || check.status != status) continue;
      Json found = {{"check", check.name}, {"what", check.reason ? Json(*check.reason) : Json()}};
      if (const Json witness = setting.witness(check.name); !witness.is_null()) found.update(witness);
      return found;
    }
  }
  return {};
}

std::vector<PositionOutput> JudgedSetting::all_outputs(std::span<const Symbol> word) const {
  std::vector<PositionOutput> result;
  const std::size_t positions = task().judged_positions().size();
  for (std::size_t which = 0; which < positions; ++which) result.push_back(output(word, which));
  return result;
}

Interval JudgedSetting::worst_deviation(std::span<const Symbol> word,
                                        const std::vector<PositionOutput>& outputs) const {
  std::optional<Interval> worst;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Interval deviation = deviation_of(task().wanted(word, which), outputs[which].y);
    worst = worst ? max(*worst, deviation) : deviation;
  }
  return worst.value();
}

Interval JudgedSetting::least_margin(std::span<const Symbol> word,
                                     const std::vector<PositionOutput>& outputs) const {
  std::optional<Interval> least;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const PositionOutput& out = outputs[which];
    const Wanted wanted = task().wanted(word, which);
    const Interval margin =
        out.exact ? Interval(Rational(wanted.within - deviation_of(wanted, *out.exact)), out.y.precision())
                  : margin_of(wanted, out.y);
    least = least ? -max(-*least, -margin) : margin;
  }
  return least.value();
}

ScoreGap enclosed_gap(const Surd& gap) {
  const DecimalEnclosure decimal = decimal_enclosure(gap.enclosure(2 * printed_bits));
  return {gap.to_string(), {decimal.lower, decimal.upper}};
}

void JudgedSetting::use_weights(const Json&) {
  throw UsageError("--weights: this claim has no weights that can be replaced");
}

void JudgedClaim::prepare(Variant variant, const Parameters& parameters, const VerifyOptions& options) const {
  constexpr std::size_t most_kept = 64;
  auto s = Workers(options.threads).execute([&] { return setting(variant, parameters); });
  if (prepared_.size() < most_kept) prepared_.emplace_back(parameters, std::move(s));
}

std::unique_ptr<JudgedSetting> JudgedClaim::prepared_setting(Variant variant, const Parameters& parameters,
                                                             const VerifyOptions& options) const {
  const auto found = std::find_if(prepared_.begin(), prepared_.end(), [&](const auto& s) {
    return s.first == parameters && s.second->variant() == variant;
  });
  // A setting whose parameter is searched for runs its candidates.
  if (found == prepared_.end())
    return Workers(options.threads).execute([&] { return setting(variant, parameters); });
  auto result = std::move(found->second);
  prepared_.erase(found);
  return result;
}

namespace {

Observation nothing_seen(const JudgedSetting& setting, const VerifyOptions& options) {
  Observation nothing;
  nothing.space = setting.task().space().size();
  nothing.total = part_size(nothing.space, options.part);
  return nothing;
}

}  // namespace

Verdict JudgedClaim::verify(Variant variant, const Parameters& parameters,
                            const VerifyOptions& options) const {
  const auto s = prepared_setting(variant, parameters, options);
  if (options.weights.peek()) s->use_weights(**options.weights);
  try {
    return verdict_of(*s, options);
  } catch (const UndefinedAnswer& found) {
    Verdict verdict = conclude_from(*s, nothing_seen(*s, options), options);
    // A part of a cover is none of ranks.
    const Part ranks = options.method.peek() == Method::cover ? Part() : options.part;
    make_ill_formed(verdict, *s, first_undefined(s->task(), ranks, found));
    return verdict;
  }
}

namespace {

// Of a whole run alone: a part is one of ranks.
std::optional<ListedInputs> listed_of(const LayerSetting* layer, const VerifyOptions& options) {
  if (layer == nullptr || !layer->runnable() || options.part.given) return std::nullopt;
  return list_inputs(layer->task());
}

std::string list_note(const LayerTask& task, const ListedInputs& list) {
  return fmt::format(
      "{} of {} words are inputs{}, found by fixing symbols in the order in which the conditions read them",
      list.inputs.str(), space_formula(task.space()),
      task.judges_some_only() ? fmt::format(" and {} judged", list.judged.size()) : "");
}

}  // namespace

Verdict JudgedClaim::verdict_of(const JudgedSetting& s, const VerifyOptions& options) const {
  const auto* layer = dynamic_cast<const LayerSetting*>(&s);
  const Method method = options.method;
  const Checkpoint* const checkpoint = taken_checkpoint();
  std::string why;
  if (method == Method::cover) {
    if (checkpoint != nullptr)
      throw UsageError("--checkpoint: nothing beside --by cover: of a cover nothing is kept");
    if (layer == nullptr)
      throw UsageError("--by", "cover", "enumeration here: the claim has no layer of attention");
    if (layer->runnable()) return cover::verdict_by_cover(*layer, info_, options);
  } else if (const auto list = listed_of(layer, options)) {
    const auto seen = enumerate(
        list->judged, [&] { return s.make_judge(); }, options, checkpoint);
    Verdict verdict = conclude_from(s, observe(layer->task(), *list, seen), options);
    verdict.notes.push_back(list_note(layer->task(), *list));
    return verdict;
  } else if (method == Method::automatic && !options.part.given && !options.first.peek() &&
             options.failing_limit.peek() == 0 && layer != nullptr && cover::prefers_cover(*layer, why)) {
    if (checkpoint != nullptr)
      throw UsageError(fmt::format(
          "--checkpoint: {} is decided by a cover, of which nothing is kept; --by enumeration goes through the "
          "inputs",
          s.parameters().to_string()));
    try {
      Verdict verdict = cover::verdict_by_cover(*layer, info_, options, why);
      verdict.notes.push_back(why);
      return verdict;
    } catch (const UndefinedAnswer&) {
      throw;
    } catch (const UsageError&) {  // more than the cover can do, as it turned out: one by one, then
    }
  }
  const InputSpace& space = s.task().space();
  if (!s.runnable()) return conclude_from(s, nothing_seen(s, options), options);
  if (options.announce) {
    announce_long_run(s.task(), s.plan(), options,
                      fmt::format("{} {} {}", info_.id, to_string(s.variant()), s.parameters().to_string()));
  }
  const auto result = enumerate(
      space, [&] { return s.make_judge(); }, options, checkpoint);
  return conclude_from(s, observe(s.task(), options, result), options);
}

Verdict JudgedClaim::merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                           const VerifyOptions& options) const {
  const auto s = setting(variant, parameters);
  const auto* layer = dynamic_cast<const LayerSetting*>(s.get());
  const bool by_cover = options.method == Method::cover && layer != nullptr && layer->runnable();
  std::vector<Observation> observations;
  if (!by_cover) observations = observations_of(parts, s->task().space());
  if (const auto undefined = undefined_of_parts(s->task(), parts)) {
    Verdict verdict = conclude_from(*s, nothing_seen(*s, options), options);
    make_ill_formed(verdict, *s, *undefined);
    return verdict;
  }
  if (by_cover) return cover::verdict_of_parts(*layer, info_, parts, options);
  return conclude_from(*s, attest::merge(observations, options.failing_limit), options);
}

namespace {

Json input_and_rank(const Task& task, const Word& word) {
  return {{"input", task.to_json(word)}, {"rank", task.space().rank(word).str()}, {"outputs", Json::array()}};
}

Json run_word(const JudgedSetting& setting, const Word& word) {
  const Task& task = setting.task();
  const Standing standing = task.standing(word);
  if (standing == Standing::excluded)
    throw UsageError("--input", task.to_json(word).dump(), "an input of this theorem: " + task.promise());
  Json result = input_and_rank(task, word);
  if (task.judged_positions().empty()) {
    result["verdict"] = to_string(Status::not_applicable);
    result["reason"] = std::string("the theorem says nothing at these sizes: no token is judged");
    return result;
  }
  if (!setting.runnable()) {
    result["verdict"] = to_string(Status::ill_formed);
    return result;
  }
  if (standing == Standing::not_judged) {
    result["verdict"] = to_string(Status::not_applicable);
    result["reason"] = "the theorem says nothing about this input: " + task.promise();
    return result;
  }
  Status status = Status::holds;
  const std::vector<PositionOutput> outputs = setting.all_outputs(word);
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    result["outputs"].push_back(output_json(setting, word, which, outputs[which]));
    status = std::max(status, outputs[which].status);
  }
  for (const Check& check : setting.input_checks(word)) {
    if (check.essential) status = std::max(status, check.status);
    result["checks"].push_back(run_check(check));
  }
  result["verdict"] = to_string(status);
  return result;
}

}  // namespace

RunPlan JudgedSetting::plan() const {
  return {"one input at a time", task().space().size() * Integer(task().judged_positions().size())};
}

Json run_input(const JudgedSetting& setting, const Json& input, std::uint64_t seed) {
  const Word word = input_from(input, setting.task(), seed);
  try {
    return run_word(setting, word);
  } catch (const UndefinedAnswer& undefined) {
    Json result = input_and_rank(setting.task(), word);
    result["verdict"] = to_string(Status::ill_formed);
    result["reason"] = undefined.reason();
    return result;
  }
}

Json JudgedClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                      std::uint64_t seed) const {
  return run_input(*setting_for_run(variant, parameters), input, seed);
}

Json JudgedClaim::weights(Variant variant, const Parameters& parameters) const {
  return setting(variant, parameters)->weights();
}

Json JudgedClaim::counterexample(const JudgedSetting& setting, const Observation& o,
                                 const Verdict& verdict) const {
  // The input of lowest rank: with a wrong output, else one that breaks the second condition, which is an
  // essential refuted check behind "output".
  const bool output_fails = o.failing.first.has_value();
  std::string broken = output_fails ? "output" : "";
  bool behind = false;
  for (const Check& check : verdict.checks) {
    if (behind && broken.empty() && check.essential && check.status == Status::refuted) broken = check.name;
    behind = behind || check.name == "output";
  }
  const auto rank = output_fails ? o.failing.first : setting.first_broken(broken, o);
  if (!rank || !setting.runnable() || broken.empty()) return without_input(setting, verdict.checks);
  const Task& task = setting.task();
  const Word word = task.space().unrank(*rank);
  Json result = {{"check", broken}, {"rank", rank->str()}, {"input", task.to_json(word)}};
  try {
    if (const auto wrong = first_wrong(setting, word)) {
      result.update(output_json(setting, word, wrong->first, wrong->second));
    }
  } catch (const Stopped&) {  // the input itself is witness enough
  }
  result["replay"] = fmt::format("attest run {} --variant {} {} --input rank:{}", info_.id,
                                 to_string(setting.variant()), setting.parameters().to_string(), rank->str());
  return result;
}

Verdict JudgedClaim::conclude_from(const JudgedSetting& setting, const Observation& o,
                                   const VerifyOptions& options) const {
  Verdict verdict;
  verdict.claim = info_.id;
  verdict.variant = setting.variant();
  verdict.source = info_.source;
  verdict.parameters = setting.parameters();
  verdict.inputs = o.input_counts();
  if (options.part.given) verdict.part = options.part;
  verdict.size = setting.size();
  verdict.notes = setting.notes();
  const Check output = output_check(setting, o);
  try {
    verdict.checks = setting.checks_before();
    verdict.checks.push_back(output);
    for (Check& check : setting.checks_after(o)) verdict.checks.push_back(std::move(check));
  } catch (const Stopped&) {
    if (verdict.checks.empty()) verdict.checks.push_back(output);
    verdict.checks.push_back(undecided("run", stop_cause() + " before all checks were made"));
  }
  const auto worst = worst_input(setting, o);
  check_agreement(setting, o, options.part, worst, output);
  add_margins(setting, o, worst, verdict);
  conclude(verdict);
  const bool of_nothing = setting.task().judged_positions().empty();
  if (verdict.status == Status::holds && (of_nothing || (o.complete() && o.judged() == 0))) {
    // That the weights are well-formed says nothing of a theorem without inputs.
    verdict.status = Status::not_applicable;
    verdict.evidence.reset();
    verdict.reason = of_nothing ? no_token : no_judged_input;
  }
  if (verdict.status == Status::refuted || verdict.status == Status::ill_formed) {
    verdict.counterexample = counterexample(setting, o, verdict);
  }
  for (const Integer& rank : o.failing_ranks) {
    verdict.failing.push_back(
        {{"rank", rank.str()}, {"input", setting.task().to_json(setting.task().space().unrank(rank))}});
  }
  verdict.details["choices"] = setting.choices();
  verdict.details.update(setting.details(o));
  if (options.weights.peek()) {
    // Neither the catalogue's changes nor a command without the file speaks of them.
    if (verdict.counterexample.is_object()) verdict.counterexample.erase("replay");
  } else if (!info_.info(setting.variant()).changes.empty()) {
    verdict.details["changes"] = info_.info(setting.variant()).changes;
  }
  verdict.details["enumeration"] = to_json(o);
  return verdict;
}

}  // namespace attest
