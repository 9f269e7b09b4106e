#include "oracles/symbolic_attention.hpp"

#include <algorithm>
#include <cstdlib>

#include "numeric/interval.hpp"

namespace oracle {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

ExponentialSum product(const ExponentialSum& a, const ExponentialSum& b) {
  ExponentialSum result;
  for (const auto& [s, c] : a) {
    for (const auto& [t, d] : b) result[s + t] += c * d;
  }
  return result;
}

// a + factor * b.
ExponentialSum combined(const ExponentialSum& a, const Rational& factor, const ExponentialSum& b) {
  ExponentialSum result = a;
  for (const auto& [exponent, coefficient] : b) result[exponent] += factor * coefficient;
  return result;
}

bool all_retrieved(long n_s, const Rational& beta, const Rational& eps) {
  const SymbolicAttention attention(n_s, beta);
  for (const long z : SymbolicAttention::objects(n_s)) {
    if (!attention.retrieves_within(z, nearest_class(z, n_s), eps)) return false;
  }
  return true;
}

Rational first_serving(long n_s, long from, const Rational& eps) {
  Rational beta = from;
  while (!all_retrieved(n_s, beta, eps)) beta += 1;
  return beta;
}

}  // namespace

SymbolicAttention::SymbolicAttention(long n_s, const Rational& beta)
    : n_s_(n_s), beta_(beta), unit_(Rational(1) / Rational(denominator_of(beta))) {}

std::vector<long> SymbolicAttention::objects(long n_s) {
  std::vector<long> result;
  for (long c = 0; c < n_s; ++c) {
    for (const long offset : {-1L, 0L, 1L}) result.push_back(4 * c + offset);
  }
  return result;
}

RationalVector SymbolicAttention::object(long z) {
  return (RationalVector(2) << Rational(z), Rational(1)).finished();
}

RationalVector SymbolicAttention::feature_template(long c) {
  return (RationalVector(2) << Rational(c), Rational(-2 * c * c)).finished();
}

RationalMatrix SymbolicAttention::query_matrix() const {
  return RationalMatrix::Identity(2, 2) * beta_;
}

Rational SymbolicAttention::score(long z, long c) const {
  return (query_matrix().transpose() * object(z)).dot(feature_template(c));
}

bool SymbolicAttention::retrieves_within(long z, long wanted, const Rational& eps) const {
  const Symbol symbol = retrieve(z);
  const ExponentialSum missing =
      combined(symbol.denominator, Rational(-1), symbol.numerator[static_cast<std::size_t>(wanted)]);
  const Ordering sign = sign_of(combined(missing, -eps, symbol.denominator), unit_);
  if (sign == Ordering::undecided) throw_precision_exhausted();
  return sign == Ordering::less;
}

SymbolicAttention::Symbol SymbolicAttention::retrieve(long z) const {
  Symbol result;
  for (long c = 0; c < n_s_; ++c) {
    const Integer exponent = numerator_of(score(z, c) * Rational(denominator_of(beta_)));
    result.numerator.push_back({{exponent, Rational(1)}});
    result.denominator[exponent] += 1;
  }
  return result;
}

long nearest_class(long z, long n_s) {
  long best = 0;
  for (long c = 1; c < n_s; ++c) {
    if (std::abs(z - 4 * c) < std::abs(z - 4 * best)) best = c;
  }
  return best;
}

// The error falls with beta, since every competitor's weight does. For n_s > 1 some object has a competitor
// at score distance 1 and none has one nearer, so e^beta must exceed (1 - eps)/eps, and (n_s - 1) times that
// is enough: only few integers are left to be tried.
Rational least_symbolic_temperature(long n_s, const Rational& eps) {
  if (n_s == 1 || 2 * eps >= 1) return first_serving(n_s, 1, eps);
  const double below = log(Interval((1 - eps) / eps, initial_precision)).lower_double();
  return first_serving(n_s, std::max(1L, static_cast<long>(below)), eps);
}

bool same_symbol(const SymbolicAttention::Symbol& a, const SymbolicAttention::Symbol& b, const Surd& unit) {
  for (std::size_t c = 0; c < a.numerator.size(); ++c) {
    ExponentialSum difference = product(a.numerator[c], b.denominator);
    for (const auto& [s, coefficient] : product(b.numerator[c], a.denominator)) difference[s] -= coefficient;
    if (!is_zero(difference, unit)) return false;
  }
  return true;
}

}  // namespace oracle
