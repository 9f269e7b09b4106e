// Sorting: output i is the i-th smallest of x_1, ..., x_n.
#pragma once

#include "protocols/protocol.hpp"

namespace attest::mpc {

// n words below `letters`, s >= 2 words of memory; O(log^2 n) rounds by Batcher's merge exchange.
Protocol sorting_protocol(long n, long s, long letters);

// The same in R = 4 rounds for any n, where s >= 2 ceil(sqrt n): every word learns its rank by comparison
// with all others. For s = O(N^epsilon), epsilon > 1/2, the O(1) rounds of the paper (lines 124, 684).
Protocol rank_sorting_protocol(long n, long s, long letters);

}  // namespace attest::mpc
