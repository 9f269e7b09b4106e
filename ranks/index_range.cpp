#include "ranks/index_range.hpp"

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"

namespace attest {

std::vector<IndexRange> take_chunks(std::deque<IndexRange>& left, std::size_t most, std::uint64_t size) {
  std::vector<IndexRange> chunks;
  while (chunks.size() < most && !left.empty()) {
    IndexRange& range = left.front();
    chunks.push_back({range.first, range.first + std::min(size, range.size())});
    range.first = chunks.back().end;
    if (range.size() == 0) left.pop_front();
  }
  return chunks;
}

Json to_json(const IndexRange& range) {
  return {range.first, range.end};
}

IndexRange range_from_json(const Json& json) {
  const auto index = [&](std::size_t which) {
    return to_size(integer_from_json(json.at(which), "range", "an index"));
  };
  const IndexRange range{index(0), index(1)};
  if (json.size() != 2 || range.first >= range.end) throw UsageError("range: expected [first, end]");
  return range;
}

}  // namespace attest
