#pragma once

#include <memory>
#include <optional>

#include "claims/claim.hpp"
#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

// strassen/split-vc: Definition 3.1 computed exactly for a named function, set beside what Lemmas 3.5, 3.7
// and 3.9 claim for it, and beside the value that we can prove (docs/shattering.md).
std::unique_ptr<Claim> strassen_split_vc_claim();

// The function that the claim's parameters name, or those of its verdict; nothing for another claim. UsageError.
std::optional<WordFunction> split_vc_function(const Claim& claim, const Parameters& parameters);

}  // namespace attest
