// Consecutive indices of things that are done one by one, by one rank or several.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "claims/json.hpp"

namespace attest {

struct IndexRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - first; }
  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

// Up to `most` chunks of up to `size` indices from the front of what is left, which they are taken from.
std::vector<IndexRange> take_chunks(std::deque<IndexRange>& left, std::size_t most, std::uint64_t size);

// [first, end]. UsageError where it is none.
Json to_json(const IndexRange& range);
IndexRange range_from_json(const Json& json);

}  // namespace attest
