// Which variants a command speaks of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

// The named one, else repaired, else constructed, else stated, else printed. UsageError if the claim lacks it.
Variant chosen_variant(const ClaimInfo& info, const std::optional<std::string>& name);

// The named one, else all that the claim has.
std::vector<Variant> chosen_variants(const ClaimInfo& info, const std::optional<std::string>& name);

}  // namespace attest
