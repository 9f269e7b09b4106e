// Algorithm 1 and the displays of the proof of Theorem C.3 as they are printed (seed
// 003_fa68b7a15496b434.txt, lines 1115, 1157-1176, 1230-1319).
#pragma once

#include "constructions/algorithms/approximation/approximate_attention_claim.hpp"

namespace attest {

// well-formed (essential) and one check for each display; readings go to verdict.details.
std::vector<Check> printed_strassen_checks(const ApproximationParameters& parameters, const Integer& rank,
                                           Verdict& verdict);

}  // namespace attest
