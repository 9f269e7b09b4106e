#include "verification/proof/few_tuples.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace attest::few_tuples_test {

using proof::Laurent;
using proof::TiedTuple;

namespace {

Laurent v(const std::string& name) {
  return Laurent::variable(name);
}

// The pairs of two tokens with l = p + p_j + p_k - m, ties 2j + k.
std::vector<TiedTuple> pairs() {
  std::vector<TiedTuple> all;
  for (long j = 1; j <= 2; ++j) {
    for (long k = 1; k <= 2; ++k) {
      all.push_back(
          {v("p") + v("p" + std::to_string(j)) + v("p" + std::to_string(k)) - v("m"), Rational(2 * j + k)});
    }
  }
  return all;
}

}  // namespace

TEST_CASE("Signs that are excluded occur for no numbers, and those that occur are not", "[proof]") {
  const auto possible = proof::possible_signs(pairs());
  std::vector<std::vector<int>> seen;
  for (long p = 1; p <= 6; ++p) {
    for (long p1 = 1; p1 <= 6; ++p1) {
      for (long p2 = 1; p2 <= 6; ++p2) {
        for (long m = 2; m <= 20; ++m) {
          const std::vector<long> l{p + 2 * p1 - m, p + p1 + p2 - m, p + p2 + p1 - m, p + 2 * p2 - m};
          long least = 1000;
          for (const long x : l) least = std::min(least, std::abs(x));
          if (least == 0) continue;
          std::vector<int> signs;
          for (const long x : l) signs.push_back(std::abs(x) == least ? (x > 0 ? 1 : -1) : 0);
          CHECK(std::find(possible.begin(), possible.end(), signs) != possible.end());
          if (std::find(seen.begin(), seen.end(), signs) == seen.end()) seen.push_back(signs);
        }
      }
    }
  }
  CHECK(seen.size() >= 8);
  // All four with one sign and the last one with the other: the middle two are the first one, and so is the last.
  CHECK(std::find(possible.begin(), possible.end(), std::vector<int>{1, 1, 1, -1}) == possible.end());
}

TEST_CASE("The least share of the pairs of two tokens is that of one pair against two", "[proof]") {
  const auto tuples = pairs();
  const Interval rate(Rational(7, 10), 128);
  const Interval found = proof::least_share(tuples, proof::possible_signs(tuples), rate);
  // (2,2), 1, against (1,2) and (2,1), q + q^2: by double arithmetic.
  const double q = 0.49658530379140951;
  const double expected = (1 - q - q * q) / (1 + q + q * q);
  CHECK(found.lower_double() <= expected + 1e-12);
  CHECK(found.upper_double() >= expected - 1e-12);
  // With free integers at all four the others could outweigh the best one nearly: 1 against q + q^2 + q^3.
  std::vector<TiedTuple> free = tuples;
  for (std::size_t t = 0; t < free.size(); ++t) free[t].integer = v("x" + std::to_string(t));
  CHECK(proof::possible_signs(free).size() == 80);
  CHECK(proof::least_share(free, proof::possible_signs(free), rate).upper_double() < expected);
}

}  // namespace attest::few_tuples_test
