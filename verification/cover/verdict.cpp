#include "verification/cover/verdict.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "verification/cover/cost.hpp"
#include "verification/cover/count.hpp"
#include "verification/cover/margins.hpp"
#include "verification/cover/request.hpp"
#include "verification/cover/run.hpp"
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

std::string counts(const Result& result) {
  return fmt::format("{} candidates for the best tuple in {} boxes, {} evaluated exactly",
                     result.tally.winners, result.tally.boxes, result.tally.leaves);
}

std::string stopped_after(const Result& result) {
  const std::string cause = stop_cause();
  return fmt::format(
      "{} after {} candidates for the best tuple were closed ({} of {} cases of a judged token)",
      cause.empty() ? "stopped" : cause, result.tally.winners, result.contexts_done, result.contexts);
}

// Symbols made 0 one after the other, as long as the output at the token stays wrong, exactly evaluated.
Word shrunk(const LayerSetting& setting, Word word, std::size_t which) {
  const auto is_wrong = [&](const Word& w) {
    return setting.task().standing(w) == Standing::judged &&
           setting.rightness_of(setting.evaluate(w, which), setting.task().truth(w, which)) ==
               Status::refuted;
  };
  try {
    for (bool again = true; again;) {
      again = false;
      for (Symbol& symbol : word) {
        if (symbol == 0) continue;
        const Symbol before = std::exchange(symbol, 0);
        if (is_wrong(word)) {
          again = true;
        } else {
          symbol = before;
        }
      }
    }
  } catch (const Stopped&) {
    // Half-way an entry may be 0 that must not be: only what was seen to be wrong is given.
    return {};
  }
  return word;
}

Check output_check(const LayerSetting& setting, const Result& result, bool of_nothing, Json& counterexample) {
  Check check;
  check.name = "output";
  if (of_nothing) {
    check.status = Status::not_applicable;
    check.reason = no_judged_input;
    return check;
  }
  const Tally& tally = result.tally;
  if (tally.first_wrong) {
    const std::size_t which = tally.first_wrong->which;
    Word word = shrunk(setting, tally.first_wrong->word, which);
    if (word.empty()) word = tally.first_wrong->word;
    const LayerTask& task = setting.task();
    check.status = Status::refuted;
    check.kind = attest::Kind::construction;
    const Integer rank = task.space().rank(word);
    check.reason = fmt::format("the input {} gives a wrong output", task.to_json(word).dump());
    counterexample = {{"check", "output"}, {"rank", rank.str()}, {"input", task.to_json(word)}};
    try {
      const PositionOutput out = setting.output(word, which);
      counterexample.update(output_json(setting, word, which, out));
      *check.reason += fmt::format(", where token {} gives y = {} instead of {}",
                                   task.position_name(task.judged_positions()[which]).dump(), value_text(out),
                                   wanted_text(task.decision(), task.truth(word, which)));
    } catch (const Stopped&) {  // the input itself is witness enough
    }
    *check.reason += fmt::format("; {} of {} candidates for the best tuple have such inputs", tally.wrong,
                                 tally.wrong + tally.winners);
    if (!result.complete()) *check.reason += "; " + stopped_after(result);
  } else if (!result.complete()) {
    check.reason = stopped_after(result);
  } else if (tally.undecided != 0) {
    check.reason = fmt::format("{} boxes stayed undecided", tally.undecided);
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::cover;
  }
  return check;
}

Check unique_check(const LayerSetting& setting, const std::vector<Result>& results, Json& counterexample) {
  Check check;
  check.name = "unique-maximum";
  check.essential = setting.unique_maximum() == LayerSetting::UniqueMaximum::essential;
  check.status = Status::holds;
  check.evidence = Evidence::cover;
  for (const Result& result : results) {
    if (result.tally.first_wrong) {
      const Word& word = result.tally.first_wrong->word;
      check.status = Status::refuted;
      check.kind = attest::Kind::construction;
      check.evidence.reset();
      check.reason = fmt::format("the highest score of head {} is not unique on {}", result.goal.head + 1,
                                 setting.task().to_json(word).dump());
      counterexample = {{"check", check.name},
                        {"rank", setting.task().space().rank(word).str()},
                        {"input", setting.task().to_json(word)}};
      return check;
    }
    if (!result.complete()) {
      check.status = Status::undecided;
      check.evidence.reset();
      check.reason = stopped_after(result);
    }
  }
  return check;
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
  o.least_gap = margins.least_gap;
  return o;
}

// What the theorem claims of errors and gaps.
void add_further_checks(const LayerSetting& setting, const StandingCount& words, const MarginReport& margins,
                        Verdict& verdict) {
  for (Check& check : setting.further_checks(observation_of(setting, words, margins))) {
    // The two sides of a sign are not measured apart.
    const bool unmeasured =
        !margins.error || check.name == "threshold" || (check.name == "gap" && !margins.least_gap);
    const bool of_inputs = check.evidence == Evidence::enumeration || check.status == Status::not_applicable;
    if (check.status == Status::undecided || (unmeasured && of_inputs)) {
      const std::string why = check.reason.value_or("");
      check.status = Status::undecided;
      check.evidence.reset();
      check.reason = unmeasured ? "the cover does not measure it; --by enumeration does" : why;
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
void announce(const CoverProblem& problem, const ClaimInfo& info, const std::string& why,
              const VerifyOptions& options) {
  if (!options.announce) return;
  const LayerSetting& setting = problem.setting();
  const InputSpace& space = setting.task().space();
  const Cost cost = cost_of(problem);
  if (space.size() < announced_from() && cost.terms < announced_terms() && why.empty()) return;
  options.announce(fmt::format(
      "{} {} {}: {} inputs, {}: at most {} candidates for the best tuple, times the tuples "
      "that each is compared with {} terms",
      info.id, to_string(setting.variant()), setting.parameters().to_string(), space_formula(space),
      why.empty() ? "by cover" : why, short_count(cost.candidates), short_count(cost.terms)));
}

}  // namespace

bool prefers_cover(const LayerSetting& setting, std::string& why) {
  if (!setting.runnable() || setting.several_layers() || steps_of_enumeration(setting) <= most_steps()) {
    return false;
  }
  try {
    const CoverProblem problem(setting);
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
  return cost_of(CoverProblem(setting)).terms;
}

Verdict verdict_by_cover(const LayerSetting& setting, const ClaimInfo& info, const VerifyOptions& options,
                         const std::string& why) {
  if (!setting.runnable()) refuse_cover("there is nothing to run");
  if (setting.several_layers()) refuse_cover("several layers have no best index tuples");
  // What is asked for is heard, also where the theorem turns out to be ill-formed.
  const std::optional<double> ratio = requested().margin;
  const bool count = requested().count;
  const CoverProblem problem(setting);
  const InputSpace& space = setting.task().space();
  const StandingCount words = count_standing(problem, most_counted_boxes);
  announce(problem, info, why, options);
  const bool of_nothing = words.judged == 0;
  const Result output = cover(problem, Goal{}, options);
  std::vector<Result> unique;
  if (setting.unique_maximum() != LayerSetting::UniqueMaximum::absent && !of_nothing) {
    for (std::size_t h = 0; h < problem.heads().size(); ++h)
      unique.push_back(cover(problem, Goal{false, h}, options));
  }

  Verdict verdict;
  verdict.claim = info.id;
  verdict.variant = setting.variant();
  verdict.source = info.source;
  verdict.parameters = setting.parameters();
  verdict.size = setting.size();
  verdict.notes = setting.notes();
  verdict.inputs.space = words.inputs;
  verdict.inputs.total = words.inputs;
  verdict.inputs.checked = output.complete() ? words.inputs : Integer(output.tally.first_wrong ? 1 : 0);
  if (setting.task().judges_some_only())
    verdict.inputs.not_judged = output.complete() ? Integer(words.inputs - words.judged) : Integer(0);
  // Of what was seen as a whole alone.
  const bool decided = output.complete() && output.tally.undecided == 0;
  const bool all_right = decided && !output.tally.first_wrong;
  MarginReport margins;
  if (decided && !of_nothing && (all_right || ratio))
    margins = margins_by_cover(problem, all_right, ratio, options);

  Json wrong;
  Json tie;
  verdict.checks = setting.checks_before();
  verdict.checks.push_back(output_check(setting, output, of_nothing, wrong));
  if (!unique.empty()) verdict.checks.push_back(unique_check(setting, unique, tie));
  try {
    add_further_checks(setting, words, margins, verdict);
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
  verdict.inputs.failing = is_wrong ? 1 : 0;
  verdict.inputs.failing_is_known = all_right;
  if (count && !all_right) {
    const FailingCount counted = count_failing(problem, most_counted_boxes);
    if (counted.failing) {
      if (is_wrong != (*counted.failing != 0))
        throw std::logic_error("a count of failing inputs that the cover contradicts");
      verdict.inputs.failing = *counted.failing;
      verdict.inputs.failing_is_known = true;
    } else {
      verdict.notes.push_back(counted.reason);
    }
  }
  if (verdict.status == Status::refuted || verdict.status == Status::ill_formed) {
    const bool by_tie =
        !is_wrong && !tie.is_null() && setting.unique_maximum() == LayerSetting::UniqueMaximum::essential;
    verdict.counterexample = is_wrong ? wrong : by_tie ? tie : without_input(setting, verdict.checks);
    if ((is_wrong || by_tie) && !options.weights.peek())
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
  if (!margins.details.is_null()) verdict.details["cover"]["margins"] = margins.details;
  verdict.margins = std::move(margins.margins);
  verdict.worst_input = std::move(margins.worst_input);
  if (output.complete()) verdict.notes.push_back(counts(output));
  if (problem.speaks_of_some()) {
    verdict.notes.push_back(fmt::format(
        "{} of {} words are inputs{}, counted in {} disjoint boxes", words.inputs.str(), space.size().str(),
        setting.task().judges_some_only() ? fmt::format(" and {} judged", words.judged.str()) : "",
        words.boxes));
  }
  for (std::string& note : margins.notes) verdict.notes.push_back(std::move(note));
  return verdict;
}

}  // namespace attest::cover
