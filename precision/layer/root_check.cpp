#include "precision/layer/root_check.hpp"

#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

std::vector<Rational> RootCheck::coefficients() const {
  std::vector<Rational> all;
  for (const Term& term : terms) all.push_back(term.coefficient);
  all.emplace_back(1, 2);
  return all;
}

Interval enclosed_root_check(const RootCheck& check, const std::vector<Rational>& coefficients,
                             const std::vector<Interval>& x, Precision precision) {
  struct Operations {
    Interval multiply(const Interval& a, const Interval& b) const { return a * b; }
    Interval add(const Interval& a, const Interval& b) const { return a + b; }
    Interval subtract(const Interval& a, const Interval& b) const { return a - b; }
    Interval summand(const Interval& a) const { return a; }
    Interval absolute(const Interval& a) const { return abs(a); }
  };
  std::vector<Interval> numbers;
  for (const Rational& number : coefficients) numbers.emplace_back(number, precision);
  return evaluated_root_check(check, numbers, x, Operations());
}

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
  for (const Rational& number : check.coefficients()) coefficients.push_back(arithmetic.stored(number));
  return evaluated_root_check(check, coefficients, x, Operations{arithmetic});
}

}  // namespace attest
