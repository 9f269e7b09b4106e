// Exact-match attention (seed 001_9fe7599dfb64bc47.txt, Definition B.1, lines 458-466) in O(n log n)
// comparisons of keys instead of n^2: sort the keys, add up the values of equal ones, look every query up.
//
// With n keys in g groups and q queries of m numbers: at most n ceil(log2 n) comparisons to sort, n - 1 to
// group, q (floor(log2 g) + 2) to look up; n additions of values. Scalars need <, == and exact or rounded +
// and
// /. On double and float equal keys are bitwise equal numbers (0 and -0 are one); use exact_match_attention,
// which refuses entries that are not finite.
#pragma once

#include <algorithm>
#include <numeric>

#include "algorithms/finite.hpp"
#include "algorithms/hashing/anna.hpp"
#include "claims/usage_error.hpp"

namespace attest::hashing {

template <class Scalar>
struct SortedMatches {
  Rows<Scalar> attention;     // one row a query: the average value of the keys equal to it, zero without one
  std::vector<long> matches;  // how many
  std::uint64_t comparisons = 0;  // of rows
  std::uint64_t value_additions = 0;
};

// n ceil(log2 n) + n - 1 + q (floor(log2 n) + 2): at most so many comparisons for n >= 1 keys, q queries.
std::uint64_t sorting_comparisons_bound(std::uint64_t keys, std::uint64_t queries);

// Q and K have the same number of columns, K and V the same number of rows, at least one; else UsageError.
template <class Scalar>
SortedMatches<Scalar> exact_match_by_sorting(const Rows<Scalar>& Q, const Rows<Scalar>& K,
                                             const Rows<Scalar>& V) {
  using Eigen::Index;
  if (K.rows() < 1) throw UsageError("K", "0 rows", "at least one key");
  if (Q.cols() != K.cols()) throw UsageError("Q", std::to_string(Q.cols()) + " columns", "as many as K has");
  if (V.rows() != K.rows()) throw UsageError("V", std::to_string(V.rows()) + " rows", "as many as K has");
  SortedMatches<Scalar> result;
  // Negative, zero or positive, as row a of A comes before, is equal to or comes after row b of B.
  const auto order = [&result](const Rows<Scalar>& A, Index a, const Rows<Scalar>& B, Index b) {
    ++result.comparisons;
    for (Index c = 0; c < A.cols(); ++c) {
      if (A(a, c) < B(b, c)) return -1;
      if (B(b, c) < A(a, c)) return 1;
    }
    return 0;
  };
  std::vector<Index> sorted(static_cast<std::size_t>(K.rows()));
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::vector<Index> other(sorted.size());
  const auto before = [&](Index a, Index b) { return order(K, a, K, b) < 0; };
  // Merging p and p' numbers takes at most p + p' - 1 comparisons (std::merge).
  const auto sort = [&](const auto& self, std::size_t first, std::size_t last) -> void {
    if (last - first < 2) return;
    const std::size_t middle = first + (last - first) / 2;
    self(self, first, middle);
    self(self, middle, last);
    const auto at = [&](std::size_t place) { return sorted.begin() + static_cast<std::ptrdiff_t>(place); };
    const auto end = std::merge(at(first), at(middle), at(middle), at(last), other.begin(), before);
    std::copy(other.begin(), end, at(first));
  };
  sort(sort, 0, sorted.size());

  std::vector<Index> representative;  // of each group, ascending
  std::vector<long> size;
  Rows<Scalar> sums = Rows<Scalar>::Constant(K.rows(), V.cols(), Scalar(0));
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (k == 0 || order(K, sorted[k - 1], K, sorted[k]) != 0) {
      representative.push_back(sorted[k]);
      size.push_back(0);
    }
    sums.row(static_cast<Index>(size.size()) - 1) += V.row(sorted[k]);
    ++result.value_additions;
    ++size.back();
  }

  result.attention = Rows<Scalar>::Constant(Q.rows(), V.cols(), Scalar(0));
  result.matches.assign(static_cast<std::size_t>(Q.rows()), 0);
  for (Index i = 0; i < Q.rows(); ++i) {
    const auto found = std::partition_point(representative.begin(), representative.end(),
                                            [&](Index key) { return order(K, key, Q, i) < 0; });
    if (found == representative.end() || order(K, *found, Q, i) != 0) continue;
    const auto group = found - representative.begin();
    const long count = size[static_cast<std::size_t>(group)];
    result.matches[static_cast<std::size_t>(i)] = count;
    for (Index a = 0; a < V.cols(); ++a) result.attention(i, a) = sums(group, a) / Scalar(count);
  }
  return result;
}

// Definition B.1 term by term: n q comparisons.
template <class Scalar>
SortedMatches<Scalar> exact_match_by_definition(const Rows<Scalar>& Q, const Rows<Scalar>& K,
                                                const Rows<Scalar>& V) {
  SortedMatches<Scalar> result;
  result.attention = Rows<Scalar>::Constant(Q.rows(), V.cols(), Scalar(0));
  result.matches.assign(static_cast<std::size_t>(Q.rows()), 0);
  for (Eigen::Index i = 0; i < Q.rows(); ++i) {
    long& count = result.matches[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < K.rows(); ++j) {
      ++result.comparisons;
      if (Q.row(i) != K.row(j)) continue;
      result.attention.row(i) += V.row(j);
      ++result.value_additions;
      ++count;
    }
    if (count == 0) continue;
    for (Eigen::Index a = 0; a < V.cols(); ++a) result.attention(i, a) /= Scalar(count);
  }
  return result;
}

// For real sizes. UsageError for shapes as above and for entries that are not finite, with their position.
SortedMatches<double> exact_match_attention(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& K,
                                            const Eigen::MatrixXd& V);
SortedMatches<float> exact_match_attention(const Eigen::MatrixXf& Q, const Eigen::MatrixXf& K,
                                           const Eigen::MatrixXf& V);

}  // namespace attest::hashing
