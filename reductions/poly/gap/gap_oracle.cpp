#include "reductions/poly/gap/gap_oracle.hpp"

#include <functional>
#include <numeric>
#include <set>

namespace attest {

namespace {

long inverse_modulo(long a, long p) {
  for (long b = 1; b < p; ++b) {
    if (a * b % p == 1) return b;
  }
  return 0;
}

}  // namespace

GapOracle::GapOracle(std::size_t parties, std::size_t dimension, std::size_t columns, const Rational& epsilon)
    : parties_(static_cast<long>(parties)),
      dimension_(static_cast<long>(dimension)),
      columns_(static_cast<long>(columns)),
      rows_(0),
      degree_(parties_ * (columns_ - 1)) {
  while (rows_ * columns_ < dimension_ || rows_ == 0) ++rows_;
  points_ = degree_ + 1;
  while (Rational(degree_) > (1 - epsilon) * points_) ++points_;
  prime_ = std::max({points_, rows_ + 1, 2L});
  const auto composite = [this] {
    for (long f = 2; f < prime_; ++f) {
      if (prime_ % f == 0) return true;
    }
    return false;
  };
  while (composite()) ++prime_;
}

// Newton's divided differences.
GapOracle::Coefficients GapOracle::interpolated(const std::vector<long>& values) const {
  std::vector<long> difference = values;
  const long count = static_cast<long>(values.size());
  for (long order = 1; order < count; ++order) {
    const long inverse = inverse_modulo(order % prime_, prime_);
    for (long i = count - 1; i >= order; --i)
      difference[i] = (difference[i] - difference[i - 1] + prime_) % prime_ * inverse % prime_;
  }
  Coefficients result(values.size(), 0);
  Coefficients basis = {1};  // (x - 0) (x - 1) ...
  for (long i = 0; i < count; ++i) {
    for (std::size_t e = 0; e < basis.size(); ++e)
      result[e] = (result[e] + difference[i] * basis[e]) % prime_;
    Coefficients next(basis.size() + 1, 0);
    for (std::size_t e = 0; e < basis.size(); ++e) {
      next[e + 1] = (next[e + 1] + basis[e]) % prime_;
      next[e] = (next[e] + (prime_ - i % prime_) * basis[e]) % prime_;
    }
    basis = std::move(next);
  }
  return result;
}

long GapOracle::value(const Coefficients& polynomial, long x) const {
  long result = 0;
  for (std::size_t e = polynomial.size(); e-- > 0;) result = (result * x + polynomial[e]) % prime_;
  return result;
}

std::vector<GapOracle::Coefficients> GapOracle::row_polynomials(const std::vector<int>& vector) const {
  std::vector<Coefficients> polynomials;
  for (long l = 0; l < rows_; ++l) {
    std::vector<long> cells(columns_, 0);
    for (long tau = 0; tau < columns_ && l * columns_ + tau < dimension_; ++tau)
      cells[tau] = vector[l * columns_ + tau];
    polynomials.push_back(interpolated(cells));
  }
  return polynomials;
}

std::vector<long> GapOracle::symbol(const std::vector<int>& vector, long x) const {
  std::vector<long> result;
  for (const Coefficients& polynomial : row_polynomials(vector)) result.push_back(value(polynomial, x));
  return result;
}

std::vector<long> GapOracle::honest_values(const std::vector<std::vector<int>>& vectors) const {
  Coefficients total(degree_ + 1, 0);
  std::vector<std::vector<Coefficients>> rows;
  for (const auto& vector : vectors) rows.push_back(row_polynomials(vector));
  for (long l = 0; l < rows_; ++l) {
    Coefficients product = {1};
    for (const auto& row : rows) {
      Coefficients next(product.size() + row[l].size() - 1, 0);
      for (std::size_t a = 0; a < product.size(); ++a) {
        for (std::size_t b = 0; b < row[l].size(); ++b)
          next[a + b] = (next[a + b] + product[a] * row[l][b]) % prime_;
      }
      product = std::move(next);
    }
    for (std::size_t e = 0; e < product.size(); ++e) total[e] = (total[e] + product[e]) % prime_;
  }
  std::vector<long> values;
  for (long x = 0; x < points_; ++x) values.push_back(value(total, x));
  return values;
}

std::vector<std::vector<long>> GapOracle::messages(long target) const {
  std::vector<std::vector<long>> all;
  std::vector<long> nodes;
  const std::function<void()> extend = [&] {
    const long position = static_cast<long>(nodes.size());
    if (position == columns_ && std::accumulate(nodes.begin(), nodes.end(), 0L) != target) return;
    if (position == degree_ + 1) {
      const Coefficients polynomial = interpolated(nodes);
      std::vector<long> values;
      for (long x = 0; x < points_; ++x) values.push_back(value(polynomial, x));
      all.push_back(std::move(values));
      return;
    }
    long most = prime_ - 1;
    if (position < columns_) {
      most = 0;
      for (long l = 0; l < rows_; ++l) most += l * columns_ + position < dimension_ ? 1 : 0;
    }
    for (long v = 0; v <= most; ++v) {
      nodes.push_back(v);
      extend();
      nodes.pop_back();
    }
  };
  extend();
  return all;
}

std::size_t GapOracle::reachable(long x) const {
  std::set<long> values;
  for (unsigned long code = 0; code < 1UL << columns_; ++code) {
    std::vector<long> cells(columns_);
    for (long tau = 0; tau < columns_; ++tau) cells[tau] = static_cast<long>(code >> tau & 1UL);
    values.insert(value(interpolated(cells), x));
  }
  return values.size();
}

}  // namespace attest
