// One instance of the gap step worked with every number, for `attest show poly/ip-to-gap-ip`.
#pragma once

#include "claims/json.hpp"

namespace attest {

// A = {11, 10}, B = {01, 00}, m = 1 in two dimensions, with T = 2, epsilon = 1/3: L = 1, p = N = 3.
Json gap_example();

}  // namespace attest
