#include "reductions/poly/hardness/scaled_exponentials.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest {

namespace {

Exponent trimmed(Exponent p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
  return p;
}

void add(ScaledExponentials& sum, const Exponent& p, const Rational& c) {
  Rational& place = sum[p];
  place += c;
  if (place == 0) sum.erase(p);
}

std::optional<Integer> exact_root(const Integer& value, std::size_t k) {
  Integer root;
  if (mpz_root(root.backend().data(), value.backend().data(), k) == 0) return std::nullopt;
  return root;
}

}  // namespace

Exponent exponent_of(const PowersOfB& powers) {
  Exponent p;
  for (const long c : powers) p.emplace_back(c);
  return trimmed(std::move(p));
}

Exponent operator+(const Exponent& a, const Exponent& b) {
  Exponent sum(std::max(a.size(), b.size()), Rational(0));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  return trimmed(std::move(sum));
}

Exponent monomial_exponent(const Rational& coefficient, std::size_t power) {
  Exponent p(power + 1, Rational(0));
  p[power] = coefficient;
  return trimmed(std::move(p));
}

ScaledExponentials operator*(const ScaledExponentials& a, const ScaledExponentials& b) {
  ScaledExponentials product;
  for (const auto& [p, c] : a) {
    for (const auto& [q, e] : b) add(product, p + q, c * e);
  }
  return product;
}

ScaledExponentials operator+(ScaledExponentials a, const ScaledExponentials& b) {
  for (const auto& [p, c] : b) a[p] += c;
  return a;
}

ScaledExponentials operator-(const ScaledExponentials& a, const ScaledExponentials& b) {
  ScaledExponentials difference = a;
  for (const auto& [p, c] : b) add(difference, p, -c);
  return difference;
}

ScaledExponentials numerator_of_row(const RowSums& row) {
  ScaledExponentials sum;
  for (const auto& [value, count] : row) {
    if (count.numerator != 0) sum.emplace(exponent_of(value), Rational(count.numerator));
  }
  return sum;
}

ScaledExponentials denominator_of_row(const RowSums& row) {
  ScaledExponentials sum;
  for (const auto& [value, count] : row) sum.emplace(exponent_of(value), Rational(count.denominator));
  return sum;
}

AttentionScale::AttentionScale(const Rational& power_of_b, std::size_t k, std::size_t dimension)
    : power_of_b_(power_of_b), k_(k), dimension_(dimension) {
  if (power_of_b <= 0 || k == 0 || dimension == 0)
    throw std::invalid_argument("a scale needs B^k > 0, k >= 1 and d~ >= 1");
  const auto above = exact_root(attest::numerator_of(power_of_b), k);
  const auto below = exact_root(attest::denominator_of(power_of_b), k);
  if (above && below) b_ = Rational(*above, *below);
}

Interval AttentionScale::b(Precision precision) const {
  if (b_) return {*b_, precision};
  const Interval power(power_of_b_, precision);
  if (k_ == 2) return sqrt(power);
  return exp(log(power) / Interval(static_cast<long>(k_), precision));
}

Interval AttentionScale::exponent(const Exponent& p, Precision precision) const {
  // B^k is exact; what is left over has a degree below k.
  Rational exact = 0;
  Interval rest(0L, precision);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    Rational factor = p[i];
    std::size_t left = i;
    for (; left >= k_; left -= k_) factor *= power_of_b_;
    if (b_) {
      for (; left > 0; --left) factor *= *b_;
    }
    if (left == 0) {
      exact += factor;
      continue;
    }
    Interval term(factor, precision);
    const Interval root = b(precision);
    for (; left > 0; --left) term = term * root;
    rest = rest + term;
  }
  return (Interval(exact, precision) + rest) / Interval(static_cast<long>(dimension_), precision);
}

Interval AttentionScale::enclose(const ScaledExponentials& sum, const Exponent& shift,
                                 Precision precision) const {
  const Interval away = exponent(shift, precision);
  Interval total(0L, precision);
  for (const auto& [p, c] : sum) total = total + Interval(c, precision) * exp(exponent(p, precision) - away);
  return total;
}

namespace {

// The exponent that is largest at about that B; any other would do as well, only less exactly.
Exponent dominant(const ScaledExponentials& sum, const AttentionScale& scale) {
  Exponent best;
  double largest = 0;
  bool first = true;
  for (const auto& [p, c] : sum) {
    const double value = scale.exponent(p, initial_precision).middle_double();
    if (first || value > largest) {
      best = p;
      largest = value;
      first = false;
    }
  }
  return best;
}

}  // namespace

Interval AttentionScale::quotient(const ScaledExponentials& numerator, const ScaledExponentials& denominator,
                                  long accurate_bits) const {
  if (numerator.empty()) return {0L, initial_precision};
  const Exponent shift = dominant(denominator, *this);
  for (Precision precision = initial_precision + accurate_bits; precision <= maximal_precision;
       precision *= 2) {
    Interval result = enclose(numerator, shift, precision) / enclose(denominator, shift, precision);
    if (result.is_finite() && arb_rel_accuracy_bits(result.ball()) >= accurate_bits) return result;
  }
  throw_precision_exhausted();
}

Ordering AttentionScale::sign(const ScaledExponentials& sum, Precision limit) const {
  ScaledExponentials grouped = sum;
  if (b_) {
    grouped.clear();
    for (const auto& [p, c] : sum) {
      Rational value = 0;
      for (std::size_t i = p.size(); i > 0; --i) value = value * *b_ + p[i - 1];
      add(grouped, monomial_exponent(value, 0), c);
    }
  }
  if (grouped.empty()) return Ordering::equal;
  const Exponent shift = dominant(grouped, *this);
  for (Precision precision = initial_precision; precision <= limit; precision *= 2) {
    const Ordering order = compare(enclose(grouped, shift, precision), Rational(0));
    if (order != Ordering::undecided) return order;
  }
  return Ordering::undecided;
}

Interval output_of_row(const RowSums& row, const AttentionScale& scale, long accurate_bits) {
  return scale.quotient(numerator_of_row(row), denominator_of_row(row), accurate_bits);
}

}  // namespace attest
