// All gap instances of a small size that keep their promise. A set is a list of n vectors, repetitions
// allowed (the gap step makes them), in ascending order: another order of the list only permutes rows.
#pragma once

#include <cstdint>
#include <functional>

#include "reductions/problems/inner_products.hpp"

namespace attest {

struct GapSize {
  problems::Family family = problems::Family::k_ip;
  std::size_t order = 2;
  std::size_t sets = 2;
  std::size_t n = 1;  // vectors in each set
  std::size_t d = 1;  // at most 5
  long m = 1;
  Rational epsilon = Rational(1, 2);
};

// Calls `visit` on each, sets in lexicographic order, until it returns false. A choice of the first sets that
// already breaks the promise is not extended. Throws UsageError for more than a million lists.
void for_each_gap_instance(const GapSize& size,
                           const std::function<bool(const problems::InnerProducts&)>& visit);

}  // namespace attest
