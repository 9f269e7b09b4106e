// What the two claims on approximate attention share.
#pragma once

#include "algorithms/approximation/approximation.hpp"

namespace attest {

struct ApproximationParameters {
  long n;
  long d;
  Rational gamma;
  Rational eps;
};

std::vector<ParameterSpec> approximation_parameters();
// Throws UsageError beyond the ranges, and where n^t exceeds 20000 tuples.
ApproximationParameters read_approximation_parameters(const Parameters& parameters, std::size_t variables);

// The checks exp-polynomial, low-rank, algorithm, error, cost (essential) and given-matrices (not), the
// counts, the output error and the details. `error` says: for ALL Q in [-Gamma, Gamma], V in [-1, 1] the
// output is within the bound of output_error.hpp.
void examine_approximation(const Approximation& approximation, const ApproximationParameters& parameters,
                           Verdict& verdict);

}  // namespace attest
