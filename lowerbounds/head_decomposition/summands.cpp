#include "lowerbounds/head_decomposition/summands.hpp"

#include <algorithm>

namespace attest {

Summand summand(std::uint64_t token, std::uint64_t symbol) {
  return token << 16 | symbol;
}

Summand summand(std::uint64_t token_1, std::uint64_t symbol_1, std::uint64_t token_2,
                std::uint64_t symbol_2) {
  return summand(token_1, symbol_1) << 32 | summand(token_2, symbol_2);
}

bool same_sum(const Summands& x, const Summands& y, const Summands& u, const Summands& v) {
  const auto together = [](Summands a, const Summands& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    return a;
  };
  return together(x, y) == together(u, v);
}

Summands standard_head(const std::vector<int>& symbols) {
  Summands sum;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    sum.push_back(summand(i, static_cast<std::uint64_t>(symbols[i])));
  }
  return sum;
}

Summands triangular_head(const std::vector<std::vector<int>>& symbols, int row, int column) {
  const std::size_t m = symbols.size();
  const auto i = static_cast<std::size_t>(row);
  const auto j = static_cast<std::size_t>(column);
  Summands sum;
  for (std::size_t l = 0; l < m; ++l) {
    sum.push_back(summand(i * m + l, static_cast<std::uint64_t>(symbols[i][l]), l * m + j,
                          static_cast<std::uint64_t>(symbols[l][j])));
  }
  return sum;
}

}  // namespace attest
