// Multivariate polynomials with rational coefficients (FLINT's fmpq_mpoly) in named variables.
//
//   const auto n = Polynomial::variable("n"), phi = Polynomial::variable("phi");
//   n * phi * phi - 2 * n == n * (phi * phi - 2);     // exact, as polynomials
//
// All polynomials live in one ring; a variable joins it when it is first named (at most 256 of them).
// Polynomials are made on one thread; reading them from several is safe.
#pragma once

#include <flint/fmpq_mpoly.h>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

// The ring is full.
class TooManyVariables : public std::length_error {
 public:
  using std::length_error::length_error;
};

class Polynomial {
 public:
  Polynomial();
  Polynomial(long constant);             // NOLINT(google-explicit-constructor): formulas read as printed
  Polynomial(const Rational& constant);  // NOLINT(google-explicit-constructor)
  Polynomial(const Polynomial& other);
  Polynomial(Polynomial&& other) noexcept;
  Polynomial& operator=(const Polynomial& other);
  Polynomial& operator=(Polynomial&& other) noexcept;
  ~Polynomial();

  // A letter, then letters, digits and underscores. Throws std::invalid_argument otherwise and
  // TooManyVariables when the ring is full.
  static Polynomial variable(std::string_view name);

  // The inverse of to_string, in the given variables only; nullopt for anything else.
  static std::optional<Polynomial> parse(const std::string& text, const std::vector<std::string>& variables);

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a);
  friend bool operator==(const Polynomial& a, const Polynomial& b);
  // 0 to the 0 is 1. Throws std::length_error where a power has exponents beyond a machine's numbers.
  friend Polynomial pow(const Polynomial& base, unsigned long exponent);
  Polynomial& operator+=(const Polynomial& other) { return *this = *this + other; }

  bool is_zero() const;

  // Every named variable replaced at the same time; variables not named stay.
  Polynomial substitute(const std::map<std::string, Polynomial>& replacements) const;

  // Throws std::invalid_argument if a variable of the polynomial has no value.
  Rational evaluate(const std::map<std::string, Rational>& values) const;

  struct Term {
    Rational coefficient;
    std::map<std::string, unsigned long> exponents;  // of the variables that occur
  };
  std::vector<Term> terms() const;

  // "n^2*phi - 2*n"
  std::string to_string() const;

 private:
  fmpq_mpoly_t value_;
};

}  // namespace attest
