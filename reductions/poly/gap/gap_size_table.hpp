// Sizes of the gap step as tables for `attest show`.
#pragma once

#include "claims/json.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

// "sizes": every T = 1..d of this shape, with all targets floor(d/2). "growth" (kIP alone): for one
// constraint and d = 4, 16, ..., 2^16 the power of two T that makes the larger of q and d' least, as powers
// of n = 2^d.
Json gap_size_tables(const GapSources& shape, const GapOptions& options);

}  // namespace attest
