#include "numeric/surd.hpp"

#include <flint/fmpz_factor.h>

#include <numeric>
#include <stdexcept>
#include <utility>

#include "numeric/flint_integer.hpp"

namespace attest {

namespace {

// value = square^2 * free with free square-free.
struct SquarePart {
  Integer square = 1;
  Integer free = 1;
};

SquarePart split_square(const Integer& value) {
  FlintInteger z(value);
  fmpz_factor_t factors;
  fmpz_factor_init(factors);
  fmpz_factor(factors, z.get());
  SquarePart result;
  for (slong i = 0; i < factors->num; ++i) {
    Integer prime;
    fmpz_get_mpz(prime.backend().data(), factors->p + i);
    result.square *= power(prime, factors->exp[i] / 2);
    if (factors->exp[i] % 2 == 1) result.free *= prime;
  }
  fmpz_factor_clear(factors);
  return result;
}

// value = base^exponent with the largest exponent; 1 = 1^0.
struct PerfectPower {
  Integer base;
  unsigned long exponent = 1;
};

PerfectPower perfect_power(const Integer& value) {
  if (value == 1) return {1, 0};
  PerfectPower result{value};
  FlintInteger root(1);
  while (true) {
    FlintInteger z(result.base);
    const int degree = fmpz_is_perfect_power(root.get(), z.get());
    if (degree == 0) return result;
    result.base = root.value();
    result.exponent *= static_cast<unsigned long>(degree);
  }
}

}  // namespace

Surd::Surd(Rational q) : q_(std::move(q)) {}

Surd::Surd(Rational q, const Integer& r, const Rational& k) : q_(std::move(q)) {
  if (q_ == 0) return;
  const SquarePart part = split_square(r);
  q_ *= Rational(part.square);
  r_ = part.free;
  k_ = k;
}

Surd Surd::square_root(const Rational& r) {
  if (r < 0) throw std::domain_error("square root of a negative number");
  if (r == 0) return {};
  // sqrt(p/q) = sqrt(p q) / q
  return {Rational(Integer(1), denominator_of(r)), Integer(numerator_of(r) * denominator_of(r)), 1};
}

Surd Surd::logarithm(const Rational& k) {
  if (k <= 0) throw std::domain_error("logarithm of a number that is not positive");
  if (k < 1) return Surd(Rational(-1)) * logarithm(Rational(1) / k);
  if (k == 1) return {};
  // k = a^m / b^n with a and b no perfect powers, or b^n = 1 and n = 0: a perfect power of degree gcd(m, n), and of no larger one.
  const PerfectPower above = perfect_power(numerator_of(k));
  const PerfectPower below = perfect_power(denominator_of(k));
  const unsigned long degree = std::gcd(above.exponent, below.exponent);
  return {Rational(Integer(degree)), 1,
          Rational(power(above.base, above.exponent / degree), power(below.base, below.exponent / degree))};
}

Integer least_prime_factor(const Integer& value) {
  FlintInteger z(value);
  fmpz_factor_t factors;
  fmpz_factor_init(factors);
  fmpz_factor(factors, z.get());
  Integer least = value;
  for (slong i = 0; i < factors->num; ++i) {
    Integer prime;
    fmpz_get_mpz(prime.backend().data(), factors->p + i);
    if (prime < least) least = prime;
  }
  fmpz_factor_clear(factors);
  return least;
}

Surd operator*(const Surd& a, const Surd& b) {
  if (a.has_logarithm() && b.has_logarithm()) throw std::domain_error("product of two logarithms");
  return {a.q_ * b.q_, Integer(a.r_ * b.r_), a.has_logarithm() ? a.k_ : b.k_};
}

Surd operator/(const Surd& a, const Surd& b) {
  if (b.is_zero() || b.has_logarithm()) throw std::domain_error("division by zero or by a logarithm");
  // 1 / (q sqrt(r)) = sqrt(r) / (q r)
  return a * Surd(Rational(1) / (b.q_ * Rational(b.r_)), b.r_, 1);
}

Interval Surd::enclosure(Precision precision) const {
  Interval result(q_, precision);
  if (r_ != 1) result = result * sqrt(Interval(Rational(r_), precision));
  if (k_ != 1) result = result * log(Interval(k_, precision));
  return result;
}

std::string Surd::to_string() const {
  std::string radical = r_ == 1 ? "" : "sqrt(" + attest::to_string(r_) + ")";
  if (k_ != 1) radical += (radical.empty() ? "log(" : "*log(") + attest::to_string(k_) + ")";
  if (radical.empty()) return attest::to_string(q_);
  if (q_ == 1) return radical;
  return attest::to_string(q_) + "*" + radical;
}

Ordering compare(const Surd& a, const Surd& b) {
  if (a == b) return Ordering::equal;
  if (a.sign() != b.sign()) return a.sign() < b.sign() ? Ordering::less : Ordering::greater;
  if (a.k() == b.k()) {
    // Same sign and the same logarithm: compare q^2 r.
    const Rational difference = a.q() * a.q() * Rational(a.r()) - b.q() * b.q() * Rational(b.r());
    const bool larger_magnitude = difference > 0;
    return larger_magnitude == (a.sign() > 0) ? Ordering::greater : Ordering::less;
  }
  // Different logarithms, or only one: the numbers differ. (log k is transcendental for rational k > 1, and by
  // Gelfond-Schneider the ratio of the logarithms of two such numbers is rational or transcendental; it is
  // rational only if both are powers of one rational number, which canonical forms exclude.) So refining the
  // enclosures ends.
  for (Precision precision = initial_precision;; precision *= 2) {
    const Ordering order = compare(a.enclosure(precision), b.enclosure(precision));
    if (order != Ordering::undecided) return order;
  }
}

}  // namespace attest
