#include "theorems/least_candidate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "tasks/undefined_answer.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/open_infimum.hpp"
#include "theorems/passed_candidates.hpp"
#include "theorems/searched_inputs.hpp"
#include "theorems/wrong_input.hpp"

namespace attest::theorems {

namespace {

constexpr std::size_t most_remembered = 16;

// The first essential check behind the outputs that is refuted where every output is right.
std::optional<Check> refuted_behind(const LayerSetting& setting, const Observation& seen) {
  for (Check& check : setting.checks_after(seen)) {
    if (check.essential && check.status == Status::refuted) return std::move(check);
  }
  return std::nullopt;
}

// Whether no essential check looks at how far off the outputs are, or at anything else that a larger scale changes.
bool depends_on_outputs_alone(const LayerSetting& setting, const Observation& seen) {
  const std::vector<Check> checks = setting.checks_after(seen);
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check& check) { return !check.essential || check.name == "unique-maximum"; });
}

std::optional<Integer> input_of(const Check& check, const LayerSetting& setting, const Observation& seen) {
  return check.name == "error" ? seen.worst_rank : setting.first_broken(check.name, seen);
}

Json found(const std::string& parameter, Json value, const std::string& scan,
           const PassedCandidates& passed) {
  Json least = {{"parameter", parameter}, {"value", std::move(value)}, {"scan", scan}};
  least.update(passed.json());
  return {{"least", std::move(least)}};
}

// `setting`: of the candidate that was looked at last.
void search(const TheoremText& text, Variant variant, const std::string& parameter,
            const Parameters& parameters, std::unique_ptr<LayerSetting>& setting) {
  std::vector<Word> wrong_before;  // the last one first
  PassedCandidates passed;
  SearchedInputs inputs(text, parameter);
  const std::vector<Rational> candidates = automatic_candidates(text, parameter, parameters);
  if (candidates.empty()) throw UsageError(parameter, "auto", "a candidate; at this setting there is none");
  const auto before = [&](const char* with_inputs, const char* without) {
    return passed.each_has_input() ? with_inputs : without;
  };
  std::optional<Rational> wrong_at;  // the candidate before this one, if an output is wrong there
  for (const Rational& candidate : candidates) {
    const std::optional<Rational> wrong_below = std::exchange(wrong_at, candidate);
    const std::string value = attest::to_string(candidate);
    Parameters chosen = parameters;
    chosen.set(parameter, value, ParameterType::rational);
    auto next = make_setting(text, variant, chosen);
    const std::unique_ptr<LayerSetting> last = std::exchange(setting, std::move(next));
    if (!setting->runnable()) return;
    const auto wrong = std::find_if(wrong_before.begin(), wrong_before.end(), [&](const Word& word) {
      check_stop();
      return is_wrong(*setting, word);
    });
    if (wrong != wrong_before.end()) {
      passed.add(value, "output", *setting, *wrong);
      std::rotate(wrong_before.begin(), wrong, wrong + 1);
      continue;
    }
    const InputSpace& space = setting->task().space();
    const Observation seen = inputs.look_at(*setting);
    if (seen.failing.count == 0) {
      if (seen.cause != StopCause::finished) throw Stopped();
      if (seen.undecided.count != 0)
        throw UsageError(parameter, "auto", fmt::format("a search that ends; {} stayed undecided", value));
      if (const auto check = refuted_behind(*setting, seen)) {
        if (const auto rank = input_of(*check, *setting, seen)) {
          passed.add(value, check->name, *setting, space.unrank(*rank));
        } else {
          passed.add(value, *check);
        }
        wrong_at.reset();
        continue;
      }
      std::string scan =
          passed.count() == 0
              ? "it is the first candidate"
              : before("every candidate before it has a wrong input; at this one there is none",
                       "every candidate before it is refuted, as `passed` says; this one is not");
      Json infimum;
      if (last && wrong_below && *wrong_below >= 0 && *wrong_below < candidate &&
          depends_on_outputs_alone(*setting, seen) &&
          works_everywhere_above(text, parameter, *last, *setting)) {
        infimum = attest::to_string(*wrong_below);
        scan += fmt::format("; every value above {0} works, not {0} itself", attest::to_string(*wrong_below));
      }
      Json details = found(parameter, value, scan, passed);
      if (!infimum.is_null()) details["least"]["infimum"] = {{"value", infimum}, {"attained", false}};
      setting->add_details(details);
      return;
    }
    const Word first = space.unrank(*seen.failing.first);
    passed.add(value, "output", *setting, first);
    // The worst input seen is a good guess for the next candidates.
    if (seen.worst_rank) wrong_before.insert(wrong_before.begin(), space.unrank(*seen.worst_rank));
    wrong_before.insert(wrong_before.begin(), first);
    if (wrong_before.size() > most_remembered) wrong_before.resize(most_remembered);
  }
  const std::string scan = fmt::format(
      "each of the {} candidates {}; here the last one, {}", candidates.size(),
      before("has a wrong input", "is refuted, as `passed` says"), attest::to_string(candidates.back()));
  setting->add_details(found(parameter, nullptr, scan, passed));
}

}  // namespace

std::unique_ptr<LayerSetting> setting_of_least_candidate(const TheoremText& text, Variant variant,
                                                         const std::string& parameter,
                                                         const Parameters& parameters) {
  std::unique_ptr<LayerSetting> setting;
  try {
    search(text, variant, parameter, parameters, setting);
  } catch (const UndefinedAnswer&) {  // the run comes to it again, and says so
    if (!setting) throw;
  }
  return setting;
}

}  // namespace attest::theorems
