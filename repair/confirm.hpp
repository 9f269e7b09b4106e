// A candidate as a repair that can be handed out: patches with their reasons, written, read again, and verified as they stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repair/search.hpp"

namespace attest::theorems::repair {

// A text on the way to a repair, and why it does not hold.
struct Step {
  TheoremText text;
  std::string why;
};

struct Confirmed {
  std::optional<Repair> repair;  // nothing where it fails at some setting, or cannot be written as patches
  std::optional<SettingVerdict> failed;  // the first setting at which it does
};

enum class Purpose { repair, narrowing, least_form };

// `steps`: from the print on, without the candidate. `settings`: with the print's verdicts. A repair and a least form say something wherever the
// print does; a narrowing need not.
Confirmed confirm(const std::vector<Step>& steps, const TheoremText& candidate, const std::string& variant,
                  const ClaimOf& claim_of, const SmallSettingsOfTheorem& settings,
                  const VerifyOptions& options, Purpose purpose);

}  // namespace attest::theorems::repair
