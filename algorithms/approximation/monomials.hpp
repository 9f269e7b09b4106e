// Low rank: P(<a, b> / d) = sum_m w_m a^m b^m over the monomials m of degree at most g = deg P in d
// variables, with w_m = c_k / d^k * k! / (m_1! .. m_d!), k = m_1 + .. + m_d (the multinomial theorem). So the
// matrix [P(<a_i, b_j> / d)] has rank at most r = C(d + g, g), with explicit rational factors. The same holds
// for the inner product of order t, <a, b, .., z> = sum_c a_c b_c .. z_c.
//
// (The papers print no formula for the rank, only r = n^o(1).)
#pragma once

#include <cstddef>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

// C(variables + degree, degree).
Integer monomial_count(unsigned long variables, unsigned long degree);

class Monomials {
 public:
  // Throws UsageError if there are more than 20000.
  Monomials(std::size_t variables, long degree);

  std::size_t size() const { return exponents_.size(); }
  std::size_t variables() const { return variables_; }
  // By ascending degree; the first is 1.
  const std::vector<std::vector<long>>& exponents() const { return exponents_; }
  // Monomial i >= 1 is monomial parent(i) < i times variable(i).
  std::size_t parent(std::size_t i) const { return parents_[i]; }
  std::size_t variable(std::size_t i) const { return last_[i]; }

  // w_m for the polynomial with these coefficients in scale * (z_1 + .. + z_variables).
  std::vector<Rational> weights(const std::vector<Rational>& coefficients, const Rational& scale) const;

 private:
  std::size_t variables_;
  std::vector<std::vector<long>> exponents_;
  std::vector<std::size_t> parents_;
  std::vector<std::size_t> last_;
};

}  // namespace attest
