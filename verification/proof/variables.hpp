// What the variables of a proof are: sizes, which run over all integers from a corner on, and numbers between two bounds that
// depend on the sizes (indices, symbols, entries of the input).
#pragma once

#include <map>
#include <optional>
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
  void add_size(const std::string& name, const Integer& from);
  void add(const std::string& name, Bounds bounds, bool integer);
  bool knows(const std::string& name) const { return sizes_.contains(name) || numbers_.contains(name); }
  bool is_size(const std::string& name) const { return sizes_.contains(name); }
  const std::map<std::string, Integer>& sizes() const { return sizes_; }
  const Bounds& bounds(const std::string& name) const { return numbers_.at(name).bounds; }

  // Whether only sizes occur.
  bool sizes_alone(const Laurent& value) const;
  // Proved for all sizes from the corner on; false means that it is not proved. With n = from + x, x >= 0, a polynomial
  // whose coefficients in x are all >= 0 is >= 0, and > 0 where its constant one is > 0 too. Negative powers are multiplied
  // out first, which needs sizes that are positive.
  bool nonnegative(const Laurent& value) const { return sign_at_least(value, false); }
  bool positive(const Laurent& value) const { return sign_at_least(value, true); }
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

  std::map<std::string, Integer> sizes_;
  std::map<std::string, Number> numbers_;
};

}  // namespace attest::proof
