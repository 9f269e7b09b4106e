// For element-wise functions that are defined on integers only: what they say of a token's state that holds
// another number. Exact evaluation never meets one; rounded evaluation does (precision/).
#pragma once

#include <stdexcept>

#include "numeric/integer.hpp"

namespace attest {

// An element-wise function has no value at the state that it was given; what() says why.
class UndefinedState : public std::domain_error {
 public:
  using std::domain_error::domain_error;
};

// The integer `value`, if it is one of at most 2^62 in magnitude; else UndefinedState.
long whole_number(const Rational& value);

}  // namespace attest
