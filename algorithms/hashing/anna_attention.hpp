// ANNA on Eigen matrices of double and float: Algorithm 1 or 2 with sampled hash functions.
//
//   const HashingOptions options = theorem_options(Family::bit_sampling, n, 16, 4, 1, 12);
//   const AnnaOutput<double> output = anna_attention(Q, K, V, options);
//   output.attention();   // one row a query; zero where output.counts is 0
#pragma once

#include <cstdint>

#include "algorithms/hashing/anna.hpp"
#include "algorithms/hashing/hash_family.hpp"

namespace attest::hashing {

struct HashingOptions {
  Family family = Family::bit_sampling;
  long z = 1;        // hash functions a table
  long l = 1;        // tables
  double width = 4;  // p-stable
  std::uint64_t seed = 1;
  int algorithm = 2;  // 1: all tables at once; 2: one at a time, memory linear in N
  std::uint64_t max_bytes = std::uint64_t{1} << 30;  // UsageError before the work if more would be needed
};

// z and l of the proof of Theorem 3.4 for N tokens, with p = p1^z (the repair of anna/lsh). `d` for bit
// sampling, `width` for p-stable. UsageError outside of the theorem (hash_family.hpp).
HashingOptions theorem_options(Family family, long N, long d, const Rational& width, const Rational& r,
                               const Rational& c);

// An upper estimate of the buckets' memory, with V of m columns.
std::uint64_t anna_bytes(std::uint64_t queries, std::uint64_t keys, std::uint64_t m,
                         const HashingOptions& options);

// Q and K have the same number of columns, K and V of rows; all entries finite (bit sampling: 0 or 1); z, l
// >= 1; algorithm 1 or 2. Else UsageError with argument, value, position. Hash codes are computed in double.
AnnaOutput<double> anna_attention(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& K,
                                  const Eigen::MatrixXd& V, const HashingOptions& options);
AnnaOutput<float> anna_attention(const Eigen::MatrixXf& Q, const Eigen::MatrixXf& K, const Eigen::MatrixXf& V,
                                 const HashingOptions& options);

}  // namespace attest::hashing
