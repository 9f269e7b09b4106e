// Expressions as polynomials in what varies: an evaluation like the one of theorems/network_value.hpp, where some names have no
// number.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "language/expression.hpp"
#include "numeric/polynomial.hpp"

namespace attest::theorems {

// `variable` says what a name or subscript is, or nothing where it has no meaning there.
struct PolynomialNames {
  std::function<std::optional<Polynomial>(const language::Node& name_or_subscript)> variable;
  // The number that an expression of sizes is (of zeros(k)), and the members of a range (of a sum); may be absent.
  std::function<std::optional<long>(const language::Node&)> integer;
  std::function<std::optional<std::vector<Rational>>(const language::Node&)> members;
  // Whether a condition on sizes holds; may be absent.
  std::function<std::optional<bool>(const language::Node&)> condition;
};
// Nothing where the expression is no polynomial (a division by something that varies, ..).
std::optional<Polynomial> polynomial_of(const language::Expression& expression, const PolynomialNames& names);
// Of a vector: its coordinates.
std::optional<std::vector<Polynomial>> polynomials_of(const language::Expression& expression,
                                                      const PolynomialNames& names);

}  // namespace attest::theorems
