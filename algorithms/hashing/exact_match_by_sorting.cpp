#include "algorithms/hashing/exact_match_by_sorting.hpp"

#include <bit>

namespace attest::hashing {

namespace {

template <class Matrix>
auto attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  require_finite(Q, "Q");
  require_finite(K, "K");
  require_finite(V, "V");
  using Scalar = typename Matrix::Scalar;
  return exact_match_by_sorting<Scalar>(Q, K, V);
}

}  // namespace

std::uint64_t sorting_comparisons_bound(std::uint64_t keys, std::uint64_t queries) {
  const auto ceiling = static_cast<std::uint64_t>(std::bit_width(keys - 1));
  const auto floor = static_cast<std::uint64_t>(std::bit_width(keys) - 1);
  return keys * ceiling + keys - 1 + queries * (floor + 2);
}

SortedMatches<double> exact_match_attention(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& K,
                                            const Eigen::MatrixXd& V) {
  return attention(Q, K, V);
}

SortedMatches<float> exact_match_attention(const Eigen::MatrixXf& Q, const Eigen::MatrixXf& K,
                                           const Eigen::MatrixXf& V) {
  return attention(Q, K, V);
}

}  // namespace attest::hashing
