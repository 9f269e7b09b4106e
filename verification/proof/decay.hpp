// Bounds that fall with the sizes: sums of factor * exp(-rate), the rate a polynomial in the sizes times sqrt(r) times log(k).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "numeric/interval.hpp"
#include "verification/proof/variables.hpp"

namespace attest::proof {

// factor * sqrt(under_root) * log(log_of), the logarithm where there is one; factor and log_of in the sizes alone.
struct Rate {
  Laurent factor = 1;
  Rational under_root = 1;  // > 0
  std::optional<Laurent> log_of;

  Rate times(const Laurent& by) const { return {by * factor, under_root, log_of}; }
  std::string to_string() const;  // "n^2/sqrt(7)", "3*log(n)"
  friend bool operator==(const Rate&, const Rate&) = default;
};

struct Decay {  // factor * exp(-rate)
  Laurent factor;
  Rate rate;
};

using SizeValues = std::map<std::string, Laurent>;  // constants

// Proved for all sizes from the corner on. log(k) > 0 where k > 1.
bool positive(const Rate& rate, const Variables& variables);

// Proved not to rise in any of the sizes from the corner on: with E the rate and P >= 0 the factor,
//   d/dn (P exp(-E)) = -(E_n P - P_n) exp(-E),
// and E_n P >= P_n is shown by polynomials with a rational lower bound of sqrt(r); of E = c L log(k), k >= 1, L_n >= 0, the part
// c L k_n / k of E_n is enough. On real sizes, so on integers; the largest value is then the one at the corner.
bool falls(const Decay& decay, const Variables& variables);

// The value at the sizes; interval arithmetic, rounded outward.
Interval enclosure(const Laurent& value, const SizeValues& sizes, Precision precision);
Interval enclosure(const Rate& rate, const SizeValues& sizes, Precision precision);
Interval enclosure(const std::vector<Decay>& sum, const SizeValues& sizes, Precision precision);

// factor * exp(-c log(k)) is factor / k^c: the sum as one fraction, where every rate is an integer multiple c of the logarithm of a k
// that is shown to be positive; nothing for others.
std::optional<Fraction> as_fraction(const std::vector<Decay>& sum, const Variables& variables);

// Equal rates added; "4*(n - 1)*exp(-n^2/sqrt(7))".
std::vector<Decay> collected(const std::vector<Decay>& sum);
std::string to_string(const std::vector<Decay>& sum);

}  // namespace attest::proof
