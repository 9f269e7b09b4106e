#include "attention/transformer.hpp"

#include <algorithm>

namespace attest {

namespace {

Rows renamed(const Rows& rows, const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::map<std::string, Polynomial> names;
  for (std::size_t f = 0; f < from.size(); ++f) names[from[f]] = Polynomial::variable(to[f]);
  Rows result;
  for (const auto& row : rows) result.push_back(row.substitute(names));
  return result;
}

}  // namespace

Polynomial Transformer::score(std::size_t head) const {
  const TransformerHead& h = heads.at(head);
  std::vector<Rows> rows;
  // In triangular attention the token (i, j) itself has no row: q and k are of the other two.
  const std::size_t shift = h.mechanism == Mechanism::triangular ? 1 : 0;
  for (std::size_t q = 0; q < h.query.size(); ++q) {
    rows.push_back(renamed(h.query[q], features, token_features.at(q + shift)));
  }
  switch (h.mechanism) {
    case Mechanism::strassen:
      return inner_product(rows[0], rows[1]) + inner_product(rows[1], rows[2]) +
             inner_product(rows[2], rows[0]);
    case Mechanism::third_order: {
      Polynomial sum;
      for (std::size_t c = 0; c < std::min({rows[0].size(), rows[1].size(), rows[2].size()}); ++c) {
        sum += rows[0][c] * rows[1][c] * rows[2][c];
      }
      return sum;
    }
    case Mechanism::triangular:
      return inner_product(rows[0], rows[1]);
  }
  return {};
}

Polynomial reciprocal_of(const std::string& parameter) {
  return Polynomial::variable("inverse_" + parameter);
}

Polynomial reduce_reciprocals(const Polynomial& polynomial, const std::string& parameter) {
  const std::string inverse = "inverse_" + parameter;
  Polynomial result;
  for (auto term : polynomial.terms()) {
    const unsigned long common = std::min(term.exponents[parameter], term.exponents[inverse]);
    term.exponents[parameter] -= common;
    term.exponents[inverse] -= common;
    Polynomial monomial(term.coefficient);
    for (const auto& [name, exponent] : term.exponents) {
      for (unsigned long e = 0; e < exponent; ++e) monomial = monomial * Polynomial::variable(name);
    }
    result += monomial;
  }
  return result;
}

std::map<std::string, Polynomial> size_values(const std::map<std::string, long>& sizes) {
  std::map<std::string, Polynomial> values;
  for (const auto& [name, value] : sizes) {
    values[name] = Polynomial(value);
    values["inverse_" + name] = Polynomial(Rational(1) / value);
  }
  return values;
}

}  // namespace attest
