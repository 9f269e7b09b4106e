// Which input `attest run` is to take: JSON as contract.md spells it, or the words "rank:R" and "random".
#pragma once

#include <cstdint>

#include "tasks/task.hpp"

namespace attest {

// Throws UsageError that names what is wrong. `random` draws uniformly with the seed.
Word input_from(const Json& input, const Task& task, std::uint64_t seed);

}  // namespace attest
