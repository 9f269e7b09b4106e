// Strassen attention as eq. (14)-(17) of seed 000_bd1f352bd128419d.txt (lines 105-116) say it, three loops
// over tokens: what the fast routes are timed against. Pair scores are exponentiated once, as every sensible
// program would; nothing else is shared between tuples. Not safe for large scores.
#pragma once

#include <vector>

#include "algorithms/scaled_attention.hpp"

namespace attest {

template <class Scalar>
Dense<Scalar> strassen_by_triple_loop(const AttentionMatrices<Scalar>& m) {
  const Eigen::Index n = m.queries[0].rows();
  const Eigen::Index d = m.values[0].cols();
  const auto factors = [&](std::size_t u, std::size_t v) -> Dense<Scalar> {
    return ((m.queries[u] * m.queries[v].transpose()) / m.score_divisor()).array().exp().matrix();
  };
  const Dense<Scalar> x = factors(0, 1);
  const Dense<Scalar> y = factors(1, 2);
  const Dense<Scalar> z = factors(0, 2);
  Dense<Scalar> result(n, d);
  std::vector<Scalar> sums(static_cast<std::size_t>(d));
  for (Eigen::Index i = 0; i < n; ++i) {
    std::fill(sums.begin(), sums.end(), Scalar(0));
    Scalar total = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      const Scalar* left = m.values[0].data() + j * d;
      for (Eigen::Index k = 0; k < n; ++k) {
        const Scalar* right = m.values[1].data() + k * d;
        const Scalar weight = x(i, j) * y(j, k) * z(i, k);
        total += weight;
        for (Eigen::Index c = 0; c < d; ++c)
          sums[static_cast<std::size_t>(c)] += weight * (left[c] * right[c]);
      }
    }
    for (Eigen::Index c = 0; c < d; ++c) result(i, c) = sums[static_cast<std::size_t>(c)] / total;
  }
  return result;
}

}  // namespace attest
