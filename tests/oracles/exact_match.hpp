// Exact-match attention (seed 001_9fe7599dfb64bc47.txt, Definition B.1, lines 458-466), as it stands: the average of the values
// whose key equals the query; zero where there is none.
#pragma once

#include <vector>

#include "numeric/integer.hpp"

namespace attest {

struct ExactMatchOutput {
  RationalVector value;
  std::vector<std::size_t> matches;  // tokens (0-based) whose key equals the query, ascending
};

// Keys and values have the same number of entries, at least one.
inline ExactMatchOutput exact_match(const RationalVector& query, const std::vector<RationalVector>& keys,
                                    const std::vector<RationalVector>& values) {
  ExactMatchOutput result;
  result.value = RationalVector::Constant(values.front().size(), Rational(0));
  for (std::size_t j = 0; j < keys.size(); ++j) {
    if (keys[j] != query) continue;
    result.matches.push_back(j);
    result.value += values[j];
  }
  if (!result.matches.empty()) result.value /= Rational(result.matches.size());
  return result;
}

}  // namespace attest
