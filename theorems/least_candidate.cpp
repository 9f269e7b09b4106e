#include "theorems/least_candidate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "verification/enumeration.hpp"

namespace attest::theorems {

namespace {

constexpr std::size_t most_remembered = 16;

bool is_wrong(const LayerSetting& setting, const Word& word) {
  // What an earlier candidate judged may be no input of this one.
  if (setting.task().standing(word) != Standing::judged) return false;
  if (setting.several_layers()) {
    const auto outputs = setting.all_outputs(word);
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const PositionOutput& out) { return out.status == Status::refuted; });
  }
  for (std::size_t which = 0; which < setting.task().judged_positions().size(); ++which) {
    const Status status =
        setting.rightness_of(setting.evaluate(word, which), setting.task().wanted(word, which));
    if (status == Status::refuted) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<LayerSetting> setting_of_least_candidate(const TheoremText& text, Variant variant,
                                                         const std::string& parameter,
                                                         const Parameters& parameters) {
  std::vector<Word> wrong_before;  // the last one first
  std::unique_ptr<LayerSetting> setting;
  const std::vector<Rational> candidates = automatic_candidates(text, parameter, parameters);
  if (candidates.empty()) throw UsageError(parameter, "auto", "a candidate; at this setting there is none");
  for (const Rational& candidate : candidates) {
    const std::string value = attest::to_string(candidate);
    Parameters chosen = parameters;
    chosen.set(parameter, value, ParameterType::rational);
    setting = make_setting(text, variant, chosen);
    if (!setting->runnable()) return setting;
    const auto wrong = std::find_if(wrong_before.begin(), wrong_before.end(), [&](const Word& word) {
      check_stop();
      return is_wrong(*setting, word);
    });
    if (wrong != wrong_before.end()) {
      std::rotate(wrong_before.begin(), wrong, wrong + 1);
      continue;
    }
    VerifyOptions options;
    options.first = true;
    const InputSpace& space = setting->task().space();
    const auto seen = enumerate(
        space, [&] { return setting->make_quick_judge(); }, options);
    if (seen.tally.failing.count == 0) {
      if (!seen.complete()) throw Stopped();
      if (seen.tally.undecided.count != 0)
        throw UsageError(parameter, "auto", fmt::format("a search that ends; {} stayed undecided", value));
      const std::string scan = candidate == candidates.front()
                                   ? "it is the first candidate"
                                   : "every candidate before it has a wrong input; at this one there is none";
      setting->set_details({{"least", {{"parameter", parameter}, {"value", value}, {"scan", scan}}}});
      return setting;
    }
    // The worst input seen is a good guess for the next candidates.
    if (seen.tally.worst_index != no_input)
      wrong_before.insert(wrong_before.begin(), space.unrank(Integer(seen.tally.worst_index)));
    wrong_before.insert(wrong_before.begin(), space.unrank(Integer(seen.tally.failing.first)));
    if (wrong_before.size() > most_remembered) wrong_before.resize(most_remembered);
  }
  const std::string scan = fmt::format("each of the {} candidates has a wrong input; here the last one, {}",
                                       candidates.size(), attest::to_string(candidates.back()));
  setting->set_details({{"least", {{"parameter", parameter}, {"value", nullptr}, {"scan", scan}}}});
  return setting;
}

}  // namespace attest::theorems
