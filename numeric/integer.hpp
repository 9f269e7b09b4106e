// Exact numbers: Integer and Rational (Boost.Multiprecision over GMP) and Eigen matrices of them.
//
// Rationals are always in lowest terms with a positive denominator. Nothing here converts to or from
// binary floating point implicitly.
#pragma once

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/gmp.hpp>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>

namespace attest {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational =
    boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

using RationalMatrix = Eigen::Matrix<Rational, Eigen::Dynamic, Eigen::Dynamic>;
using RationalVector = Eigen::Matrix<Rational, Eigen::Dynamic, 1>;
using IntegerMatrix = Eigen::Matrix<Integer, Eigen::Dynamic, Eigen::Dynamic>;

// "p" or "p/q" in decimal digits with an optional leading minus; nullopt for anything else (a zero
// denominator, spaces, a plus sign, a decimal point). The result is reduced.
std::optional<Rational> rational_from_string(std::string_view text);

// Decimal digits with an optional leading minus; nullopt for anything else.
std::optional<Integer> integer_from_string(std::string_view text);

// "p" if the denominator is one, else "p/q" in lowest terms.
std::string to_string(const Rational& value);
std::string to_string(const Integer& value);

inline Integer numerator_of(const Rational& value) {
  return boost::multiprecision::numerator(value);
}
inline Integer denominator_of(const Rational& value) {
  return boost::multiprecision::denominator(value);
}

// base^exponent.
Integer power(const Integer& base, unsigned long exponent);

// The least positive integer that all denominators divide (1 for an empty matrix).
Integer common_denominator(const RationalMatrix& matrix);

}  // namespace attest
