// Matrices to try the approximation algorithms on: entries of Q in [-Gamma, Gamma], of V in [-1, 1], exact.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

struct GivenMatrices {
  std::string name;               // "seed 1", "corner 5"
  std::vector<RationalMatrix> q;  // Q^(1), .., Q^(t), n x d
  std::vector<RationalMatrix> v;  // V^(2), .., V^(t), n x d
};

// Entries of Q are multiples of Gamma/8, of V of 1/8. The same for the same seed, everywhere.
GivenMatrices random_matrices(std::uint64_t seed, std::size_t variables, long n, long d,
                              const Rational& gamma);

// All entries of Q +-Gamma: bit k of `pattern` is the sign of the k-th entry (Q^(1) row by row, then Q^(2),
// ..; further entries repeat the pattern). V alternates 1 and -1 from row to row.
GivenMatrices corner_matrices(std::uint64_t pattern, std::size_t variables, long n, long d,
                              const Rational& gamma);

// All corners if there are at most 64, else 8 of them, and seeds 1 to 3.
std::vector<GivenMatrices> given_matrices(std::size_t variables, long n, long d, const Rational& gamma);

}  // namespace attest
