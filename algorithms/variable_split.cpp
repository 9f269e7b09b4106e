#include "algorithms/variable_split.hpp"

#include <algorithm>
#include <cstdint>

namespace attest {

namespace {

std::uint32_t set_of(const std::vector<std::size_t>& monomial) {
  std::uint32_t set = 0;
  for (const std::size_t v : monomial) set |= 1U << v;
  return set;
}

// The part of h on x_1 and the variables of `set`.
SplitPart part_of(const AttentionPolynomial& h, std::uint32_t set) {
  std::vector<std::size_t> variables{0};
  std::vector<std::size_t> number(h.variables(), 0);
  for (std::size_t v = 1; v < h.variables(); ++v) {
    if ((set >> v & 1U) == 0) continue;
    number[v] = variables.size();
    variables.push_back(v);
  }
  std::vector<std::vector<std::size_t>> monomials;
  std::vector<std::size_t> from;
  for (std::size_t k = 0; k < h.monomials().size(); ++k) {
    if ((set_of(h.monomials()[k]) & set) == 0) continue;
    monomials.emplace_back();
    for (const std::size_t v : h.monomials()[k]) monomials.back().push_back(number[v]);
    from.push_back(k);
  }
  // Renumbering keeps the order of the variables, so it keeps the order of the monomials.
  return {AttentionPolynomial(variables.size(), std::move(monomials)), std::move(variables), std::move(from)};
}

}  // namespace

bool SplitPart::contains_query() const {
  const auto& all = polynomial.monomials();
  return std::any_of(all.begin(), all.end(), [](const auto& monomial) { return monomial.front() == 0; });
}

std::vector<VariableSplit> splits_of(const AttentionPolynomial& h) {
  const std::uint32_t all = (1U << h.variables()) - 2;
  std::vector<VariableSplit> result;
  for (std::uint32_t set = 2; set < all; ++set) {
    if ((set & 1U) != 0 || (set & 2U) == 0) continue;  // f has x_2, and x_1 belongs to both
    const bool joined = std::any_of(h.monomials().begin(), h.monomials().end(), [&](const auto& monomial) {
      return (set_of(monomial) & set) != 0 && (set_of(monomial) & all & ~set) != 0;
    });
    if (!joined) result.push_back({part_of(h, set), part_of(h, all & ~set)});
  }
  return result;
}

}  // namespace attest
