// Induction heads and their k-fold composition (Definitions 5.3 and 5.5): for w in {1..letters}^n,
//   sigma(i) = max({0} and {j <= i: w_{j-1} = w_i}),  output i is w_{sigma^k(i)}, or 0 if sigma^k(i) is null.
#pragma once

#include "protocols/protocol.hpp"

namespace attest::mpc {

// Lemma F.3 (lines 877-903): next token, sort, look at the predecessor, send home. Letters are 1, ...,
// `letters`; s >= 2.
Protocol one_hop_protocol(long n, long s, long letters);

// Theorem F.4 (lines 907-939): the same, then pointer doubling along the binary digits of k >= 1, two rounds
// each.
Protocol k_hop_protocol(long n, long s, long letters, long k);

}  // namespace attest::mpc
