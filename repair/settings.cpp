#include "repair/settings.hpp"

#include <algorithm>
#include <chrono>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest::theorems::repair {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_quick = 14;
constexpr std::size_t most_later = 3;
constexpr long most_steps = 12;  // above the least sizes, all together
constexpr double most_seconds =
    30;  // for all settings: a limit for theorems that are slow, the inputs are counted
constexpr double most_seconds_each = 8;
const Integer most_quick_inputs = 3000;
const Integer most_inputs = 300000;

using Steps = std::vector<long>;

// All ways to go `sum` steps from the least sizes, the first size last.
void ways(std::size_t sizes, long sum, Steps& begun, std::vector<Steps>& all) {
  if (begun.size() + 1 == sizes) {
    begun.push_back(sum);
    all.push_back(begun);
    begun.pop_back();
    return;
  }
  for (long k = 0; k <= sum; ++k) {
    begun.push_back(k);
    ways(sizes, sum - k, begun, all);
    begun.pop_back();
  }
}

bool is_above(const Steps& steps, const Steps& other) {
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (steps[k] < other[k]) return false;
  }
  return true;
}

// Sizes that nobody gave.
std::vector<const ParameterSpec*> open_sizes(const ClaimInfo& info, const std::vector<std::string>& given) {
  std::vector<const ParameterSpec*> open;
  for (const ParameterSpec& spec : info.parameters) {
    const bool said = std::any_of(given.begin(), given.end(),
                                  [&](const std::string& word) { return word.starts_with(spec.name + "="); });
    if (!said && !spec.default_value && spec.type == ParameterType::integer && spec.minimum)
      open.push_back(&spec);
  }
  return open;
}

SettingVerdict verdict_at(const Claim& claim, Variant variant, const std::vector<std::string>& words,
                          const VerifyOptions& options, bool& all_seen) {
  VerifyOptions limited = options;
  limited.budget_seconds = std::min(options.budget_seconds.value_or(most_seconds_each), most_seconds_each);
  const Parameters parameters = parse_parameters(claim.info().parameters, words);
  const Verdict verdict = claim.verify(variant, parameters, limited);
  all_seen = verdict.inputs.checked >= verdict.inputs.space;
  return in_short(verdict, parameters);
}

}  // namespace

SettingVerdict verdict_at(const Claim& claim, Variant variant, const std::vector<std::string>& words,
                          const VerifyOptions& options) {
  bool all_seen = false;
  return verdict_at(claim, variant, words, options, all_seen);
}

std::vector<std::string> words_of(const Parameters& parameters) {
  std::vector<std::string> words;
  const Json json = parameters.to_json();
  for (const auto& [name, value] : json.items())
    words.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  return words;
}

SettingVerdict in_short(const Verdict& verdict, const Parameters& parameters) {
  return {parameters,     verdict.inputs.space,        verdict.status, verdict.evidence,
          verdict.checks, verdict.reason.value_or(""), verdict.size};
}

SmallSettingsOfTheorem small_settings(const Claim& claim, Variant variant,
                                      const std::vector<std::string>& given, const VerifyOptions& options) {
  SmallSettingsOfTheorem result;
  const std::vector<const ParameterSpec*> open = open_sizes(claim.info(), given);
  const Clock::time_point begin = Clock::now();
  std::vector<Steps> too_large;
  std::optional<UsageError> refused;
  const long steps_at_most = open.empty() ? 0 : most_steps;
  for (long sum = 0; sum <= steps_at_most; ++sum) {
    std::vector<Steps> all;
    Steps begun;
    if (open.empty())
      all.emplace_back();
    else
      ways(open.size(), sum, begun, all);
    for (const Steps& steps : all) {
      const bool enough = result.quick.size() >= most_quick && result.later.size() >= most_later;
      if (enough || stop_requested() ||
          std::chrono::duration<double>(Clock::now() - begin).count() > most_seconds)
        return result;
      if (std::any_of(too_large.begin(), too_large.end(),
                      [&](const Steps& other) { return is_above(steps, other); }))
        continue;
      std::vector<std::string> words = given;
      for (std::size_t k = 0; k < open.size(); ++k)
        words.push_back(open[k]->name + "=" + Integer(*open[k]->minimum + steps[k]).str());
      try {
        bool all_seen = false;
        SettingVerdict seen = verdict_at(claim, variant, words, options, all_seen);
        const bool quick = seen.inputs <= most_quick_inputs;
        if (!all_seen && seen.status == Status::undecided) {
          too_large.push_back(steps);
        } else if (quick && result.quick.size() < most_quick) {
          result.quick.push_back(std::move(seen));
        } else if (!quick && seen.inputs <= most_inputs && result.later.size() < most_later) {
          result.later.push_back(std::move(seen));
        } else if (!quick) {
          too_large.push_back(steps);
        }
      } catch (const UsageError& error) {  // sizes that the theorem excludes
        if (!refused) refused.emplace(error);
      }
    }
  }
  if (result.quick.empty() && result.later.empty() && refused) throw UsageError(*refused);
  return result;
}

Json in_brief(const SettingVerdict& seen) {
  return {{"parameters", words_of(seen.parameters)},
          {"status", to_string(seen.status)},
          {"inputs", seen.inputs.str()}};
}

Json in_brief(const std::vector<SettingVerdict>& all) {
  Json json = Json::array();
  for (const SettingVerdict& seen : all) json.push_back(in_brief(seen));
  return json;
}

SettingVerdict from_brief(const Claim& claim, const Json& json) {
  SettingVerdict seen;
  seen.parameters =
      parse_parameters(claim.info().parameters, json.at("parameters").get<std::vector<std::string>>());
  seen.status = status_from_string(json.at("status").get<std::string>()).value();
  seen.inputs = Integer(json.at("inputs").get<std::string>());
  return seen;
}

std::vector<SettingVerdict> from_briefs(const Claim& claim, const Json& json) {
  std::vector<SettingVerdict> all;
  for (const Json& entry : json) all.push_back(from_brief(claim, entry));
  return all;
}

}  // namespace attest::theorems::repair
