// How uniform sequences fall into the bins of the Match3 generator, exactly (seed 000_bd1f352bd128419d.txt,
// Algorithm 3, lines 611-613): what the printed "x_i ~ Uniform({0, ..., M-1})" gives.
#pragma once

#include "tasks/datasets/balance.hpp"

namespace attest {

// Sets S of residues mod M by s = |S| and by z = the number of a in S with a + u + v != 0 mod M for all u, v
// in S. counts[s][z]; sets with z = 0 are not counted.
using ZeroLabelledSets = std::array<std::array<unsigned long long, 64>, 64>;

// M a prime, 5 <= M <= 61; 3^((M-3)/2) steps (for 37: 1.3 * 10^8, about a second).
ZeroLabelledSets zero_labelled_sets(int M);

// The bins of n independent uniform residues mod M.
BinProbabilities match3_bins(long n, int M, const ZeroLabelledSets& sets);

}  // namespace attest
