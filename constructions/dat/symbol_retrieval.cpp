#include "constructions/dat/symbol_retrieval.hpp"

#include <algorithm>

namespace attest {

namespace {

ExponentialSum product(const ExponentialSum& a, const ExponentialSum& b) {
  ExponentialSum result;
  for (const auto& [s, c] : a) {
    for (const auto& [t, d] : b) result[s + t] += c * d;
  }
  return result;
}

}  // namespace

std::optional<long> positional_symbol(long i, long max_len) {
  if (i < 1 || i > max_len) return std::nullopt;
  return i;
}

std::optional<long> relative_symbol(long i, long j, long Delta, bool clipped) {
  const long offset = j - i;
  if (clipped) return std::clamp(offset, -Delta, Delta);
  if (offset < -Delta || offset > Delta) return std::nullopt;
  return offset;
}

SymbolicAttention::SymbolicAttention(long n_s, const Rational& beta)
    : n_s_(n_s), beta_(beta), unit_(Rational(1) / Rational(denominator_of(beta))) {}

std::vector<long> SymbolicAttention::objects(long n_s) {
  std::vector<long> result;
  for (long c = 0; c < n_s; ++c) {
    for (const long offset : {-1L, 0L, 1L}) result.push_back(4 * c + offset);
  }
  return result;
}

Rational SymbolicAttention::score(long z, long c) const {
  const RationalVector x = (RationalVector(2) << Rational(z), Rational(1)).finished();
  const RationalMatrix W_q = RationalMatrix::Identity(2, 2) * beta_;
  const RationalVector f = (RationalVector(2) << Rational(c), Rational(-2 * c * c)).finished();
  return (W_q.transpose() * x).dot(f);
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

bool same_symbol(const SymbolicAttention::Symbol& a, const SymbolicAttention::Symbol& b, const Surd& unit) {
  for (std::size_t c = 0; c < a.numerator.size(); ++c) {
    ExponentialSum difference = product(a.numerator[c], b.denominator);
    for (const auto& [s, coefficient] : product(b.numerator[c], a.denominator)) difference[s] -= coefficient;
    if (!is_zero(difference, unit)) return false;
  }
  return true;
}

}  // namespace attest
