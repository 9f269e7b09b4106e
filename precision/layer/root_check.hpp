// The read-out 1/2 - |p(x)| for a polynomial p, in one order of operations for every arithmetic: exact,
// rounded, and that of error bounds.
//
// Source: seed 003_fa68b7a15496b434.txt, file lines 3477-3478, "we can check using the output MLP layer if
// indeed the value is a root of the polynomial". That layer is not constructed there, and for a p that is not
// linear no network of ReLUs computes it exactly. It is granted, and these operations are our choice:
//
//   for each monomial its variables' powers as one product, x_1 .. x_1 x_2 .. from left to right, and the
//   coefficient last; the monomials added from the left, exponents of x_1, then x_2, .. descending; the
//   absolute value (exact); 1/2 minus that
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest {

class BoundedArithmetic;
struct BoundedNumber;

struct RootCheck {
  struct Term {
    Rational coefficient;
    std::vector<std::size_t> factors;  // coordinates of x, one for each power; none for the constant
  };
  std::vector<Term> terms;  // at least one

  std::vector<Rational> coefficients() const;  // of the terms, and 1/2
};

// `coefficients` of the terms, and 1/2 after them, as they are stored. Operations: multiply(a, b), add(a, b),
// subtract(a, b), absolute(a), and summand(a), which makes the first monomial a sum.
template <class Number, class Operations>
Number evaluated_root_check(const RootCheck& check, const std::vector<Number>& coefficients,
                            const std::vector<Number>& x, const Operations& operation) {
  std::optional<Number> sum;
  for (std::size_t k = 0; k < check.terms.size(); ++k) {
    const std::vector<std::size_t>& factors = check.terms[k].factors;
    Number monomial = factors.empty() ? coefficients[k] : x[factors.front()];
    for (std::size_t f = 1; f < factors.size(); ++f) monomial = operation.multiply(monomial, x[factors[f]]);
    if (!factors.empty()) monomial = operation.multiply(monomial, coefficients[k]);
    sum = sum ? operation.add(*sum, monomial) : operation.summand(monomial);
  }
  return operation.subtract(coefficients.back(), operation.absolute(*sum));
}

// The same with rounded operations. `sums` is the arithmetic of sums, with from(number), add, subtract and
// maximum; `multiply(a, b)` is a product in that of products; `met(number)` is called with every result.
template <class Number, class Sums, class Multiply, class Met>
Number rounded_root_check(const RootCheck& check, const std::vector<Number>& coefficients,
                          const std::vector<Number>& x, const Sums& sums, const Multiply& multiply,
                          const Met& met) {
  struct Operations {
    const Sums& sums;
    const Multiply& multiply;
    const Met& met;
    Number add(const Number& a, const Number& b) const { return met(sums.add(a, b)); }
    Number subtract(const Number& a, const Number& b) const { return met(sums.subtract(a, b)); }
    Number summand(const Number& a) const { return sums.from(a); }
    Number absolute(const Number& a) const { return sums.maximum(a, sums.subtract(sums.subtract(a, a), a)); }
  };
  return evaluated_root_check(check, coefficients, x, Operations{sums, multiply, met});
}

// With enclosures.
Interval enclosed_root_check(const RootCheck& check, const std::vector<Rational>& coefficients,
                             const std::vector<Interval>& x, Precision precision);

// And with error bounds.
BoundedNumber bounded_root_check(const RootCheck& check, const std::vector<BoundedNumber>& x,
                                 const BoundedArithmetic& arithmetic);

}  // namespace attest
