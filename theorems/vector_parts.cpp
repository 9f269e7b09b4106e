#include "theorems/vector_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"

namespace attest::theorems {

using language::Expression;
using language::Node;
using language::Op;

namespace {

constexpr std::size_t most_parts = 1U << 16U;

bool is_each(const Node& e) {
  return e.op == Op::quantifier && e.quantifier == language::Quantifier::each;
}

// What a sum or a multiple of vectors has its length of; null: neither.
const Expression* of_vectors(const Node& e) {
  if (e.op != Op::add && e.op != Op::subtract && e.op != Op::negate && e.op != Op::multiply &&
      e.op != Op::divide)
    return nullptr;
  const auto vector = std::find_if(e.children.begin(), e.children.end(),
                                   [](const Expression& child) { return is_vector_form(*child); });
  return vector == e.children.end() ? nullptr : &*vector;
}

void add_parts(const Expression& e, const NetworkNames& constants, std::vector<Expression>& parts) {
  if (parts.size() > most_parts) refuse(e->place, "a vector that is too long");
  if (e->op == Op::tuple) {
    for (const Expression& child : e->children) add_parts(child, constants, parts);
  } else if (e->op == Op::call && e->name == "zeros") {
    parts.resize(parts.size() + evaluate_vector(e, constants).size(), language::number(0, e->place));
  } else if (is_each(*e)) {
    // The first index written out, the others as an `each` of their own.
    Expression inner = e->children[0];
    if (e->binders.size() > 1) {
      auto rest = std::make_shared<Node>(*e);
      rest->binders.erase(rest->binders.begin());
      inner = rest;
    }
    for (const Rational& x : evaluate_set(e->binders[0].range, constants))
      add_parts(substituted(inner, e->binders[0].name, language::number(x)), constants, parts);
  } else if (e->op == Op::call && e->name == "unit") {
    refuse(e->place,
           "'unit' stands in a layer; here each number is written, as in each k in [n]: ind(k = i)");
  } else {
    parts.push_back(e);
  }
}

}  // namespace

bool is_vector_form(const Node& e) {
  return e.op == Op::tuple || is_each(e) || (e.op == Op::call && (e.name == "zeros" || e.name == "unit")) ||
         of_vectors(e) != nullptr;
}

std::vector<Expression> parts_of(const Expression& e, const NetworkNames& constants) {
  std::vector<Expression> parts;
  add_parts(e, constants, parts);
  return parts;
}

std::size_t length_of(const Expression& e, const NetworkNames& constants) {
  if (e->op == Op::call && e->name == "unit" && e->children.size() == 2)
    return evaluate_vector(language::node(Op::call, {e->children[1]}, e->place, "zeros"), constants).size();
  if (e->op == Op::tuple) {
    std::size_t length = 0;
    for (const Expression& child : e->children) length += length_of(child, constants);
    return length;
  }
  if (const Expression* part = of_vectors(*e)) return length_of(*part, constants);
  return is_vector_form(*e) ? parts_of(e, constants).size() : 1;
}

std::vector<std::string> named_coordinates(const std::vector<std::string>& names,
                                           const std::vector<Expression>& values,
                                           const NetworkNames& constants) {
  std::vector<std::string> all;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (!is_vector_form(*values[c])) {
      all.push_back(names[c]);
      continue;
    }
    const std::size_t length = length_of(values[c], constants);
    for (std::size_t k = 1; k <= length; ++k) all.push_back(fmt::format("{}({})", names[c], k));
  }
  return all;
}

Expression tuple_of(const Expression& row) {
  const Expression* e = &row;
  while ((*e)->op == Op::multiply) e = &(*e)->children[1];
  return (*e)->op == Op::tuple ? *e : nullptr;
}

}  // namespace attest::theorems
