// param c = auto in CANDIDATES: the first candidate at which no input is wrong.
//
// Being right need not be monotone in the parameter, so that every candidate is decided: one wrong input settles one that
// fails, a whole enumeration the one that works. Inputs that were wrong before are tried first.
#pragma once

#include <memory>
#include <string>

#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// The setting of that candidate; where none holds, of the last one. Its details say which it is and how the search ended
// (`least`). Throws Stopped where it was stopped, UsageError where a candidate stays undecided.
std::unique_ptr<LayerSetting> setting_of_least_candidate(const TheoremText& text, Variant variant,
                                                         const std::string& parameter,
                                                         const Parameters& parameters);

}  // namespace attest::theorems
