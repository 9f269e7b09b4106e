#include "constructions/dat/selection_gap.hpp"

#include <stdexcept>

namespace attest {

namespace {

Rational power_of(const Rational& base, long exponent) {
  const auto times = static_cast<unsigned long>(exponent);
  return Rational(power(numerator_of(base), times), power(denominator_of(base), times));
}

}  // namespace

Utility utility_from_string(const std::string& text) {
  if (text == "nearest") return Utility::nearest;
  if (text == "farthest") return Utility::farthest;
  if (text == "largest") return Utility::largest;
  throw std::out_of_range("no utility: " + text);
}

Rational utility_of(Utility utility, const Rational& x, const Rational& y) {
  if (utility == Utility::largest) return y;
  const Rational distance = boost::multiprecision::abs(Rational(x - y));
  return utility == Utility::farthest ? distance : Rational(-distance);
}

// n = 1: there is no other object. Else let F be the law of one object's utility. The selected object is each of the n with
// the same probability, so that the event's is n E[F(t - e)^(n-1)] over the selected object's utility t.
//
// largest: F(t) = t; the integral of n (t - e)^(n-1) from e to 1 is (1 - e)^n.
//
// nearest and farthest, by the distance t: with a = min(x, 1 - x) there are at most t of x the share F(t) = 2t of the
// objects (t <= a), a + t (a <= t <= 1 - a), 1. For a given x, z_+ = max(z, 0):
//   nearest, n E[(1 - F(t + e))^(n-1)]:
//     e <= a: (1 - 2e)^n - (1 - 2a)^n + 2((1 - 2a)^n - (1 - 2a - e)_+^n) + (1 - 2a - e)_+^n (t to a - e, to a, to 1 - a - e);
//     e >= a: 2((1 - a - e)_+^n - (1 - 2a - e)_+^n) + (1 - 2a - e)_+^n (t to a, to 1 - a - e);
//   farthest, n E[F(t - e)_+^(n-1)]:
//     a <= (1 - e)/2: (2(a - e)_+)^n + ((2a)^n - (2(a - e)_+)^n)/2 + (1 - e)^n - (2a)^n (t from e to a, to a + e, to 1 - a);
//     a >= (1 - e)/2: (2(a - e)_+)^n + ((2(1 - a - e)_+)^n - (2(a - e)_+)^n)/2 (t from e to a, to 1 - a).
// a is uniform on [0, 1/2]; the integrals over it are
//   nearest:  (3 (1 - e)^(n+1) + (n - 2) (1 - 2e)_+^(n+1))/(n + 1),
//   farthest: (1 - e)^(n+1).
Rational gap_probability(Utility utility, long n, const Rational& e) {
  if (n == 1) return 1;
  switch (utility) {
    case Utility::largest:
      return power_of(1 - e, n);
    case Utility::farthest:
      return power_of(1 - e, n + 1);
    case Utility::nearest: {
      const Rational half = 2 * e < 1 ? power_of(1 - 2 * e, n + 1) : Rational(0);
      return (3 * power_of(1 - e, n + 1) + (n - 2) * half) / (n + 1);
    }
  }
  throw std::out_of_range("no utility");
}

// By bisection: the event shrinks as e grows, so its probability falls; at e = 0 it is 1.
GapWindow certain_gap(Utility utility, long n, const Rational& least) {
  for (unsigned long b = 20;; b += 10) {
    const Integer parts = power(2, b);
    Integer low = 0;
    Integer high = parts + 1;  // no e beyond 1
    while (high - low > 1) {
      const Integer middle = (low + high) / 2;
      (gap_probability(utility, n, Rational(middle, parts)) >= least ? low : high) = middle;
    }
    if (low >= 1024) return {Rational(low, parts), Rational(high, parts)};
  }
}

}  // namespace attest
