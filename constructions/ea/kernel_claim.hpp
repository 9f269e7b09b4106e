// ea/kernel: eq. (2) and Figure 1 of seed 004_9370d393bf99a4b8.txt, lines 14-60 and 184-186: what expressive
// attention does with parallel, antiparallel and orthogonal keys.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "claims/claim.hpp"

namespace attest {

// One row of weights from its scores: eq. (2), and for the repaired variant equal weights where all scores
// are 0. Nothing where eq. (2) divides 0 by 0.
std::optional<std::vector<Rational>> expressive_row(Variant variant, const std::vector<Rational>& z);

std::unique_ptr<Claim> ea_kernel_claim();

}  // namespace attest
