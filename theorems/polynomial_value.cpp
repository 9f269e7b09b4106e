#include "theorems/polynomial_value.hpp"

#include <algorithm>

#include "numeric/checked.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;

}  // namespace

std::optional<Polynomial> polynomial_of(const Expression& e, const PolynomialNames& names) {
  const auto child = [&](std::size_t k) { return polynomial_of(e->children[k], names); };
  const auto constant = [](const Polynomial& p) -> std::optional<Rational> {
    const auto terms = p.terms();
    if (terms.empty()) return Rational(0);
    if (terms.size() == 1 && terms[0].exponents.empty()) return terms[0].coefficient;
    return std::nullopt;
  };
  switch (e->op) {
    case Op::number:
      return Polynomial(e->value);
    case Op::name:
    case Op::subscript:
    case Op::call:
      return names.variable(*e);
    case Op::negate: {
      const auto a = child(0);
      return a ? std::optional(-*a) : std::nullopt;
    }
    case Op::tuple:
      return e->children.size() == 1 ? child(0) : std::nullopt;
    case Op::add:
    case Op::subtract:
    case Op::multiply: {
      const auto a = child(0);
      const auto b = child(1);
      if (!a || !b) return std::nullopt;
      return e->op == Op::add ? *a + *b : e->op == Op::subtract ? *a - *b : *a * *b;
    }
    case Op::divide: {
      const auto a = child(0);
      const auto b = child(1);
      if (!a || !b) return std::nullopt;
      const auto divisor = constant(*b);
      if (!divisor || *divisor == 0) return std::nullopt;
      return *a * Polynomial(Rational(Rational(1) / *divisor));
    }
    case Op::power: {
      const auto base = child(0);
      const auto exponent = child(1);
      if (!base || !exponent) return std::nullopt;
      const auto value = constant(*exponent);
      const auto times = value ? fits_long(*value) : std::nullopt;
      if (!times || *times < 0 || *times > 64) return std::nullopt;
      Polynomial result(1L);
      for (long k = 0; k < *times; ++k) result = result * *base;
      return result;
    }
    case Op::quantifier: {
      // A sum over numbers that are known.
      if (e->quantifier != Quantifier::sum || e->binders.size() != 1 || e->such_that || !names.members)
        return std::nullopt;
      const auto members = names.members(*e->binders[0].range);
      if (!members) return std::nullopt;
      Polynomial sum;
      for (const Rational& x : *members) {
        const auto term = polynomial_of(
            language::substitute(e->children[0], e->binders[0].name, language::number(x)), names);
        if (!term) return std::nullopt;
        sum += *term;
      }
      return sum;
    }
    case Op::conditional: {
      const auto holds = names.condition ? names.condition(*e->children[0]) : std::nullopt;
      return holds ? polynomial_of(e->children[*holds ? 1 : 2], names) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::vector<Polynomial>> polynomials_of(const Expression& e, const PolynomialNames& names) {
  const auto combined = [&](const auto& combine) -> std::optional<std::vector<Polynomial>> {
    const auto a = polynomials_of(e->children[0], names);
    const auto b = polynomials_of(e->children[1], names);
    if (!a || !b || a->size() != b->size()) return std::nullopt;
    std::vector<Polynomial> result;
    for (std::size_t k = 0; k < a->size(); ++k) result.push_back(combine((*a)[k], (*b)[k]));
    return result;
  };
  const auto multiplied = [&](const Expression& factor, const Expression& vector,
                              bool inverse) -> std::optional<std::vector<Polynomial>> {
    const auto list = polynomials_of(vector, names);
    if (!list) return std::nullopt;
    std::vector<Polynomial> result;
    for (std::size_t k = 0; k < list->size(); ++k) {
      // Through polynomial_of, which knows when a quotient is one.
      const auto f = polynomial_of(inverse ? node(Op::divide, {language::number(1), factor}) : factor, names);
      if (!f) return std::nullopt;
      result.push_back(*f * (*list)[k]);
    }
    return result;
  };
  const auto is_vector = [](const auto& self, const Node& n) -> bool {
    if (n.op == Op::tuple || (n.op == Op::call && (n.name == "zeros" || n.name == "unit"))) return true;
    if (n.op == Op::quantifier) return n.quantifier == Quantifier::each;
    if (n.op == Op::conditional) return self(self, *n.children[1]) || self(self, *n.children[2]);
    if (n.op == Op::negate || n.op == Op::divide) return self(self, *n.children[0]);
    if (n.op == Op::add || n.op == Op::subtract || n.op == Op::multiply) {
      return self(self, *n.children[0]) || self(self, *n.children[1]);
    }
    return false;
  };
  if (!is_vector(is_vector, *e)) {
    const auto single = polynomial_of(e, names);
    return single ? std::optional(std::vector<Polynomial>{*single}) : std::nullopt;
  }
  switch (e->op) {
    case Op::tuple: {
      std::vector<Polynomial> result;
      for (const Expression& entry : e->children) {
        const auto part = polynomials_of(entry, names);
        if (!part) return std::nullopt;
        result.insert(result.end(), part->begin(), part->end());
      }
      return result;
    }
    case Op::quantifier: {
      // each k in [m], ..: the first index written out, the others as an `each` of their own.
      const auto members = names.members ? names.members(*e->binders[0].range) : std::nullopt;
      if (!members) return std::nullopt;
      Expression inner = e->children[0];
      if (e->binders.size() > 1) {
        auto rest = std::make_shared<Node>(*e);
        rest->binders.erase(rest->binders.begin());
        inner = rest;
      }
      std::vector<Polynomial> result;
      for (const Rational& x : *members) {
        const auto part =
            polynomials_of(language::substitute(inner, e->binders[0].name, language::number(x)), names);
        if (!part) return std::nullopt;
        result.insert(result.end(), part->begin(), part->end());
      }
      return result;
    }
    case Op::call: {
      const auto count = names.integer ? names.integer(*e->children.back()) : std::nullopt;
      if (!count || *count < 0) return std::nullopt;
      std::vector<Polynomial> entries(to_size(Integer(*count)));
      if (e->name == "zeros") return entries;
      const auto at = names.integer(*e->children.front());
      if (!at || *at < 1 || *at > *count) return std::nullopt;
      entries[to_size(Integer(*at - 1))] = Polynomial(1L);
      return entries;
    }
    case Op::conditional: {
      const auto holds = names.condition ? names.condition(*e->children[0]) : std::nullopt;
      return holds ? polynomials_of(e->children[*holds ? 1 : 2], names) : std::nullopt;
    }
    case Op::negate:
      return multiplied(language::number(-1), e->children[0], false);
    case Op::add:
      return combined([](const Polynomial& a, const Polynomial& b) { return a + b; });
    case Op::subtract:
      return combined([](const Polynomial& a, const Polynomial& b) { return a - b; });
    case Op::divide:
      return multiplied(e->children[1], e->children[0], true);
    case Op::multiply:
      return is_vector(is_vector, *e->children[1]) ? multiplied(e->children[0], e->children[1], false)
                                                   : multiplied(e->children[1], e->children[0], false);
    default:
      return std::nullopt;
  }
}

}  // namespace attest::theorems
