// What a run of Algorithm 1 or 2 did.
#pragma once

#include <cstdint>

namespace attest::hashing {

struct OperationCounts {
  std::uint64_t hash_evaluations = 0;  // of single functions h: z for every hash code
  std::uint64_t lookups = 0;           // of a bucket by its hash code
  std::uint64_t value_additions = 0;   // of vectors of m numbers
  std::uint64_t peak_entries = 0;      // most (sum, count) pairs that exist at one time
};

}  // namespace attest::hashing
