// One input through a judged setting, as `attest run` shows it.
#pragma once

#include <cstdint>

#include "verification/judged_claim.hpp"

namespace attest {

// As Claim::run: "outputs" and "verdict", for a setting whose weights may have been replaced.
Json run_input(const JudgedSetting& setting, const Json& input, std::uint64_t seed);

}  // namespace attest
