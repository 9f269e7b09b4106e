// How large the greedy code can become.
#pragma once

namespace attest::mpc {

// The number of blocks that the proof beside greedy_code (slot_code.cpp) grants: the least T with
// q(q-1)/2 (1 + 3/width)^T < 4^ceil(T/(alpha-1)), width = 4(alpha-1); 1 where alpha = 1 or q = 1.
long greedy_block_bound(long q, long alpha);

}  // namespace attest::mpc
