// How clear the choice of an object is where query and objects are uniform on [0, 1]: the law of the utility's gap between the
// selected object and the others (dat/continuous-select).
#pragma once

#include <string>

#include "numeric/integer.hpp"

namespace attest {

// u(x, y): -L_u |x - y|, L_u |x - y| or L_u y.
enum class Utility { nearest, farthest, largest };

Utility utility_from_string(const std::string& text);  // "nearest", "farthest", "largest"; std::out_of_range

// u(x, y) with L_u = 1.
Rational utility_of(Utility utility, const Rational& x, const Rational& y);

// The probability that u(x, y_(i*)) - u(x, y_j) > e for all j != i*, u with L_u = 1, for 0 <= e <= 1; x and the n >= 1
// objects are independent and uniform.
Rational gap_probability(Utility utility, long n, const Rational& e);

struct GapWindow {
  Rational certain;  // here the probability is at least what was asked for,
  Rational next;     // here it is not, or this is beyond 1
};

// certain = k/2^b and next = (k + 1)/2^b, where b >= 20 is so large that k >= 1024; 0 < least < 1.
GapWindow certain_gap(Utility utility, long n, const Rational& least);

}  // namespace attest
