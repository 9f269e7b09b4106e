// The definition of a head tuple by tuple, in any arithmetic: what evaluates layers (exactly, in enclosures, in stored or bounded
// numbers) takes scores, values and the order of tuples from here.
//
//   score before the scale:  sum over the monomials m of the attention polynomial of  sum_c prod_{v in m} row_v[c]
//   value:                   the entrywise product of its factors
//
// Sums begin with zero, products with their first factor, and both go from left to right: that matters where they are rounded.
#pragma once

#include <span>
#include <vector>

#include "attention/layer.hpp"
#include "claims/stop.hpp"

namespace attest::attention {

struct UsualOperations {
  template <class Number>
  static Number sum(const Number& a, const Number& b) {
    return a + b;
  }
  template <class Number>
  static Number product(const Number& a, const Number& b) {
    return a * b;
  }
};

// row(v): the row of the variable v, anything with size() and []; those of one monomial have one length.
template <class Number, class RowOf, class Operations = UsualOperations>
Number inner_product(const std::vector<std::size_t>& monomial, const RowOf& row, const Number& zero,
                     const Operations& in = {}) {
  Number sum = zero;
  const auto length = row(monomial.front()).size();
  for (auto c = length - length; c < length; ++c) {
    Number product = row(monomial.front())[c];
    for (std::size_t k = 1; k < monomial.size(); ++k) product = in.product(product, row(monomial[k])[c]);
    sum = in.sum(sum, product);
  }
  return sum;
}

template <class Number, class RowOf, class Operations = UsualOperations>
Number unscaled_score(const AttentionPolynomial& polynomial, const RowOf& row, const Number& zero,
                      const Operations& in = {}) {
  Number sum = zero;
  for (const auto& monomial : polynomial.monomials())
    sum = in.sum(sum, inner_product(monomial, row, zero, in));
  return sum;
}

// part(f): what the f-th factor of the value contributes; at least one factor, all of one length.
template <class PartOf, class Operations = UsualOperations>
auto value_product(std::size_t factors, const PartOf& part, const Operations& in = {}) {
  auto product = part(std::size_t{0});
  for (std::size_t f = 1; f < factors; ++f) {
    const auto& more = part(f);
    for (auto c = more.size() - more.size(); c < more.size(); ++c)
      product[c] = in.product(product[c], more[c]);
  }
  return product;
}

// Visits visit(tokens, kinds) of the tuples that a receiver sees, in the order of the index set, until it returns false. Looks at the
// stop flag.
template <class Visit>
void each_tuple(const IndexSet& over, std::span<const Kind> kinds, Token receiver, const Visit& visit) {
  const std::span<const Token> tuples = over.tuples(receiver);
  std::vector<Kind> kinds_of_tuple(over.arity());
  for (std::size_t at = 0, seen = 0; at < tuples.size(); at += over.arity(), ++seen) {
    if (seen % 256 == 0) check_stop();
    const std::span<const Token> tuple = tuples.subspan(at, over.arity());
    for (std::size_t v = 0; v < over.arity(); ++v) kinds_of_tuple[v] = kinds[tuple[v]];
    if (!visit(tuple, std::span<const Kind>(kinds_of_tuple))) return;
  }
}

// In rational numbers.
inline Rational unscaled_score(const Head& head, Kind receiver, std::span<const Kind> tuple) {
  const auto row = [&](std::size_t v) -> const RationalVector& {
    return head.rows[v][v == 0 ? receiver : tuple[v - 1]];
  };
  return unscaled_score(head.polynomial, row, Rational(0));
}

inline const RationalVector& part_of_value(const Head& head, std::size_t factor, Kind receiver,
                                           std::span<const Kind> tuple) {
  const Head::Factor& from = head.value[factor];
  return from.vectors[from.variable == 0 ? receiver : tuple[from.variable - 1]];
}

inline RationalVector value_of(const Head& head, Kind receiver, std::span<const Kind> tuple) {
  return value_product(head.value.size(), [&](std::size_t f) -> const RationalVector& {
    return part_of_value(head, f, receiver, tuple);
  });
}

}  // namespace attest::attention
