// Multisets as ascending sequences of letters 0, 1, ..., in lexicographic order.
#pragma once

#include <vector>

#include "numeric/integer.hpp"

namespace attest {

// How many have that length: binom(letters + length - 1, length).
Integer ascending_count(const Integer& letters, std::size_t length);

// The one of that rank, 0 <= rank < ascending_count().
std::vector<Integer> ascending_of_rank(Integer rank, const Integer& letters, std::size_t length);

}  // namespace attest
