// A number of a rounded evaluation as forward error analysis sees it, over many inputs at once, and the
// operations of the model "plain" (p bits, unbounded exponent) on such numbers; u = 2^-p.
//
// An operation is exact * (1 + delta), |delta| <= u, of the computed operands a^ and b^; a^ = a + e_a at
// most:
//
//   stored x      e = |x^ - x|, as it is
//   sum           e = (e_a + e_b)(1 + u) + u max|a + b|
//   product       e = (|a| e_b + |b| e_a + e_a e_b)(1 + u) + u max|a b|
//   quotient      a^/b^ - a/b = ((a^ - a) - (a/b)(b^ - b)) / b^, so that
//                 e = (e_a + |a/b| e_b) / (|b| - e_b) (1 + u) + u max|a/b|; needs |b| > e_b
//   ReLU, |.|     |max(x^, 0) - max(x, 0)| <= |x^ - x|, and so for the absolute value
//   max, min      |max(a^, b^) - max(a, b)| <= max(e_a, e_b), and so for the minimum
//
// Operations on numbers that carry no error are looked at again, because most of a construction's numbers are
// small integers:
//
//   exact         multiples of 2^g of absolute value at most 2^(g+p) have p bits, so that a sum or product of
//                 exact numbers that is such a multiple is not rounded
//   one number    where operands are exact and the same on all inputs, the result r is known: e = |r^ - r|
//   zero, 2^k     adding an exact zero, multiplying with it or with an exact +-2^k rounds nothing
//
// No error grows with p: numbers of p bits have p + 1 bits, so that what is exact stays exact and the nearest
// number of p + 1 bits is not farther away; every formula above grows with u, e_a and e_b.
#pragma once

#include <optional>
#include <vector>

#include "numeric/floating/float_arithmetic.hpp"
#include "numeric/interval.hpp"

namespace attest {

struct BoundedNumber {
  Rational low;  // low <= x <= high on every input
  Rational high;
  Interval error;      // |x^ - x| <= error on every input
  bool exact = false;  // x^ = x on every input (error is 0) and every x is a multiple of 2^grid
  long grid = 0;

  Rational magnitude() const;  // max |x|
  bool is_one_number() const { return exact && low == high; }
  bool is_zero() const { return is_one_number() && low == 0; }
};

// One of the two: what holds for both.
BoundedNumber hull(const BoundedNumber& a, const BoundedNumber& b);
BoundedNumber rectified(const BoundedNumber& x);  // max(x, 0)
BoundedNumber absolute(const BoundedNumber& x);
// The larger and the smaller one of two: neither is further off than the one of them that is further off.
BoundedNumber larger(const BoundedNumber& a, const BoundedNumber& b);
BoundedNumber smaller(const BoundedNumber& a, const BoundedNumber& b);
// x, of which it is known that it lies in [low, high] too.
BoundedNumber within(BoundedNumber x, const Rational& low, const Rational& high);

class BoundedArithmetic {
 public:
  explicit BoundedArithmetic(long significand_bits);

  BoundedNumber stored(const Rational& x) const;
  // A stored number between two others.
  BoundedNumber stored_between(const Rational& low, const Rational& high) const;
  BoundedNumber sum(const BoundedNumber& a, const BoundedNumber& b) const;
  BoundedNumber difference(const BoundedNumber& a, const BoundedNumber& b) const;
  BoundedNumber product(const BoundedNumber& a, const BoundedNumber& b) const;
  // nullopt where the computed b may be zero.
  std::optional<BoundedNumber> quotient(const BoundedNumber& a, const BoundedNumber& b) const;

  const Interval& u() const { return u_; }
  const Interval& one() const { return one_; }
  Interval number(const Rational& x) const;
  // (1 + u)^roundings - 1
  Interval accumulated(std::size_t roundings) const;

 private:
  // carried: the operands' share, absent where they are exact. grid: the result is a multiple of 2^grid then.
  BoundedNumber rounded(Rational low, Rational high, const std::optional<Interval>& carried,
                        std::optional<long> grid) const;

  long bits_;
  FloatArithmetic nearest_;
  Interval zero_;
  Interval one_;
  Interval u_;
};

}  // namespace attest
