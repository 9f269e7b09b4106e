#include "verification/visited.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace attest {

void Visited::add(IndexRange range, const Tally& tally) {
  if (range.end < range.first || tally.checked != range.size())
    throw std::logic_error("a tally of another number of inputs than visited");
  if (range.size() == 0) return;
  const auto next = std::partition_point(ranges_.begin(), ranges_.end(),
                                         [&](const IndexRange& known) { return known.first < range.first; });
  const bool joins_next = next != ranges_.end() && next->first == range.end;
  const bool joins_last = next != ranges_.begin() && std::prev(next)->end == range.first;
  if ((next != ranges_.end() && next->first < range.end) ||
      (next != ranges_.begin() && std::prev(next)->end > range.first))
    throw std::logic_error("an input was visited twice");
  if (joins_last && joins_next) {
    std::prev(next)->end = next->end;
    ranges_.erase(next);
  } else if (joins_last) {
    std::prev(next)->end = range.end;
  } else if (joins_next) {
    next->first = range.first;
  } else {
    ranges_.insert(next, range);
  }
  tally_.merge(tally);
}

std::vector<IndexRange> Visited::rest(InputIndex limit) const {
  std::vector<IndexRange> result;
  InputIndex next = 0;
  for (const IndexRange& range : ranges_) {
    if (range.first >= limit) break;
    if (range.first > next) result.push_back({next, range.first});
    next = range.end;
  }
  if (next < limit) result.push_back({next, limit});
  return result;
}

bool Visited::has(InputIndex index) const {
  const auto behind = std::partition_point(ranges_.begin(), ranges_.end(),
                                           [&](const IndexRange& range) { return range.first <= index; });
  return behind != ranges_.begin() && index < std::prev(behind)->end;
}

}  // namespace attest
