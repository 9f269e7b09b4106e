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
  if (too_long(e.bottom)) e.bottom.reset();
  if (too_long(e.top)) e.top.reset();
  return e;
}

// Of four corners.
template <class Operation>
Extent of_corners(const Extent& a, const Extent& b, bool whole, const Operation& operation) {
  if (!a.bounded() || !b.bounded()) return {{}, {}, whole};
  const Rational corners[] = {operation(*a.bottom, *b.bottom), operation(*a.bottom, *b.top),
                              operation(*a.top, *b.bottom), operation(*a.top, *b.top)};
  return trimmed(Extent::of(*std::min_element(std::begin(corners), std::end(corners)),
                            *std::max_element(std::begin(corners), std::end(corners)), whole));
}

}  // namespace

Extent Extent::of(const Rational& bottom, const Rational& top, bool whole) {
  return {bottom, top, whole};
}

Extent hull(const Extent& a, const Extent& b) {
  Extent result;
  if (a.bottom && b.bottom) result.bottom = std::min(*a.bottom, *b.bottom);
  if (a.top && b.top) result.top = std::max(*a.top, *b.top);
  result.whole = a.whole && b.whole;
  return result;
}

Extent operator-(const Extent& a) {
  Extent result;
  if (a.top) result.bottom = Rational(-*a.top);
  if (a.bottom) result.top = Rational(-*a.bottom);
  result.whole = a.whole;
  return result;
}

Extent operator+(const Extent& a, const Extent& b) {
  Extent result;
  if (a.bottom && b.bottom) result.bottom = Rational(*a.bottom + *b.bottom);
  if (a.top && b.top) result.top = Rational(*a.top + *b.top);
  result.whole = a.whole && b.whole;
  return trimmed(result);
}

Extent operator*(const Extent& a, const Extent& b) {
  return of_corners(a, b, a.whole && b.whole,
                    [](const Rational& x, const Rational& y) { return Rational(x * y); });
}

Extent quotient(const Extent& a, const Extent& b) {
  if (!a.bounded() || !b.bounded()) return {};
  if (*b.bottom > 0 || *b.top < 0) {
    return of_corners(a, b, false, [](const Rational& x, const Rational& y) { return Rational(x / y); });
  }
  if (!b.whole) return {};
  const Rational most =
      std::max(Rational(abs(*a.bottom)), Rational(abs(*a.top)));  // |b| >= 1 where it is not 0
  return Extent::of(-most, most, false);
}

Extent floored(const Extent& a) {
  Extent result;
  if (a.bottom) result.bottom = Rational(floor_of(*a.bottom));
  if (a.top) result.top = Rational(floor_of(*a.top));
  result.whole = true;
  return result;
}

Extent floored_quotient(const Extent& a, const Extent& b) {
  Extent positive = b;
  if (positive.whole && positive.bottom && *positive.bottom < 1) positive.bottom = Rational(1);
  if (!positive.bounded() || *positive.bottom <= 0 || *positive.top < *positive.bottom) return {{}, {}, true};
  return floored(quotient(a, positive));
}

Extent remainder(const Extent& a, const Extent& b) {
  Extent result;
  result.bottom = Rational(0);
  result.whole = a.whole && b.whole;
  if (b.top) result.top = std::max(Rational(0), Rational(result.whole ? *b.top - 1 : *b.top));
  return result;
}

Extent raised(const Extent& base, const Extent& exponent) {
  Extent result;
  result.whole = base.whole;
  if (base.bottom && *base.bottom >= 0) result.bottom = Rational(0);
  if (!base.bounded() || !exponent.top || *exponent.top < 0) return result;
  const Rational most = std::max({Rational(1), Rational(abs(*base.bottom)), Rational(abs(*base.top))});
  const auto e = fits_long(floor_of(*exponent.top));
  // most^e with at most longest_bound bits, known before it is computed.
  const Integer above = -floor_of(-most);
  if (!e || *e > static_cast<long>(longest_bound) ||
      (static_cast<unsigned>(msb(above)) + 1) * *e > longest_bound) {
    return result;
  }
  const Rational bound(power(above, static_cast<unsigned long>(*e)));
  result.top = bound;
  if (!result.bottom) result.bottom = Rational(-bound);
  return result;
}

Extent absolute(const Extent& a) {
  Extent result;
  result.bottom = Rational(0);
  if (a.bounded()) result.top = std::max(Rational(abs(*a.bottom)), Rational(abs(*a.top)));
  result.whole = a.whole;
  return result;
}

Extent largest(const Extent& a, const Extent& b) {
  Extent result;
  if (a.bottom && b.bottom)
    result.bottom = std::max(*a.bottom, *b.bottom);
  else
    result.bottom = a.bottom ? a.bottom : b.bottom;
  if (a.top && b.top) result.top = std::max(*a.top, *b.top);
  result.whole = a.whole && b.whole;
  return result;
}

Extent smallest(const Extent& a, const Extent& b) {
  return -largest(-a, -b);
}

}  // namespace attest::language
