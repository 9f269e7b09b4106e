// Tiny gap instances for the tests of the reductions to poly-attention.
#pragma once

#include <functional>
#include <vector>

#include "reductions/problems/inner_products.hpp"

namespace attest::testing {

inline problems::BitVectors bit_rows(const std::vector<std::vector<int>>& list) {
  return problems::BitVectors::from_rows(list);
}

// Every gap instance that keeps the promise, each set being a list of n vectors of dimension d in ascending
// order, repetitions allowed: straight from the definition.
inline void every_gap_instance(problems::Family family, std::size_t order, std::size_t sets, std::size_t n,
                               std::size_t d, long m, const Rational& epsilon,
                               const std::function<void(const problems::InnerProducts&)>& visit) {
  std::vector<problems::BitVectors> candidates;
  const std::size_t vectors = std::size_t{1} << d;
  std::size_t words = 1;
  for (std::size_t i = 0; i < n; ++i) words *= vectors;
  for (std::size_t word = 0; word < words; ++word) {
    std::vector<std::vector<int>> rows;
    std::size_t last = 0;
    bool ascending = true;
    for (std::size_t i = 0, rest = word; i < n; ++i, rest /= vectors) {
      const std::size_t vector = rest % vectors;
      ascending = ascending && vector >= last;
      last = vector;
      rows.emplace_back();
      for (std::size_t c = 0; c < d; ++c) rows.back().push_back(static_cast<int>((vector >> c) & 1));
    }
    if (ascending) candidates.push_back(bit_rows(rows));
  }
  std::vector<std::size_t> pick(sets, 0);
  while (true) {
    std::vector<problems::BitVectors> chosen;
    for (const std::size_t i : pick) chosen.push_back(candidates[i]);
    const auto instance = problems::gap_version(family, order, std::move(chosen), m, epsilon);
    if (!problems::promise_breach(instance)) visit(instance);
    std::size_t i = sets;
    while (i > 0 && ++pick[i - 1] == candidates.size()) pick[--i] = 0;
    if (i == 0) return;
  }
}

}  // namespace attest::testing
