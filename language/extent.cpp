#include "language/extent.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::language {

namespace {

// A number with more bits than this bounds no range that could be run through.
constexpr unsigned longest_bound = 4096;

// Bounds that are too long to be of use are left out, so that they do not grow without end.
Extent trimmed(Extent e) {
  const auto too_long = [](const std::optional<Rational>& bound) {
    if (!bound || *bound == 0) return false;
    const Integer p = abs(numerator_of(*bound));
    return msb(p) > longest_bound || msb(denominator_of(*bound)) > longest_bound;
  };
  if (too_long(e.low)) e.low.reset();
  if (too_long(e.high)) e.high.reset();
  return e;
}

// Of four corners.
template <class Operation>
Extent of_corners(const Extent& a, const Extent& b, bool whole, const Operation& operation) {
  if (!a.bounded() || !b.bounded()) return {{}, {}, whole};
  const Rational corners[] = {operation(*a.low, *b.low), operation(*a.low, *b.high),
                              operation(*a.high, *b.low), operation(*a.high, *b.high)};
  return trimmed(Extent::of(*std::min_element(std::begin(corners), std::end(corners)),
                            *std::max_element(std::begin(corners), std::end(corners)), whole));
}

}  // namespace

Extent Extent::of(const Rational& low, const Rational& high, bool whole) {
  return {low, high, whole};
}

Extent hull(const Extent& a, const Extent& b) {
  Extent result;
  if (a.low && b.low) result.low = std::min(*a.low, *b.low);
  if (a.high && b.high) result.high = std::max(*a.high, *b.high);
  result.whole = a.whole && b.whole;
  return result;
}

Extent operator-(const Extent& a) {
  Extent result;
  if (a.high) result.low = Rational(-*a.high);
  if (a.low) result.high = Rational(-*a.low);
  result.whole = a.whole;
  return result;
}

Extent operator+(const Extent& a, const Extent& b) {
  Extent result;
  if (a.low && b.low) result.low = Rational(*a.low + *b.low);
  if (a.high && b.high) result.high = Rational(*a.high + *b.high);
  result.whole = a.whole && b.whole;
  return trimmed(result);
}

Extent operator*(const Extent& a, const Extent& b) {
  return of_corners(a, b, a.whole && b.whole,
                    [](const Rational& x, const Rational& y) { return Rational(x * y); });
}

Extent quotient(const Extent& a, const Extent& b) {
  if (!a.bounded() || !b.bounded()) return {};
  if (*b.low > 0 || *b.high < 0) {
    return of_corners(a, b, false, [](const Rational& x, const Rational& y) { return Rational(x / y); });
  }
  if (!b.whole) return {};
  const Rational most =
      std::max(Rational(abs(*a.low)), Rational(abs(*a.high)));  // |b| >= 1 where it is not 0
  return Extent::of(-most, most, false);
}

Extent floored(const Extent& a) {
  Extent result;
  if (a.low) result.low = Rational(floor_of(*a.low));
  if (a.high) result.high = Rational(floor_of(*a.high));
  result.whole = true;
  return result;
}

Extent floored_quotient(const Extent& a, const Extent& b) {
  Extent positive = b;
  if (positive.whole && positive.low && *positive.low < 1) positive.low = Rational(1);
  if (!positive.bounded() || *positive.low <= 0 || *positive.high < *positive.low) return {{}, {}, true};
  return floored(quotient(a, positive));
}

Extent remainder(const Extent& a, const Extent& b) {
  Extent result;
  result.low = Rational(0);
  result.whole = a.whole && b.whole;
  if (b.high) result.high = std::max(Rational(0), Rational(result.whole ? *b.high - 1 : *b.high));
  return result;
}

Extent raised(const Extent& base, const Extent& exponent) {
  Extent result;
  result.whole = base.whole;
  if (base.low && *base.low >= 0) result.low = Rational(0);
  if (!base.bounded() || !exponent.high || *exponent.high < 0) return result;
  const Rational most = std::max({Rational(1), Rational(abs(*base.low)), Rational(abs(*base.high))});
  const auto e = fits_long(floor_of(*exponent.high));
  // most^e with at most longest_bound bits, known before it is computed.
  const Integer above = floor_of(most) + 1;
  if (!e || *e > static_cast<long>(longest_bound) ||
      (static_cast<unsigned>(msb(above)) + 1) * *e > longest_bound) {
    return result;
  }
  const Rational bound(power(above, static_cast<unsigned long>(*e)));
  result.high = bound;
  if (!result.low) result.low = Rational(-bound);
  return result;
}

Extent absolute(const Extent& a) {
  Extent result;
  result.low = Rational(0);
  if (a.bounded()) result.high = std::max(Rational(abs(*a.low)), Rational(abs(*a.high)));
  result.whole = a.whole;
  return result;
}

Extent largest(const Extent& a, const Extent& b) {
  Extent result;
  if (a.low && b.low)
    result.low = std::max(*a.low, *b.low);
  else
    result.low = a.low ? a.low : b.low;
  if (a.high && b.high) result.high = std::max(*a.high, *b.high);
  result.whole = a.whole && b.whole;
  return result;
}

Extent smallest(const Extent& a, const Extent& b) {
  return -largest(-a, -b);
}

}  // namespace attest::language
