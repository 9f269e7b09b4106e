// Algorithms 1 and 2 of anna/lsh with given hash functions (bit sampling) on given queries and keys.
#pragma once

#include <cstdint>

#include "algorithms/hashing/lsh_setting.hpp"
#include "claims/json.hpp"

namespace attest::hashing {

// Throws UsageError that names what is wrong, also for sizes that take more than 2^24 hash values. What is
// shown of each query are its attention weights over the keys (the values are unit vectors), beside those that
// the collisions give, counted pair by pair; and whether they meet Definition 3.3, which the theorem promises
// with probability 1 - eta only and which is therefore not essential.
Json run_lsh(const LshSetting& setting, const Json& given, std::uint64_t seed);

}  // namespace attest::hashing
