#include "algorithms/approximation/given_matrices.hpp"

#include <fmt/format.h>

#include <random>

namespace attest {

namespace {

constexpr long all_corners_up_to = 6;  // entries of Q
constexpr std::uint64_t some_corners = 8;
constexpr std::uint64_t seeds = 3;

}  // namespace

GivenMatrices random_matrices(std::uint64_t seed, std::size_t variables, long n, long d,
                              const Rational& gamma) {
  std::mt19937_64 generator(seed);
  const auto eighths = [&] { return Rational(static_cast<long>(generator() % 17) - 8) / 8; };
  GivenMatrices result{fmt::format("seed {}", seed), {}, {}};
  for (std::size_t j = 0; j < 2 * variables - 1; ++j) {
    RationalMatrix matrix(n, d);
    for (long i = 0; i < n; ++i) {
      for (long c = 0; c < d; ++c) matrix(i, c) = j < variables ? Rational(gamma * eighths()) : eighths();
    }
    (j < variables ? result.q : result.v).push_back(std::move(matrix));
  }
  return result;
}

GivenMatrices corner_matrices(std::uint64_t pattern, std::size_t variables, long n, long d,
                              const Rational& gamma) {
  GivenMatrices result{fmt::format("corner {}", pattern), {}, {}};
  unsigned long bit = 0;
  for (std::size_t j = 0; j < variables; ++j) {
    RationalMatrix q(n, d);
    for (long i = 0; i < n; ++i) {
      for (long c = 0; c < d; ++c) q(i, c) = (pattern >> (bit++ % 64) & 1) != 0 ? gamma : Rational(-gamma);
    }
    result.q.push_back(std::move(q));
    if (j == 0) continue;
    RationalMatrix v(n, d);
    for (long i = 0; i < n; ++i) {
      for (long c = 0; c < d; ++c) v(i, c) = Rational(i % 2 == 0 ? 1 : -1);
    }
    result.v.push_back(std::move(v));
  }
  return result;
}

std::vector<GivenMatrices> given_matrices(std::size_t variables, long n, long d, const Rational& gamma) {
  std::vector<GivenMatrices> result;
  const long entries = static_cast<long>(variables) * n * d;
  if (entries <= all_corners_up_to) {
    for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << entries; ++pattern)
      result.push_back(corner_matrices(pattern, variables, n, d, gamma));
  } else {
    // All equal signs both ways, then patterns without a period that fits the rows.
    result.push_back(corner_matrices(0, variables, n, d, gamma));
    for (std::uint64_t k = 1; k < some_corners; ++k)
      result.push_back(corner_matrices(k * 0x9e3779b97f4a7c15U | (k == 1 ? ~std::uint64_t{0} : 0), variables,
                                       n, d, gamma));
  }
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    result.push_back(random_matrices(seed, variables, n, d, gamma));
  return result;
}

}  // namespace attest
