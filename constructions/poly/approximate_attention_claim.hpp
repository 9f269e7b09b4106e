// What the two claims on approximate attention share.
#pragma once

#include "algorithms/approximation/approximation.hpp"
#include "tasks/rational_fields.hpp"

namespace attest {

struct ApproximationParameters {
  long n;
  long d;
  Rational gamma;
  Rational eps;
};

// Of a single run: more rows.
std::vector<ParameterSpec> approximation_run_parameters(const ClaimInfo& info);
// `verify` sums n^t tuples by the definition for many matrices, a run for one.
inline constexpr long most_tuples_of_verify = 20'000;
inline constexpr long most_tuples_of_run = 200'000;
// Throws UsageError beyond the ranges, and where n^t exceeds so many tuples.
ApproximationParameters read_approximation_parameters(const Parameters& parameters, std::size_t variables,
                                                      long most_tuples = most_tuples_of_verify);

// The checks exp-polynomial, low-rank, algorithm, error, cost (essential) and given-matrices (not), the
// counts, the output error and the details. `error` says: for ALL Q in [-Gamma, Gamma], V in [-1, 1] the
// output is within the bound of output_error.hpp.
void examine_approximation(const Approximation& approximation, const ApproximationParameters& parameters,
                           Verdict& verdict);

// {"Q1": [[..]], .., "V2": [[..]]}, or random. Throws UsageError that names what is wrong.
RationalInput approximation_input(const ApproximationParameters& parameters, std::size_t variables,
                                  const Json& given, std::uint64_t seed);

// One set of matrices, entries of Q in [-Gamma, Gamma] and of V in [-1, 1]: {"Q1": [[..]], .., "V2": [[..]]}. An
// entry is right if it is within the same bound of attention.
Json run_approximation(const Approximation& approximation, const ApproximationParameters& parameters,
                       std::size_t variables, const Json& input, std::uint64_t seed);

}  // namespace attest
