// Pointer jumping as a communication problem, and the protocols of Theorems F.3, F.4 and F.5.
//
// Seed 003_fa68b7a15496b434.txt. f_1, ..., f_t: [n] -> [n] and x stand on tokens 1..tn+1, f_i on block i and
// x on the last token, from which the head is read.
#pragma once

#include "lowerbounds/communication/protocol.hpp"

namespace attest {

// Definition F.1, lines 3062-3073: Player 1 has x and f_2; Player i in [2 : t-1] has x, f_1, ..., f_{i-1} and
// f_{i+1}; Player t has x, f_1, ..., f_{t-1}. The answer gives, for each player, which functions (bit i-1:
// f_i); everyone knows x.
std::vector<BlockSet> myopic_knowledge(int t);

// Number on the forehead: Player i has x and every function but f_i.
std::vector<BlockSet> forehead_knowledge(int t);

// Theorem F.3, lines 3093-3253, blocks f_1, f_2, f_3, x and summed variables (j, k): players (lines
// 3116-3118) and sums (lines 3161-3235) as printed. Corollary F.4 (lines 3255-3257) sums another exponential
// over the same index tuples and prints no protocol of its own.
Protocol printed_strassen_protocol();

// The print with f_3 given to Player 1, who also sums the block pairs (f_2, f_3) and (f_3, f_2).
Protocol repaired_strassen_protocol();

// Theorem F.5, line 3277, for a branch of `branch_size` variables, x_1 among them: Player 1 sums over
// [n+1 : 2n] and {tn+1}, Player 2 over [n], [2n+1 : 3n] and {tn+1}, Player i over [(i-1)n+1], [in+1 : (i+1)n]
// and {tn+1}, except the tuples that have already been sent. Because of the "+1" each f_i is two blocks here,
// its first token ("f_i(1)") and the rest ("f_i(2..n)"). Indices above tn+1 are left out. 2 <= branch_size <=
// t.
Protocol printed_branch_protocol(int t, int branch_size);

// The same with [(i-1)n] for [(i-1)n+1], so that every player keeps to what she knows.
Protocol myopic_branch_protocol(int t, int branch_size);

// Ours: s = `players` players; Player i knows everything but f_i and sums over it, except the tuples that
// have already been sent. f_{s+1}, ..., f_t are known to all (as the identity: s-fold composition is a case
// of t-fold composition). 2 <= branch_size <= s <= t.
Protocol forehead_branch_protocol(int t, int players, int branch_size);

}  // namespace attest
