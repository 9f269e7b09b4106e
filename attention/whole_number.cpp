#include "attention/whole_number.hpp"

#include "numeric/checked.hpp"

namespace attest {

long whole_number(const Rational& value) {
  if (denominator_of(value) != 1) throw UndefinedState(to_string(value) + " is no integer");
  const Integer number = numerator_of(value);
  if (abs(number) > Integer(1L << 62)) throw UndefinedState(to_string(value) + " is too large");
  return to_long(number);
}

}  // namespace attest
