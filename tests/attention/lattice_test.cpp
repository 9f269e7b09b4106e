// What all values of a form have in common, from generators and from all values.
#include "attention/lattice.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace attest::attention::lattice_test {

namespace {

using Vectors = std::vector<std::vector<Integer>>;

// The greatest common divisor of the form over every choice.
Integer by_all_choices(const std::vector<Vectors>& factors, std::size_t k, std::vector<Integer> product) {
  if (k == factors.size()) {
    Integer sum = 0;
    for (const Integer& entry : product) sum += entry;
    return boost::multiprecision::abs(sum);
  }
  Integer divisor = 0;
  for (const auto& vector : factors[k]) {
    std::vector<Integer> next = product;
    for (std::size_t c = 0; c < next.size(); ++c) next[c] *= vector[c];
    divisor = boost::multiprecision::gcd(divisor, by_all_choices(factors, k + 1, next));
  }
  return divisor;
}

}  // namespace

TEST_CASE("The common divisor of a form's values shows on generators", "[attention][lattice]") {
  std::mt19937_64 random(7);
  const auto pick = [&](long from, long to) { return std::uniform_int_distribution<long>(from, to)(random); };
  int larger_than_one = 0;
  for (int round = 0; round < 500; ++round) {
    const auto length = static_cast<std::size_t>(pick(1, 4));
    const long step = pick(1, 3);
    std::vector<Vectors> factors(static_cast<std::size_t>(pick(2, 3)));
    for (Vectors& vectors : factors) {
      vectors.resize(static_cast<std::size_t>(pick(1, 6)));
      for (auto& vector : vectors) {
        for (std::size_t c = 0; c < length; ++c) vector.emplace_back(step * pick(-9, 9));
      }
    }
    const Integer expected = by_all_choices(factors, 0, std::vector<Integer>(length, 1));
    REQUIRE(common_divisor(factors) == expected);
    larger_than_one += expected > 1 ? 1 : 0;
  }
  CHECK(larger_than_one > 100);
}

TEST_CASE("Generators span what the vectors span and are no more than coordinates", "[attention][lattice]") {
  const auto generators = lattice_generators({{6, 4}, {10, 0}, {}, {0, 4}, {15, 2}});
  REQUIRE(generators.size() == 2);
  // The determinant of the lattice: the greatest common divisor of all 2 x 2 minors.
  const Integer determinant = generators[0][0] * generators[1][1] - generators[0][1] * generators[1][0];
  CHECK(boost::multiprecision::abs(determinant) == 4);
  CHECK(common_divisor({{{0, 0}}, {{1, 2}}}) == 0);
}

}  // namespace attest::attention::lattice_test
