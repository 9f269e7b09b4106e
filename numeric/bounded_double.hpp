// A binary64 number with a bound on how far it is from the real number that it stands for: the arithmetic
// of a filter. What the bound leaves open goes to intervals.
//
// Invariant: |value - x| <= error for the real x, unless one of the two is not finite, in which case
// nothing is claimed. u = 2^-53: a rounded sum or product v is within u |v| + 2^-1074 of the exact one.
#pragma once

#include <cmath>
#include <limits>

namespace attest {

struct BoundedDouble {
  double value = 0;
  double error = 0;

  // Bounds of x.
  double upper() const { return std::nextafter(value + error, std::numeric_limits<double>::infinity()); }
  double lower() const { return std::nextafter(value - error, -std::numeric_limits<double>::infinity()); }
};

// An upper bound for the sum of nonnegative terms that `e` was computed from with at most six roundings on
// the way to each: every rounding loses at most a factor 1 - 2^-53, and what underflows is far below 2^-1000.
// The constant is a normal number on purpose; subnormal ones cost a hundred cycles each.
inline double outward(double e) {
  return e * (1 + 0x1p-50) + 0x1p-1000;
}

inline BoundedDouble operator+(const BoundedDouble& a, const BoundedDouble& b) {
  const double v = a.value + b.value;
  return {v, outward(a.error + b.error + std::abs(v) * 0x1p-53)};
}

inline BoundedDouble operator-(const BoundedDouble& a) {
  return {-a.value, a.error};
}

inline BoundedDouble operator*(const BoundedDouble& a, const BoundedDouble& b) {
  const double v = a.value * b.value;
  return {v, outward(std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error +
                     std::abs(v) * 0x1p-53)};
}

// |a/b - x/y| <= (e_a + |a/b| e_b) / (b - e_b) for |x - a| <= e_a, |y - b| <= e_b < b, and a/b is within its
// rounding of the computed quotient. A denominator that may be zero gives an infinite error.
inline BoundedDouble operator/(const BoundedDouble& a, const BoundedDouble& b) {
  const double v = a.value / b.value;
  const double rounding = std::abs(v) * 0x1p-53 + 0x1p-1000;
  const double least = (b.value - b.error) * (1 - 0x1p-51);  // at most the exact difference
  if (!(least > 0)) return {v, std::numeric_limits<double>::infinity()};
  return {v, outward((a.error + (std::abs(v) + rounding) * b.error) / least + rounding)};
}

}  // namespace attest
