#include "precision/layer/root_check.hpp"

#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

BoundedNumber bounded_root_check(const RootCheck& check, const std::vector<BoundedNumber>& x,
                                 const BoundedArithmetic& arithmetic) {
  struct Operations {
    const BoundedArithmetic& arithmetic;
    BoundedNumber multiply(const BoundedNumber& a, const BoundedNumber& b) const {
      return arithmetic.product(a, b);
    }
    BoundedNumber add(const BoundedNumber& a, const BoundedNumber& b) const { return arithmetic.sum(a, b); }
    BoundedNumber subtract(const BoundedNumber& a, const BoundedNumber& b) const {
      return arithmetic.difference(a, b);
    }
    BoundedNumber summand(const BoundedNumber& a) const { return a; }
    BoundedNumber absolute(const BoundedNumber& a) const { return attest::absolute(a); }
  };
  std::vector<BoundedNumber> coefficients;
  for (const RootCheck::Term& term : check.terms) coefficients.push_back(arithmetic.stored(term.coefficient));
  coefficients.push_back(arithmetic.stored(Rational(1, 2)));
  return evaluated_root_check(check, coefficients, x, Operations{arithmetic});
}

}  // namespace attest
