#include "numeric/enclosed_number.hpp"

#include <algorithm>

namespace attest {

namespace {

std::size_t bits_of(const Integer& n) {
  return n == 0 ? 1 : msb(n < 0 ? Integer(-n) : n) + 1;
}

}  // namespace

Interval EnclosedNumber::enclosure(Precision precision) const {
  return is_exact() ? Interval(exact(), precision) : std::get<Interval>(known_);
}

EnclosedNumber EnclosedNumber::with_at_most(std::size_t bits, Precision precision) const {
  if (!is_exact() || bits_of(numerator_of(exact())) + bits_of(denominator_of(exact())) <= bits) return *this;
  return EnclosedNumber(Interval(exact(), precision));
}

namespace {

// At the precision of the one that is an interval.
Precision common_precision(const EnclosedNumber& a, const EnclosedNumber& b) {
  return (a.is_exact() ? b : a).enclosure(initial_precision).precision();
}

template <class OnRationals, class OnIntervals>
EnclosedNumber combined(const EnclosedNumber& a, const EnclosedNumber& b, OnRationals&& exactly,
                        OnIntervals&& enclosed) {
  if (a.is_exact() && b.is_exact()) return EnclosedNumber(Rational(exactly(a.exact(), b.exact())));
  const Precision precision = common_precision(a, b);
  return EnclosedNumber(enclosed(a.enclosure(precision), b.enclosure(precision)));
}

}  // namespace

EnclosedNumber operator+(const EnclosedNumber& a, const EnclosedNumber& b) {
  const auto sum = [](const auto& x, const auto& y) { return x + y; };
  return combined(a, b, sum, sum);
}

EnclosedNumber operator-(const EnclosedNumber& a, const EnclosedNumber& b) {
  const auto difference = [](const auto& x, const auto& y) { return x - y; };
  return combined(a, b, difference, difference);
}

EnclosedNumber operator*(const EnclosedNumber& a, const EnclosedNumber& b) {
  const auto is_zero = [](const EnclosedNumber& x) { return x.is_exact() && x.exact() == 0; };
  if ((is_zero(a) && b.is_finite()) || (is_zero(b) && a.is_finite())) return {};
  const auto product = [](const auto& x, const auto& y) { return x * y; };
  return combined(a, b, product, product);
}

EnclosedNumber operator-(const EnclosedNumber& a) {
  if (a.is_exact()) return EnclosedNumber(Rational(-a.exact()));
  return EnclosedNumber(-std::get<Interval>(a.known_));
}

Ordering compare(const EnclosedNumber& a, const Rational& b) {
  if (!a.is_exact()) return compare(std::get<Interval>(a.known_), b);
  return a.exact() < b ? Ordering::less : b < a.exact() ? Ordering::greater : Ordering::equal;
}

Ordering compare(const EnclosedNumber& a, const EnclosedNumber& b) {
  if (b.is_exact()) return compare(a, b.exact());
  if (!a.is_exact()) return compare(std::get<Interval>(a.known_), std::get<Interval>(b.known_));
  const Ordering reverse = compare(b, a.exact());
  return reverse == Ordering::less      ? Ordering::greater
         : reverse == Ordering::greater ? Ordering::less
                                        : reverse;
}

EnclosedNumber larger(const EnclosedNumber& a, const EnclosedNumber& b) {
  const Ordering order = compare(a, b);
  if (order != Ordering::undecided) return order == Ordering::less ? b : a;
  const Precision precision = common_precision(a, b);
  return EnclosedNumber(max(a.enclosure(precision), b.enclosure(precision)));
}

EnclosedNumber smaller(const EnclosedNumber& a, const EnclosedNumber& b) {
  return -larger(-a, -b);
}

EnclosedNumber between(const EnclosedNumber& a, const EnclosedNumber& b, Precision precision) {
  if (compare(a, b) == Ordering::equal) return a;
  Interval result = a.enclosure(precision);
  arb_union(result.ball(), a.enclosure(precision).ball(), b.enclosure(precision).ball(), precision);
  return EnclosedNumber(std::move(result));
}

}  // namespace attest
