// The parameter `task` of claims about next-token series: which rule continues them.
#pragma once

#include "claims/parameters.hpp"
#include "constructions/ea/next_token_map.hpp"

namespace attest {

NextTokenRule next_token_rule(const Parameters& parameters);

}  // namespace attest
