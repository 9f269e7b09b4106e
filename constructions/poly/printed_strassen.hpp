// Algorithm 1 and the displays of the proof of Theorem C.3 as they are printed (seed
// 003_fa68b7a15496b434.txt, lines 1338, 1382-1411, 1466-1548).
#pragma once

#include "constructions/poly/approximate_attention_claim.hpp"

namespace attest {

// well-formed (essential) and one check for each display; readings go to verdict.details.
std::vector<Check> printed_strassen_checks(const ApproximationParameters& parameters, const Integer& rank,
                                           Verdict& verdict);

}  // namespace attest
