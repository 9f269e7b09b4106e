#include <catch2/catch.hpp>
#include <limits>

#include "algorithms/hashing/exact_match_by_sorting.hpp"
#include "numeric/integer.hpp"
#include "oracles/exact_match.hpp"
#include "tasks/datasets/random.hpp"

namespace attest::hashing::exact_match_sorting_test {
namespace {

Rows<Rational> one_column(const std::vector<int>& entries) {
  Rows<Rational> result(static_cast<Eigen::Index>(entries.size()), 1);
  for (std::size_t k = 0; k < entries.size(); ++k) result(static_cast<Eigen::Index>(k), 0) = entries[k];
  return result;
}

std::vector<int> digits(int number, int base, int length) {
  std::vector<int> result;
  for (int k = 0; k < length; ++k) {
    result.push_back(number % base - 1);
    number /= base;
  }
  return result;
}

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns, long largest) {
  Eigen::MatrixXd result(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index c = 0; c < columns; ++c)
      result(i, c) = static_cast<double>(random.between(-largest, largest));
  }
  return result;
}

std::string refusal(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& K, const Eigen::MatrixXd& V) {
  try {
    exact_match_attention(Q, K, V);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Sorting gives Definition B.1 for all queries and keys of three letters", "[hashing]") {
  // 1 to 4 keys, 1 to 2 queries, values 1, 2, 4, 8 (sums tell which keys were met).
  long cases = 0;
  long wrong = 0;
  for (int n = 1; n <= 4; ++n) {
    for (int k = 0; k < static_cast<int>(std::pow(3, n)); ++k) {
      const auto keys = digits(k, 3, n);
      std::vector<RationalVector> key_vectors, value_vectors;
      Rows<Rational> V(n, 1);
      for (int j = 0; j < n; ++j) {
        V(j, 0) = 1 << j;
        key_vectors.push_back(RationalVector::Constant(1, Rational(keys[static_cast<std::size_t>(j)])));
        value_vectors.push_back(RationalVector::Constant(1, V(j, 0)));
      }
      for (int q = 0; q < 9; ++q) {
        const auto queries = digits(q, 3, 2);
        const auto found = exact_match_by_sorting<Rational>(one_column(queries), one_column(keys), V);
        for (int i = 0; i < 2; ++i) {
          const auto query = RationalVector::Constant(1, Rational(queries[static_cast<std::size_t>(i)]));
          const auto defined = exact_match(query, key_vectors, value_vectors);
          ++cases;
          if (found.attention(i, 0) != defined.value(0)) ++wrong;
          if (found.matches[static_cast<std::size_t>(i)] != static_cast<long>(defined.matches.size()))
            ++wrong;
        }
        if (found.comparisons > sorting_comparisons_bound(static_cast<std::uint64_t>(n), 2)) ++wrong;
        if (found.value_additions != static_cast<std::uint64_t>(n)) ++wrong;
      }
    }
  }
  CHECK(cases == 2 * 9 * (3 + 9 + 27 + 81));
  CHECK(wrong == 0);
}

TEST_CASE("Sorting agrees with the definition on random matrices, within its number of comparisons",
          "[hashing]") {
  Random random(17);
  for (const Eigen::Index n : {1, 2, 31, 32, 33, 400}) {
    const Eigen::MatrixXd Q = random_matrix(random, n, 3, 2);
    const Eigen::MatrixXd K = random_matrix(random, n, 3, 2);
    const Eigen::MatrixXd V = random_matrix(random, n, 2, 1000);
    const auto found = exact_match_attention(Q, K, V);
    const auto defined = exact_match_by_definition<double>(Q, K, V);
    // Sums of integers below 2^53 are exact in any order.
    CHECK(found.attention == defined.attention);
    CHECK(found.matches == defined.matches);
    const auto size = static_cast<std::uint64_t>(n);
    CHECK(defined.comparisons == size * size);
    CHECK(found.comparisons <= sorting_comparisons_bound(size, size));
    const Eigen::MatrixXf Qf = Q.cast<float>(), Kf = K.cast<float>(), Vf = V.cast<float>();
    const SortedMatches<float> in_float = exact_match_attention(Qf, Kf, Vf);
    CHECK(in_float.matches == found.matches);
    // Planted: a key's last coordinate is forgotten.
    if (n == 400) {
      const Eigen::MatrixXd Q2 = Q.leftCols(2), K2 = K.leftCols(2);
      CHECK(exact_match_attention(Q2, K2, V).matches != defined.matches);
    }
  }
}

TEST_CASE("Exact match refuses entries that are not finite, and shapes that do not fit", "[hashing]") {
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(3, 2);
  Eigen::MatrixXd bad = ones;
  bad(1, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal(ones, bad, ones) == "K: got \"nan\" at row 2, column 1, expected finite entries");
  bad(1, 0) = 1;
  bad(2, 1) = -std::numeric_limits<double>::infinity();
  CHECK(refusal(ones, ones, bad) == "V: got \"-inf\" at row 3, column 2, expected finite entries");
  CHECK(refusal(Eigen::MatrixXd::Ones(3, 1), ones, ones) ==
        "Q: got \"1 columns\", expected as many as K has");
  CHECK(refusal(ones, ones, Eigen::MatrixXd::Ones(2, 2)) == "V: got \"2 rows\", expected as many as K has");
  CHECK(refusal(ones, Eigen::MatrixXd(0, 2), Eigen::MatrixXd(0, 2)) ==
        "K: got \"0 rows\", expected at least one key");
}

}  // namespace attest::hashing::exact_match_sorting_test
