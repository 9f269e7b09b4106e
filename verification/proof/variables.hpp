// What the variables of a proof are: sizes, which run over all integers from a corner on, and numbers between two bounds that
// depend on the sizes (indices, symbols, entries of the input). A size may begin where earlier ones say: context >= tau + 1.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "verification/proof/laurent.hpp"

namespace attest::proof {

struct Bounds {
  Laurent low;
  Laurent high;
};

class Variables {
 public:
  // Each name has one meaning: std::logic_error for a second one.
  void add_size(const std::string& name, const Integer& from) {
    add_size_from(name, Laurent(Rational(from)));
  }
  void add_size_from(const std::string& name, const Laurent& from);
  // A real number that is greater than `low`, of which nothing else is known and which is no integer: a parameter that hangs on
  // the sizes. Like a size it is the same for all inputs of a setting.
  void add_above(const std::string& name, const Laurent& low);
  // The same of one that is at least `low`.
  void add_at_least(const std::string& name, const Laurent& low);
  void add(const std::string& name, Bounds bounds, bool integer);
  bool knows(const std::string& name) const { return sizes_.contains(name) || numbers_.contains(name); }
  bool is_size(const std::string& name) const { return sizes_.contains(name); }
  // At the corner; what is greater than a number is given as this number.
  const std::map<std::string, Rational>& sizes() const { return sizes_; }
  // Each as a sum of numbers >= 0 that are called like the sizes and do not depend on each other: context = tau + context + 2,
  // where tau >= 1 and context >= tau + 1.
  const std::map<std::string, Laurent>& in_offsets() const { return in_offsets_; }
  // Whether one begins where another one says.
  bool sizes_depend() const { return depend_; }
  const Bounds& bounds(const std::string& name) const { return numbers_.at(name).bounds; }

  // Whether only sizes occur.
  bool sizes_alone(const Laurent& value) const;
  // Proved for all sizes from the corner on; false means that it is not proved. With n = from + x, x >= 0, a polynomial
  // whose coefficients in x are all >= 0 is >= 0, and > 0 where its constant one is > 0 too (or that of a product of such x as are
  // > 0). Negative powers are multiplied out first, which needs sizes that are positive.
  bool nonnegative(const Laurent& value) const { return sign_at_least(value, false); }
  bool positive(const Laurent& value) const { return sign_at_least(value, true); }
  // The same of sizes that are positive, where one positive term T outweighs all negative ones from the corner on: none of their quotients by T has a size with a positive
  // exponent, so that each is largest at the corner, and there they are at most 1 together (strictly: less). Much quicker where exponents
  // are large; proves less.
  bool outweighed(const Laurent& value, bool strict) const;
  // Bounds in the sizes of a sum in all variables: each number is its lower bound plus u, 0 <= u <= high - low, so that a term
  // c*u^.. lies between 0 and c*(high - low)^... Nothing where a sign is not proved.
  std::optional<Bounds> bounds_of(const Laurent& value) const;
  bool proves_nonnegative(const Laurent& value) const;
  // D in the sizes with |value| <= D for all values of the variables.
  std::optional<Laurent> largest_absolute(const Laurent& value) const;
  // Polynomials with integer coefficients in sizes and integers have integer values; others are not proved to.
  bool is_integer(const Laurent& value) const;

 private:
  struct Number {
    Bounds bounds;
    bool integer = false;
  };
  bool sign_at_least(const Laurent& value, bool strict) const;

  void add_from(const std::string& name, const Laurent& from);

  std::map<std::string, Rational> sizes_;
  std::map<std::string, Laurent> in_offsets_;
  std::set<std::string> reals_;  // of the sizes: those that are no integers
  std::set<std::string> above_;  // whose offset is > 0
  bool depend_ = false;
  std::map<std::string, Number> numbers_;
};

}  // namespace attest::proof
