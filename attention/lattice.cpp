#include "attention/lattice.hpp"

#include "claims/stop.hpp"

namespace attest::attention {

std::vector<std::vector<Integer>> lattice_generators(const std::vector<std::vector<Integer>>& vectors) {
  std::vector<std::vector<Integer>> basis;  // [column]: leading entry there, or empty
  for (std::vector<Integer> vector : vectors) {
    check_stop();
    if (vector.size() > basis.size()) basis.resize(vector.size());
    for (std::size_t column = 0; column < vector.size(); ++column) {
      std::vector<Integer>& leader = basis[column];
      // Euclid on the two entries; the combinations of both vectors stay the same.
      while (vector[column] != 0) {
        if (leader.empty()) {
          leader = vector;
          break;
        }
        const Integer quotient = vector[column] / leader[column];
        for (std::size_t c = column; c < vector.size(); ++c) vector[c] -= quotient * leader[c];
        if (vector[column] != 0) std::swap(vector, leader);
      }
      if (!leader.empty() && leader == vector) break;  // it became a generator itself
    }
  }
  std::vector<std::vector<Integer>> result;
  for (auto& generator : basis) {
    if (!generator.empty()) result.push_back(std::move(generator));
  }
  return result;
}

Integer common_divisor(const std::vector<std::vector<std::vector<Integer>>>& factors) {
  // The form is linear in each factor, so generators in the place of the vectors give the same divisor.
  std::vector<std::vector<std::vector<Integer>>> generators;
  for (const auto& vectors : factors) generators.push_back(lattice_generators(vectors));
  std::vector<std::vector<Integer>> products = generators.front();
  for (std::size_t k = 1; k < generators.size(); ++k) {
    std::vector<std::vector<Integer>> next;
    for (const auto& a : products) {
      check_stop();
      for (const auto& b : generators[k]) {
        next.push_back(a);
        for (std::size_t c = 0; c < a.size(); ++c) next.back()[c] *= b[c];
      }
    }
    // Products of generators generate the products; no more of them than coordinates are needed.
    products = lattice_generators(next);
  }
  Integer divisor = 0;
  for (const auto& product : products) {
    Integer sum = 0;
    for (const Integer& entry : product) sum += entry;
    divisor = boost::multiprecision::gcd(divisor, sum);
  }
  return divisor;
}

}  // namespace attest::attention
