// The numbers of an exported proof: rational bounds, and coefficients that are >= 0. Coq checks each of them again.
#pragma once

#include <string>

#include "verification/proof/laurent.hpp"

namespace attest::theorems::coq {

// a/1000 with (a/1000)^2 <= square, or >= square; within 1/1000 of the root, and positive. square > 0.
Rational root_below(const Rational& square);
Rational root_above(const Rational& square);

std::string fraction_text(const Rational& value);  // "(3 / 8)", "7"

// The coefficients of a polynomial in one size, written in size - from, the constant one first: "[8; 4]". Refusal (coq) where one is
// negative or no integer.
std::string coefficients_text(const proof::Laurent& value, const Integer& from);

// low/den <= e^-u <= high/den where c <= u <= d, by (1 - d/steps)^steps and 1/(1 + c/steps)^steps.
struct Enclosed {
  Integer low, high, den;
  long steps = 256;
};
Enclosed enclosed_power(const Rational& c, const Rational& d);

// factor e^-(scale weight) < 1/2 from a size on: what the lemma `falls` of proofs/library asks for.
struct Falls {
  Rational low;  // of the scale
  std::string factor, growth, step;
  Integer factor_value, weight_value, den;  // at the corner: e^-(low weight) <= 1/den, factor/den < 1/2
  long steps = 1;
};
Falls falls_from(const proof::Laurent& factor, const proof::Laurent& weight, const Rational& scale_squared,
                 const Integer& corner);

}  // namespace attest::theorems::coq
