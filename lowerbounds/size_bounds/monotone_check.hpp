// Whether the four upper bounds are nondecreasing in d, H and P, so that excluding the cube max{d, H, P} = s
// excludes every smaller transformer.
#pragma once

#include "claims/verdict.hpp"

namespace attest {

// All four are polynomials in d, H, P (and, for regions, r) and a logarithm: 4 k (t + 2);
//   predicates  2 H (d+1) (P + 3 + L), L = log2(e H) > 0, which grows with H;
//   regions     H (r+1) (P - r + 1 + L), L = log2(4 e N / (r+1)) > 0 where N >= H (r+1), and a larger d only
//   allows
//               more r.
// In the variables d-1, H-1, P-1 (P-r for regions, where r <= P) and L, which are not negative, none has a
// negative coefficient in the difference to the next d, H or P. Symbolic; the bounds as computed are also
// compared at all sizes up to 4.
Check check_monotone();

}  // namespace attest
