#include "verification/cover/verdict.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "verification/cover/checks.hpp"
#include "verification/cover/method.hpp"
#include "verification/cover/parts.hpp"
#include "verification/cover/request.hpp"
#include "verification/cover/standing.hpp"
#include "verification/run_plan.hpp"
#include "verification/stop_reason.hpp"

namespace attest::cover {

namespace {

// Steps of enumeration: inputs times judged tokens times index tuples. All standard sizes of version 0.1 lie below.
Integer most_steps() {
  return power(10, 11);
}

constexpr std::uint64_t most_counted_boxes = 2000000;

// A cover of more terms than this is announced before it is begun.
Integer announced_terms() {
  return power(10, 8);
}

std::string counts(const Method& method, const Result& result) {
  return fmt::format("{} {} in {} boxes{}, {} evaluated exactly", result.tally.winners, method.closed(),
                     result.tally.boxes, method.by_counts() ? " of counts" : "", result.tally.leaves);
}

// As an enumeration that saw everything would have it, as far as the cover measured it.
Observation observation_of(const LayerSetting& setting, const StandingCount& words,
                           const MarginReport& margins) {
  Observation o;
  o.space = setting.task().space().size();
  o.total = o.space;
  o.checked = o.space;
  if (setting.task().has_other_words()) o.no_inputs = Integer(o.space - words.inputs);
  if (setting.task().judges_some_only()) o.not_judged = Integer(words.inputs - words.judged);
  if (margins.error) {
    o.worst_rank = margins.worst_rank;
    o.error_bound = margins.error->upper_double();
  }
  if (margins.least_gap) {
    o.least_gaps.resize(margins.least_gap->unit + 1);
    o.least_gaps.back() = margins.least_gap->count;
  }
  return o;
}

// What the theorem claims of errors and gaps, which a part does not measure.
void add_further_checks(const LayerSetting& setting, const StandingCount& words, const MarginReport& margins,
                        bool part, Verdict& verdict) {
  for (Check& check : setting.further_checks(observation_of(setting, words, margins))) {
    if (check.of_sizes) {
      verdict.checks.push_back(std::move(check));
      continue;
    }
    // The two sides of a sign are not measured apart.
    const bool two_sides = check.name == "threshold";
    const bool unmeasured = !margins.error || two_sides || (check.name == "gap" && !margins.least_gap);
    const bool of_inputs = check.evidence == Evidence::enumeration || check.status == Status::not_applicable;
    if (check.status == Status::undecided || (unmeasured && of_inputs)) {
      const std::string why = check.reason.value_or("");
      check.status = Status::undecided;
      check.evidence.reset();
      check.reason = !unmeasured          ? why
                     : part && !two_sides ? "not of a part: attest merge measures right outputs"
                                          : "the cover does not measure it; --by enumeration does";
    }
    if (check.status == Status::holds && check.evidence == Evidence::enumeration)
      check.evidence = Evidence::cover;
    verdict.checks.push_back(std::move(check));
  }
}

std::string replay_of(const LayerSetting& setting, const ClaimInfo& info, const Json& counterexample) {
  return fmt::format("attest run {} --variant {} {} --input rank:{}", info.id, to_string(setting.variant()),
                     setting.parameters().to_string(), counterexample["rank"].get<std::string>());
}

// What is to be looked at, and who chose to look at it so.
void announce(const Method& method, const ClaimInfo& info, const std::string& why,
              const VerifyOptions& options) {
  if (!options.announce) return;
  const LayerSetting& setting = method.questions().setting();
  const InputSpace& space = setting.task().space();
  if (space.size() < announced_from() && method.terms() < announced_terms() && why.empty()) return;
  options.announce(fmt::format("{} {} {}: {} inputs, {}: {}", info.id, to_string(setting.variant()),
                               setting.parameters().to_string(), space_formula(space),
                               why.empty() ? "by cover" : why, method.cost_text()));
}

}  // namespace

bool prefers_cover(const LayerSetting& setting, std::string& why) {
  if (!setting.runnable() || setting.several_layers() || steps_of_enumeration(setting) <= most_steps()) {
    return false;
  }
  try {
    method_for(setting);
  } catch (const UsageError&) {
    return false;
  }
  why = fmt::format(
      "by cover, since enumeration would take more than {} steps (inputs times judged tokens times "
      "index tuples); --by says otherwise",
      most_steps().str());
  return true;
}

Integer steps_of_cover(const LayerSetting& setting) {
  return method_for(setting)->terms();
}

namespace {

InputCounts inputs_of(const LayerSetting& setting, const StandingCount& words, const Result& output,
                      bool part) {
  InputCounts inputs;
  inputs.space = words.inputs;
  inputs.total = words.inputs;
  inputs.failing = output.tally.first_wrong ? 1 : 0;
  inputs.failing_is_known = false;
  if (part) {
    inputs.total_is_known = inputs.checked_is_known = false;
    return inputs;
  }
  inputs.checked = output.complete() ? words.inputs : inputs.failing;
  if (setting.task().judges_some_only())
    inputs.not_judged = output.complete() ? Integer(words.inputs - words.judged) : Integer(0);
  return inputs;
}

void add_count(const Method& method, bool is_wrong, Verdict& verdict) {
  const FailingCount counted = method.count_failing(most_counted_boxes);
  if (!counted.failing) {
    verdict.notes.push_back(counted.reason);
    return;
  }
  if (is_wrong != (*counted.failing != 0))
    throw std::logic_error("a count of failing inputs that the cover contradicts");
  verdict.inputs.failing = *counted.failing;
  verdict.inputs.failing_is_known = true;
}

// Whether a verdict looks at best tuples by themselves.
bool asks_unique(const LayerSetting& setting, const StandingCount& words) {
  return setting.unique_maximum() != LayerSetting::UniqueMaximum::absent && words.judged != 0;
}

// What is asked for beside the verdict: heard at once, also where the theorem turns out to be ill-formed or it has to wait for the other
// parts.
struct Asked {
  std::optional<double> ratio = requested().margin;
  bool count = requested().count;
};

// The verdict that a cover amounts to, of the options' part; a whole one gets its margins and the count here.
Verdict conclude_from(const Method& method, const StandingCount& words, const Covered& covered,
                      const ClaimInfo& info, const VerifyOptions& options, const Asked& asked) {
  const Questions& problem = method.questions();
  const LayerSetting& setting = problem.setting();
  const InputSpace& space = setting.task().space();
  const Result& output = covered.output;
  const bool part = options.part.given;
  // Of what was seen as a whole alone.
  const bool of_nothing = words.judged == 0;
  const bool decided = output.complete() && output.tally.undecided == 0;
  const bool all_right = decided && !output.tally.first_wrong;
  MarginReport margins;
  if (decided && !of_nothing && !part && (all_right || asked.ratio))
    margins = method.margins(all_right, asked.ratio, options);

  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = setting.variant();
  verdict.source = info.source;
  verdict.parameters = setting.parameters();
  verdict.size = setting.size();
  verdict.notes = setting.notes();
  if (part) verdict.part = options.part;
  verdict.inputs = inputs_of(setting, words, output, part);
  verdict.inputs.failing_is_known = all_right && !part;
  Json wrong;
  Json tie;
  verdict.checks = setting.checks_before();
  verdict.checks.push_back(output_check(setting, output, method.closed(), of_nothing, part, wrong));
  if (!covered.unique.empty()) verdict.checks.push_back(unique_check(setting, covered.unique, part, tie));
  Json broken;
  if (!of_nothing) {
    for (Check& check : method.condition_checks(broken)) verdict.checks.push_back(std::move(check));
  }
  try {
    add_further_checks(setting, words, margins, part, verdict);
  } catch (const Stopped&) {
    verdict.checks.push_back(undecided("run", stop_cause() + " before all checks were made"));
  }
  conclude(verdict);
  // What stands and falls with the inputs was covered; other checks rest on less (rows at every token with every content).
  if (verdict.status == Status::holds && of_nothing) {
    verdict.status = Status::not_applicable;
    verdict.evidence.reset();
    verdict.reason = no_judged_input;
  }
  if (verdict.status == Status::holds) verdict.evidence = Evidence::cover;
  const bool is_wrong = !wrong.is_null();
  if (asked.count && !all_right && !part) add_count(method, is_wrong, verdict);
  if (verdict.status == Status::refuted || verdict.status == Status::ill_formed) {
    const bool by_tie =
        !is_wrong && !tie.is_null() && setting.unique_maximum() == LayerSetting::UniqueMaximum::essential;
    const bool by_condition = !is_wrong && !by_tie && !broken.is_null();
    verdict.counterexample = is_wrong       ? wrong
                             : by_tie       ? tie
                             : by_condition ? broken
                                            : without_input(setting, verdict.checks);
    if ((is_wrong || by_tie || by_condition) && !options.weights.peek())
      verdict.counterexample["replay"] = replay_of(setting, info, verdict.counterexample);
  }
  verdict.details["choices"] = setting.choices();
  verdict.details.update(setting.details(observation_of(setting, words, margins)));
  if (!options.weights.peek() && !info.info(setting.variant()).changes.empty())
    verdict.details["changes"] = info.info(setting.variant()).changes;
  verdict.details["cover"] = {{"winners", std::to_string(output.tally.winners)},
                              {"wrong", std::to_string(output.tally.wrong)},
                              {"boxes", std::to_string(output.tally.boxes)},
                              {"evaluated", std::to_string(output.tally.leaves)},
                              {"complete", output.complete()}};
  if (method.by_counts()) verdict.details["cover"]["by"] = "counts";
  if (!margins.details.is_null()) verdict.details["cover"]["margins"] = margins.details;
  if (part) verdict.details[tallies_field] = to_json(covered, space);
  verdict.margins = std::move(margins.margins);
  verdict.worst_input = std::move(margins.worst_input);
  if (output.complete()) verdict.notes.push_back(counts(method, output));
  if (problem.speaks_of_some()) {
    verdict.notes.push_back(fmt::format(
        "{} of {} words are inputs{}, counted in {} disjoint boxes", words.inputs.str(), space.size().str(),
        setting.task().judges_some_only() ? fmt::format(" and {} judged", words.judged.str()) : "",
        words.boxes));
  }
  for (std::string& note : margins.notes) verdict.notes.push_back(std::move(note));
  if (part) {
    verdict.notes.emplace_back(
        "of the boxes of this part alone; margins, and a number of failing inputs, are found by attest merge");
  }
  return verdict;
}

void refuse_what_has_no_winners(const LayerSetting& setting) {
  if (!setting.runnable()) refuse_cover("there is nothing to run");
  if (setting.several_layers()) refuse_cover("several layers have no best index tuples");
}

}  // namespace

Verdict verdict_by_cover(const LayerSetting& setting, const ClaimInfo& info, const VerifyOptions& options,
                         const std::string& why) {
  refuse_what_has_no_winners(setting);
  const Asked asked;
  const auto method = method_for(setting);
  const StandingCount words = count_standing(method->questions(), most_counted_boxes);
  announce(*method, info, why, options);
  const Covered covered = method->cover_all(asks_unique(setting, words), options, ranks::taken_shared_work());
  return conclude_from(*method, words, covered, info, options, asked);
}

Verdict verdict_of_parts(const LayerSetting& setting, const ClaimInfo& info, const std::vector<Json>& parts,
                         const VerifyOptions& options) {
  refuse_what_has_no_winners(setting);
  const auto method = method_for(setting);
  const StandingCount words = count_standing(method->questions(), most_counted_boxes);
  const std::size_t heads = asks_unique(setting, words) ? setting.prepared().layer().heads.size() : 0;
  const Covered covered = covered_by(parts, method->questions(), method->starts(), heads, options.part);
  return conclude_from(*method, words, covered, info, options, {});
}

}  // namespace attest::cover
