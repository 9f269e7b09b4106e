#include "algorithms/approximation/monomials.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr long most_monomials = 20000;

}  // namespace

Integer monomial_count(unsigned long variables, unsigned long degree) {
  Integer count = 1;
  for (unsigned long k = 1; k <= degree; ++k) count = count * (variables + k) / k;
  return count;
}

Monomials::Monomials(std::size_t variables, long degree) : variables_(variables) {
  if (variables == 0 || degree < 0)
    throw std::invalid_argument("Monomials: no variables or a negative degree");
  const Integer count = monomial_count(variables, static_cast<unsigned long>(degree));
  if (count > most_monomials) {
    throw UsageError(
        fmt::format("rank C({}+{},{}) = {}: expected at most {} (fewer columns, or a larger eps)", variables,
                    degree, degree, count.str(), most_monomials));
  }
  exponents_.emplace_back(variables, 0);
  parents_.push_back(0);
  last_.push_back(0);
  // The monomials of one degree from those of the degree below: times a variable that is not before their
  // last.
  std::size_t begin = 0;
  for (long k = 1; k <= degree; ++k) {
    const std::size_t end = exponents_.size();
    for (std::size_t p = begin; p < end; ++p) {
      for (std::size_t v = p == 0 ? 0 : last_[p]; v < variables; ++v) {
        std::vector<long> e = exponents_[p];
        ++e[v];
        exponents_.push_back(std::move(e));
        parents_.push_back(p);
        last_.push_back(v);
      }
    }
    begin = end;
  }
}

std::vector<Rational> Monomials::weights(const std::vector<Rational>& coefficients,
                                         const Rational& scale) const {
  std::vector<Rational> by_degree;  // c_k k! scale^k
  Rational factor(1);
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    if (k > 0) factor *= scale * static_cast<long>(k);
    by_degree.push_back(coefficients[k] * factor);
  }
  std::vector<Rational> result;
  for (const std::vector<long>& e : exponents_) {
    std::size_t degree = 0;
    Integer factorials = 1;
    for (const long x : e) {
      degree += static_cast<std::size_t>(x);
      for (long i = 2; i <= x; ++i) factorials *= i;
    }
    result.push_back(degree < by_degree.size() ? Rational(by_degree[degree] / Rational(factorials))
                                               : Rational(0));
  }
  return result;
}

}  // namespace attest
