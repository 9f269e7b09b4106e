// The settings at which a search for a repair looks: the smallest of the theorem's sizes, as the theorem without its `expect` lines shows
// them, each with the verdict on the theorem as it stands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

// A text, which extends nothing, as a claim. Throws UsageError for what is not evaluated.
using ClaimOf = std::function<std::unique_ptr<Claim>(TheoremText)>;

struct SettingVerdict {
  Parameters parameters;
  Integer inputs = 0;
  Status status = Status::undecided;
  std::optional<Evidence> evidence;
  std::vector<Check> checks;
  std::string reason;
  Size size;
};

struct SmallSettingsOfTheorem {
  std::vector<SettingVerdict> quick;  // few inputs: every candidate is decided here
  std::vector<SettingVerdict>
      later;  // more inputs: what holds at all of the quick ones is decided here as well
};

// `given`: k=v, of which every setting is one. Sizes that are not given grow together from their least values on, the smallest sum
// first, until there are enough settings or their inputs too many. Parameters that have a value keep it. Throws UsageError for
// words that are no parameters.
SmallSettingsOfTheorem small_settings(const Claim& claim, Variant variant,
                                      const std::vector<std::string>& given, const VerifyOptions& options);

// The verdict at one of them, in the time that each has.
SettingVerdict verdict_at(const Claim& claim, Variant variant, const std::vector<std::string>& words,
                          const VerifyOptions& options);

// "n=3", each one.
std::vector<std::string> words_of(const Parameters& parameters);

// Of a verdict, without what is only printed.
SettingVerdict in_short(const Verdict& verdict, const Parameters& parameters);

// What another rank needs to know of settings: their parameters, the theorem's verdict and the number of inputs. from_brief is given what
// in_brief has made, of the same claim.
Json in_brief(const SettingVerdict& seen);
Json in_brief(const std::vector<SettingVerdict>& all);
SettingVerdict from_brief(const Claim& claim, const Json& json);
std::vector<SettingVerdict> from_briefs(const Claim& claim, const Json& json);

}  // namespace attest::theorems::repair
