// The read-out 1/2 - |p(x)| for a polynomial p, in one order of operations for every arithmetic: exact,
// rounded, and that of error bounds.
//
// Source: seed 003_fa68b7a15496b434.txt, file lines 3473-3475, "we can check using the output MLP layer if
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

namespace attest {

struct RootCheck {
  struct Term {
    Rational coefficient;
    std::vector<std::size_t> factors;  // coordinates of x, one for each power; none for the constant
  };
  std::vector<Term> terms;  // at least one
};

// `coefficients` and `half` are the read-out's numbers as they are stored. Operations: multiply(a, b),
// add(a, b), subtract(a, b), absolute(a), and summand(a), which makes the first monomial a sum.
template <class Number, class Operations>
Number evaluated_root_check(const RootCheck& check, const std::vector<Number>& coefficients,
                            const Number& half, const std::vector<Number>& x, Operations&& operation) {
  std::optional<Number> sum;
  for (std::size_t k = 0; k < check.terms.size(); ++k) {
    const std::vector<std::size_t>& factors = check.terms[k].factors;
    Number monomial = factors.empty() ? coefficients[k] : x[factors.front()];
    for (std::size_t f = 1; f < factors.size(); ++f) monomial = operation.multiply(monomial, x[factors[f]]);
    if (!factors.empty()) monomial = operation.multiply(monomial, coefficients[k]);
    sum = sum ? operation.add(*sum, monomial) : operation.summand(monomial);
  }
  return operation.subtract(half, operation.absolute(*sum));
}

}  // namespace attest
