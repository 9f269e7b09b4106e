// Piecewise linear functions of one number between two ends, exactly.
#pragma once

#include <vector>

#include "numeric/integer.hpp"

namespace attest::counts {

// Linear between its points; x rises strictly. One point where the ends are the same.
struct Line {
  std::vector<Rational> x;
  std::vector<Rational> y;
};

Line constant_line(const Rational& from, const Rational& to, const Rational& value);
Line sum_of(const Line& a, const Line& b);                    // of the same ends, as below
Line extreme_of(const Line& a, const Line& b, bool largest);  // the larger one everywhere, or the smaller one

}  // namespace attest::counts
