// Whether errors stay below a bound, decided exactly where outputs are rational: an error that is the bound to the last digit
// is below it for <=, and not for <.
#pragma once

#include <span>

#include "numeric/surd.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

struct ErrorBound {
  Surd value;
  bool strict = false;  // error < value
};

// On this input, at every judged token: holds, refuted, or undecided where enclosures do not tell.
Status error_within(const LayerSetting& setting, const Word& word, const ErrorBound& bound);

// On every input that is judged; refuted at the first one that is.
Status every_error_within(const LayerSetting& setting, const ErrorBound& bound);

}  // namespace attest::theorems
