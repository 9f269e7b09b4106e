// A pattern of chunks as a user gives it, by rank or at random.
#pragma once

#include <cstdint>
#include <optional>

#include "claims/json.hpp"
#include "lowerbounds/anna/receptive_field.hpp"

namespace attest {

struct PatternSize {
  int n = 1;
  int b = 1;
  int depth = 1;
  ChunkSize size = ChunkSize::at_most;
};

struct ChosenPattern {
  ChunkPattern pattern;
  Json json;
  std::optional<Integer> rank;
};

// {"layers": [[[1, 2], [3]], ...]}: for each layer a partition of [N] into chunks of the size allowed. By rank up
// to N = 10, layer 1 most significant, a layer's partitions in the order of chunk_layers(). Throws UsageError
// that names what is wrong.
ChosenPattern chosen_pattern(const Json& given, const PatternSize& size, std::uint64_t seed);

// As chosen_pattern reads it.
Json pattern_as_json(const ChunkPattern& pattern, int n);

}  // namespace attest
