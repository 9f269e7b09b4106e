// A rational with machine integers, in lowest terms: what averaging a few words makes of them. The caller
// keeps numerators and denominators below 2^62.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace attest::mpc {

struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;  // positive
  bool zero() const { return numerator == 0; }
  friend bool operator==(const Fraction&, const Fraction&) = default;
  friend auto operator<=>(const Fraction&, const Fraction&) = default;  // an order for maps, not by value
};

inline Fraction fraction(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return {};
  const std::int64_t common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

// What a product of two of their numbers needs.
__extension__ using WideInteger = __int128;

inline bool is_less(const Fraction& a, const Fraction& b) {
  return static_cast<WideInteger>(a.numerator) * b.denominator <
         static_cast<WideInteger>(b.numerator) * a.denominator;
}

// A token's embedding.
using Row = std::vector<Fraction>;

}  // namespace attest::mpc
