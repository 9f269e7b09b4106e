// Random numbers that are the same on every platform: std::mt19937_64 is fixed by the standard, the standard
// distributions are not, so that draws are made here.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::problems {

class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : generator_(seed) {}

  // Uniform in 0..bound-1; bound >= 1.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = std::mt19937_64::max() - std::mt19937_64::max() % bound;
    std::uint64_t drawn = generator_();
    while (drawn >= limit) drawn = generator_();
    return drawn % bound;
  }

  bool coin() { return below(2) == 1; }

  // True with probability p/q, q below 2^64.
  bool chance(const Rational& probability) {
    return Integer(below(static_cast<std::uint64_t>(denominator_of(probability)))) <
           numerator_of(probability);
  }

  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64 generator_;
};

}  // namespace attest::problems
