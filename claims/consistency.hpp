// What every verdict must agree with itself about, whatever is true of its claim.
#pragma once

#include "claims/verdict.hpp"

namespace attest {

// Throws std::logic_error that names the contradiction: counts that cannot be, or a `holds` beside an
// undecided or failing input, beside inputs that were not looked at, or beside a decision margin below zero.
// A decision margin of exactly zero stands beside a `holds` only where the worst judged output is a no of a
// sign, which the claim itself checks.
void check_consistency(const Verdict& verdict);

}  // namespace attest
