// Between which numbers an expression stays, whatever the input: enough to bound every range.
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::language {

// Every number of [bottom, top] that is there; an absent end is unbounded.
struct Extent {
  std::optional<Rational> bottom;
  std::optional<Rational> top;
  bool whole = false;  // integers alone

  static Extent of(const Rational& bottom, const Rational& top, bool whole);
  bool bounded() const { return bottom && top; }
};

Extent hull(const Extent& a, const Extent& b);
Extent operator-(const Extent& a);
Extent operator+(const Extent& a, const Extent& b);
Extent operator*(const Extent& a, const Extent& b);
Extent quotient(const Extent& a, const Extent& b);
Extent floored(const Extent& a);
Extent floored_quotient(const Extent& a, const Extent& b);  // b positive, else there is no value
Extent remainder(const Extent& a, const Extent& b);         // b positive
Extent raised(const Extent& base, const Extent& exponent);  // exponent a whole number from 0 on
Extent absolute(const Extent& a);
Extent largest(const Extent& a, const Extent& b);
Extent smallest(const Extent& a, const Extent& b);

}  // namespace attest::language
