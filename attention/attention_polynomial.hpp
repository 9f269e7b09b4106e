// Attention polynomials (seed 003_fa68b7a15496b434.txt, Definition 2.1): multilinear, coefficients 0 or 1,
// every monomial of degree at least 2. Variable x_1 carries the query whose output is computed.
//
//   AttentionPolynomial::parse("x1*x2 + x2*x3")
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

class AttentionPolynomial {
 public:
  // Monomials are sets of variables, numbered from 0. Throws std::invalid_argument naming the rule of
  // Definition 2.1 that is broken (a repeated variable, degree below 2, a repeated monomial, a variable
  // out of range).
  AttentionPolynomial(std::size_t variables, std::vector<std::vector<std::size_t>> monomials);

  // "x1*x2 + x2*x3"; the number of variables is the largest that occurs.
  static AttentionPolynomial parse(std::string_view text);

  static AttentionPolynomial standard();                     // x1 x2
  static AttentionPolynomial tensor(std::size_t variables);  // x1 x2 ... xt
  static AttentionPolynomial strassen();                     // x1 x2 + x2 x3 + x3 x1
  static AttentionPolynomial path(std::size_t edges);        // x1 x2 + x2 x3 + ... + xt x(t+1)

  // By the words of theorem files: standard, strassen, third-order, and triangular, x2 x3 of the two tokens that the receiver's pair is
  // split into (its own row does not count).
  static std::optional<AttentionPolynomial> named(std::string_view word);
  static const std::vector<std::string>& names();

  std::size_t variables() const { return variables_; }
  std::size_t degree() const;
  const std::vector<std::vector<std::size_t>>& monomials() const { return monomials_; }
  std::string to_string() const;

 private:
  std::size_t variables_;
  std::vector<std::vector<std::size_t>> monomials_;  // each ascending
};

}  // namespace attest
