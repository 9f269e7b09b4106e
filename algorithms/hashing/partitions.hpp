// All partitions of n points into buckets.
#pragma once

#include <algorithm>
#include <vector>

namespace attest::hashing {

// Each as bucket numbers that first occur in the order 0, 1, 2, ... (restricted growth).
inline std::vector<std::vector<int>> partitions(std::size_t n) {
  std::vector<std::vector<int>> result{{}};
  for (std::size_t length = 0; length < n; ++length) {
    std::vector<std::vector<int>> longer;
    for (const auto& partition : result) {
      const int buckets = partition.empty() ? 0 : 1 + *std::max_element(partition.begin(), partition.end());
      for (int b = 0; b <= buckets; ++b) {
        longer.push_back(partition);
        longer.back().push_back(b);
      }
    }
    result = std::move(longer);
  }
  return result;
}

}  // namespace attest::hashing
