#include "lowerbounds/head_decomposition/quotient_instance.hpp"

namespace attest {

QuotientInstance quotient_instance(const std::vector<int>& p, const std::vector<int>& q) {
  const std::size_t s = p.size();
  const std::size_t m = 2 * s + 2;
  QuotientInstance instance;
  instance.A.assign(m, std::vector<int>(m, 0));
  instance.B = instance.A;
  instance.col.assign(m, 1);  // col(1) = col(2) = 1
  for (std::size_t j = 1; j <= s; ++j) {
    instance.A[1 - 1][2 + j - 1] = p[j - 1];      // A_{1,2+j} = p_j
    instance.B[2 + s + j - 1][2 - 1] = q[j - 1];  // B_{2+s+j,2} = q_j
    instance.col[2 + j - 1] = static_cast<int>(2 + j);
    instance.col[2 + s + j - 1] = static_cast<int>(2 + j);
  }
  return instance;
}

std::vector<std::vector<int>> token_symbols(const QuotientInstance& instance) {
  const std::size_t m = instance.col.size();
  const int colours = static_cast<int>(m) + 1;
  std::vector<std::vector<int>> symbols(m, std::vector<int>(m));
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      symbols[i][j] =
          ((instance.A[i][j] * 2 + instance.B[i][j]) * colours + instance.col[i]) * colours + instance.col[j];
    }
  }
  return symbols;
}

std::vector<int> bit_word(unsigned number, int length) {
  std::vector<int> word;
  for (int i = length - 1; i >= 0; --i) word.push_back(static_cast<int>(number >> i & 1U));
  return word;
}

}  // namespace attest
