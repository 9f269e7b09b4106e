#include "precision/arithmetic/bounded_number.hpp"

#include <algorithm>
#include <limits>

namespace attest {

namespace {

constexpr Precision working_bits = 2048;  // beyond 2^-p for every p that is asked for
constexpr long grid_of_zero = std::numeric_limits<long>::max() / 4;  // zero is a multiple of every power

Rational power_of_two(long exponent) {
  const Integer power = Integer(1) << std::abs(exponent);
  return exponent < 0 ? Rational(1, power) : Rational(power);
}

// x = odd * 2^g, for a number with finitely many bits.
long grid_of(const Rational& x) {
  if (x == 0) return grid_of_zero;
  return static_cast<long>(lsb(Integer(abs(numerator_of(x))))) - static_cast<long>(lsb(denominator_of(x)));
}

bool is_power_of_two(const Rational& x) {
  const Integer top = abs(numerator_of(x));
  const Integer bottom = denominator_of(x);
  return top != 0 && lsb(top) == msb(top) && lsb(bottom) == msb(bottom);
}

bool is_shift(const BoundedNumber& x) {
  return x.is_one_number() && is_power_of_two(x.low);
}

}  // namespace

Rational BoundedNumber::magnitude() const {
  return std::max(Rational(abs(low)), Rational(abs(high)));
}

BoundedNumber hull(const BoundedNumber& a, const BoundedNumber& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), max(a.error, b.error), a.exact && b.exact,
          std::min(a.grid, b.grid)};
}

BoundedNumber rectified(const BoundedNumber& x) {
  BoundedNumber result = x;
  result.low = std::max(x.low, Rational(0));
  result.high = std::max(x.high, Rational(0));
  return result;
}

BoundedNumber absolute(const BoundedNumber& x) {
  BoundedNumber result = x;
  result.high = x.magnitude();
  if (x.low > 0) {
    result.low = x.low;
  } else {
    result.low = x.high < 0 ? Rational(-x.high) : Rational(0);
  }
  return result;
}

BoundedNumber larger(const BoundedNumber& a, const BoundedNumber& b) {
  BoundedNumber result = hull(a, b);
  result.low = std::max(a.low, b.low);
  return result;
}

BoundedNumber smaller(const BoundedNumber& a, const BoundedNumber& b) {
  BoundedNumber result = hull(a, b);
  result.high = std::min(a.high, b.high);
  return result;
}

BoundedNumber within(BoundedNumber x, const Rational& low, const Rational& high) {
  x.low = std::max(x.low, low);
  x.high = std::min(x.high, high);
  return x;
}

BoundedArithmetic::BoundedArithmetic(long significand_bits)
    : bits_(significand_bits),
      nearest_(unbounded_format(significand_bits)),
      zero_(0L, working_bits),
      one_(1L, working_bits),
      u_(power_of_two(-significand_bits), working_bits) {}

Interval BoundedArithmetic::number(const Rational& x) const {
  return {x, working_bits};
}

Interval BoundedArithmetic::accumulated(std::size_t roundings) const {
  Interval result = one_;
  Interval square = one_ + u_;
  for (std::size_t rest = roundings; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = result * square;
    square = square * square;
  }
  return result - one_;
}

BoundedNumber BoundedArithmetic::rounded(Rational low, Rational high, const std::optional<Interval>& carried,
                                         std::optional<long> grid) const {
  const Rational magnitude = std::max(Rational(abs(low)), Rational(abs(high)));
  if (carried) {
    Interval error = *carried * (one_ + u_) + u_ * number(magnitude);
    return {std::move(low), std::move(high), std::move(error), false, 0};
  }
  if (low == high) {
    const Rational nearest = nearest_.from(low).exact();
    if (nearest != low) return {low, high, number(Rational(abs(nearest - low))), false, 0};
    const long own = grid_of(low);
    return {std::move(low), std::move(high), zero_, true, own};
  }
  if (grid && magnitude <= power_of_two(*grid + bits_))
    return {std::move(low), std::move(high), zero_, true, *grid};
  return {std::move(low), std::move(high), u_ * number(magnitude), false, 0};
}

BoundedNumber BoundedArithmetic::stored(const Rational& x) const {
  return rounded(x, x, std::nullopt, std::nullopt);
}

BoundedNumber BoundedArithmetic::stored_between(const Rational& low, const Rational& high) const {
  return rounded(low, high, std::nullopt, std::nullopt);
}

BoundedNumber BoundedArithmetic::sum(const BoundedNumber& a, const BoundedNumber& b) const {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  std::optional<Interval> carried;
  if (!a.exact || !b.exact) carried = a.error + b.error;
  return rounded(a.low + b.low, a.high + b.high, carried, std::min(a.grid, b.grid));
}

BoundedNumber BoundedArithmetic::difference(const BoundedNumber& a, const BoundedNumber& b) const {
  return sum(a, {-b.high, -b.low, b.error, b.exact, b.grid});
}

BoundedNumber BoundedArithmetic::product(const BoundedNumber& a, const BoundedNumber& b) const {
  if (a.is_zero()) return a;
  if (b.is_zero()) return b;
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  if (is_shift(a) || is_shift(b)) {
    const BoundedNumber& shift = is_shift(a) ? a : b;
    const BoundedNumber& other = is_shift(a) ? b : a;
    return {low, high, number(Rational(abs(shift.low))) * other.error, other.exact,
            other.exact ? other.grid + shift.grid : 0};
  }
  std::optional<Interval> carried;
  if (!a.exact || !b.exact)
    carried = number(a.magnitude()) * b.error + number(b.magnitude()) * a.error + a.error * b.error;
  return rounded(low, high, carried, a.grid + b.grid);
}

std::optional<BoundedNumber> BoundedArithmetic::quotient(const BoundedNumber& a,
                                                         const BoundedNumber& b) const {
  if (b.low <= 0 && b.high >= 0) return std::nullopt;
  const Rational least = std::min(Rational(abs(b.low)), Rational(abs(b.high)));
  if (compare(b.error, least) != Ordering::less) return std::nullopt;
  if (a.is_zero()) return a;
  const auto [low, high] = std::minmax({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
  if (is_shift(b)) {
    return BoundedNumber{low, high, a.error / number(least), a.exact, a.exact ? a.grid - grid_of(b.low) : 0};
  }
  std::optional<Interval> carried;
  if (!a.exact || !b.exact) {
    const Interval ratio = number(std::max(Rational(abs(low)), Rational(abs(high))));
    carried = (a.error + ratio * b.error) / (number(least) - b.error);
  }
  return rounded(low, high, carried, std::nullopt);
}

}  // namespace attest
