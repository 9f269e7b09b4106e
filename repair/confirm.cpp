#include "repair/confirm.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "repair/patches.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/write.hpp"

namespace attest::theorems::repair {

namespace {

constexpr double most_seconds_later = 10;  // for each setting with more inputs

const char* name_of(Purpose purpose) {
  return purpose == Purpose::repair ? "repaired" : purpose == Purpose::narrowing ? "narrowed" : "least";
}

bool changes(const PatchStatement& patch, const TheoremText& before, const TheoremText& after) {
  const std::vector<PatchStatement> between = patches_between(before, after);
  return std::any_of(between.begin(), between.end(), [&](const PatchStatement& p) {
    return p.path == patch.path && p.action == patch.action;
  });
}

// In one line, without quotes and without "(line 18 of the theorem file)", which is of another file.
std::string as_reason(std::string text) {
  for (std::size_t at = text.find(" (line "); at != std::string::npos; at = text.find(" (line ")) {
    const std::size_t end = text.find(')', at);
    if (end == std::string::npos) break;
    text.erase(at, end + 1 - at);
  }
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace(text.begin(), text.end(), '\n', ' ');
  constexpr std::size_t longest = 240;
  if (text.size() > longest) {
    std::size_t cut = text.rfind(' ', longest);
    if (cut == std::string::npos) cut = longest;
    text = text.substr(0, cut) + " ..";
  }
  return text;
}

}  // namespace

Confirmed confirm(const std::vector<Step>& steps, const TheoremText& candidate, const std::string& variant,
                  const ClaimOf& claim_of, const SmallSettingsOfTheorem& settings,
                  const VerifyOptions& options, Purpose purpose) {
  const TheoremText& print = steps.front().text;
  Repair repair;
  repair.patches = patches_between(print, candidate);
  for (PatchStatement& patch : repair.patches) {
    for (std::size_t k = 0; k < steps.size() && patch.because.empty(); ++k) {
      const TheoremText& after = k + 1 < steps.size() ? steps[k + 1].text : candidate;
      if (changes(patch, steps[k].text, after)) patch.because = as_reason(steps[k].why);
    }
  }
  std::unique_ptr<Claim> claim;
  try {
    const std::string written = write(with_patches(print, variant, name_of(purpose), repair.patches));
    repair.text = read_theorem(language::SourceText("repair", written));
    repair.variant = repair.text.variants.back().name;
    if (repair.patches.empty()) return {};
    // What is said to be gone has to be gone from what is printed.
    if (purpose == Purpose::least_form &&
        write(variant_of(repair.text, repair.variant)) !=
            write(read_theorem(language::SourceText("least", write(candidate)))))
      return {};
    claim = claim_of(repair.text);
  } catch (const language::ParseError&) {  // what no patch can say
    return {};
  } catch (const UsageError&) {
    return {};
  }
  const Variant mended = named_variant(repair.variant);
  const auto holds_at = [&](const SettingVerdict& at, bool later) -> std::optional<SettingVerdict> {
    VerifyOptions limited = options;
    if (later)
      limited.budget_seconds =
          std::min(options.budget_seconds.value_or(most_seconds_later), most_seconds_later);
    SettingVerdict seen = in_short(claim->verify(mended, at.parameters, limited), at.parameters);
    if (later && seen.status == Status::undecided) {
      repair.not_decided.push_back(at.parameters.to_string());
      return std::nullopt;
    }
    const bool silent = seen.status == Status::not_applicable &&
                        (purpose == Purpose::narrowing || at.status == Status::not_applicable);
    if (seen.status != Status::holds && !silent) return seen;
    repair.verified.push_back(std::move(seen));
    return std::nullopt;
  };
  for (const SettingVerdict& at : settings.quick) {
    if (auto failed = holds_at(at, false)) return {std::nullopt, std::move(failed)};
  }
  for (const SettingVerdict& at : settings.later) {
    if (auto failed = holds_at(at, true)) return {std::nullopt, std::move(failed)};
  }
  return {std::move(repair), std::nullopt};
}

}  // namespace attest::theorems::repair
