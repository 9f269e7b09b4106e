// Whether the highest score is unique at every judged token of every input.
#pragma once

#include "claims/verdict.hpp"
#include "verification/observation.hpp"

namespace attest {

// The check "unique-maximum"; Observation::extra counts the inputs on which it is not. Undecided where there
// is no layer to run or not everything was seen.
Check unique_maximum_check(const Observation& observation, bool runnable);

}  // namespace attest
