// param c = auto in CANDIDATES: the first candidate at which no input is wrong and no essential check behind the outputs is
// refuted. What does not depend on inputs (well-formed, displays) is the verdict's business and passes nothing over.
//
// Being right need not be monotone in the parameter, so that every candidate is decided: one wrong input settles one that
// fails, a whole enumeration the one that works. Inputs that were wrong before are tried first.
#pragma once

#include <memory>
#include <string>

#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// The setting of that candidate; where none holds, of the last one. Its details (`least`) say which it is, how the search
// ended, what each candidate that was passed over is wrong on and, where that is proved (open_infimum.hpp), that all values above the last of
// these work, itself not. Throws Stopped where it was stopped, UsageError where a candidate stays undecided.
std::unique_ptr<LayerSetting> setting_of_least_candidate(const TheoremText& text, Variant variant,
                                                         const std::string& parameter,
                                                         const Parameters& parameters);

}  // namespace attest::theorems
