// A number of a rounded evaluation as forward error analysis sees it at every size at once, and the operations of the model
// "plain" (p bits, unbounded exponent) on such numbers. precision/arithmetic/bounded_number.hpp has the same at one size.
//
// Of p one thing is known: 2^p >= B, B a monomial in the sizes with a positive coefficient, so that u = 2^-p <= U = 1/B. Every bound
// below grows with u, so that the one that has U in u's place holds for every such p; it is a Laurent polynomial in the sizes, and that
// it is below something for all sizes is a matter of signs (verification/proof/variables.hpp).
//
//   stored x      exact if x is a multiple of 2^-g and 2^g |x| <= B; else e = U |x|
//   sum           e = (e_a + e_b)(1 + U) + U |a + b|
//   any order     of K numbers: e = (sum of e_i)(1 + U)^(K-1) + (sum of |a_i|) (K-1) U (1 + U)^(K-1)
//   product       e = (|a| e_b + |b| e_a + e_a e_b)(1 + U) + U |a b|
//   exact         sums and products of exact numbers that are multiples of 2^-g with 2^g |.| <= B: they have p bits
//   zero, 2^k     adding an exact zero, multiplying with it or with an exact +-2^k rounds nothing
//
// They hold as well where an operation is not rounded at all, as under the model "stored".
#pragma once

#include <optional>
#include <vector>

#include "verification/proof/variables.hpp"

namespace attest::theorems {

struct BoundedTerm {
  proof::Laurent magnitude;  // |x| <= magnitude, in the sizes
  proof::Laurent error;      // |x^ - x| <= error, in the sizes
  bool exact = true;         // x^ = x (error is 0) and x is a multiple of 2^-grid
  long grid = 0;
  std::optional<Rational> number;  // x, where it is exact and the same at all sizes and inputs

  bool is_zero() const { return number == Rational(0); }
};

class TermArithmetic {
 public:
  // `least`: B. Keeps a reference. `at_most`: a number that U is shown to be at most, which then stands in the place of U in 1 + U: polynomials
  // with far fewer terms.
  TermArithmetic(const proof::Variables& variables, const proof::Laurent& least,
                 const std::optional<Rational>& at_most = std::nullopt);

  const proof::Laurent& u() const { return u_; }
  // 1 + U at least.
  const proof::Laurent& one_and_u() const { return one_and_u_; }
  // |value| over all sizes, inputs and tokens: bounded term by term where it is not as a whole. Refusal (bound) where a variable has
  // no bound in the sizes.
  proof::Laurent magnitude(const proof::Laurent& value) const;

  BoundedTerm stored(const proof::Laurent& value) const;
  BoundedTerm sum(const BoundedTerm& a, const BoundedTerm& b) const;
  BoundedTerm sum_in_any_order(const std::vector<BoundedTerm>& terms) const;
  BoundedTerm product(const BoundedTerm& a, const BoundedTerm& b) const;

 private:
  BoundedTerm rounded(proof::Laurent magnitude, const BoundedTerm& a, const BoundedTerm& b,
                      const proof::Laurent& carried, long grid) const;
  bool has_few_bits(const proof::Laurent& magnitude, long grid) const;

  const proof::Variables& variables_;
  proof::Laurent least_;
  proof::Laurent u_;
  proof::Laurent one_and_u_;
};

}  // namespace attest::theorems
