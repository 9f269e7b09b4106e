// Exact probabilities of what the datasets' generators draw. No sampling.
#pragma once

#include <array>

#include "numeric/integer.hpp"

namespace attest {

// R: m x m, entries independently 1 with probability p, m >= 1. The probability that some k has R_ik = R_kj =
// 1, for i != j (m >= 2) and for i = j, and the expected fraction of ones among all m^2 labels.
Rational relation_positive(long m, const Rational& p);
Rational relation_positive_diagonal(long m, const Rational& p);
Rational relation_ones(long m, const Rational& p);

// The same R with independent uniform colours: the probability that for i != j some k1 != k2 of one colour
// have R_ik1 = R_jk2 = 1; m >= 2.
Rational quotient_ones(long m, const Rational& p);

// The least number of thousandths 1..999 for P whose `ones` (increasing in P) averaged over m = first..last
// is nearest to 1/2.
long balancing_thousandths(Rational (*ones)(long m, const Rational& p), long first, long last);
Rational average_ones(Rational (*ones)(long m, const Rational& p), long first, long last, const Rational& p);

// The probabilities of the bins [0,25), [25,50), [50,75), [75,100] percent of ones.
using BinProbabilities = std::array<Rational, 4>;

// Match2 labels of N independent uniform numbers from {1..M} (with_M) or {1..M-1}; N, M >= 1, M >= 2 without
// M.
BinProbabilities match2_bins(long N, long M, bool with_M);

}  // namespace attest
