// Random numbers that are the same on every platform: the 64-bit Mersenne Twister, whose sequence the C++
// standard fixes, and rejection sampling on top of it (the standard's distributions are not fixed).
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace attest {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // Uniform on {0, ..., n-1}; n >= 1.
  std::uint64_t below(std::uint64_t n);

  // Uniform on {first, ..., last}; first <= last.
  long between(long first, long last) {
    return first + static_cast<long>(below(static_cast<std::uint64_t>(last - first) + 1));
  }

  // True with probability numerator/denominator; denominator >= 1.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }

  // A uniform permutation in place (Fisher-Yates). Two containers are permuted alike by `shuffle_together`.
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t k = values.size(); k > 1; --k) std::swap(values[k - 1], values[below(k)]);
  }
  template <class T, class U>
  void shuffle_together(std::vector<T>& a, std::vector<U>& b) {
    for (std::size_t k = a.size(); k > 1; --k) {
      const std::size_t other = below(k);
      std::swap(a[k - 1], a[other]);
      std::swap(b[k - 1], b[other]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace attest
