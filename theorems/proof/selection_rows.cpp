// That each number of a row is W times the encoding (selection_layer.hpp says in which ways).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "theorems/proof/selection_layer.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Laurent;
using proof::Refusal;

namespace {

const std::string coordinate_prefix = "coordinate ";

}  // namespace

void SelectionLayer::expect_linear(const std::vector<Part>& parts, const std::vector<Token>& tokens) {
  for (const Part& part : parts) {
    if (!part.bound.empty()) block(part.range);
    if (tokens.size() != 1 || !combines_coordinates(part, tokens.front())) expect_functions(part, tokens);
    ++linear_;
  }
}

// A sum of coordinates as they are called, each times what reads no token.
bool SelectionLayer::combines_coordinates(const Part& part, const Token& token) {
  Bound bound;
  if (!part.bound.empty()) bound.emplace(part.bound, fresh("entry", block(part.range)));
  const auto& known = *token.kind->names;
  const auto is_coordinate = [&](const std::string& name) {
    return name != token.name && std::find(known.begin(), known.end(), name) != known.end();
  };
  TermNames names = tables_and_constants(bound);
  const auto constants = names.written;
  const auto tables = names.applied;
  names.written = [&](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    if (name == token.name) return std::nullopt;
    if (!bound.contains(name) && is_coordinate(name)) return Laurent::variable(coordinate_prefix + name);
    for (const auto& feature : token.kind->kind->features) {
      if (feature.name == name && !bound.contains(name)) return std::nullopt;
    }
    return constants(e);
  };
  names.applied = [&](const std::string& name,
                      const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    if (!is_coordinate(name) || arguments.size() != 1) return tables(name, arguments);
    return Laurent::variable(fmt::format("{}{}({})", coordinate_prefix, name, arguments.front().to_string()));
  };
  try {
    const Laurent sum = Terms(variables_, names, "L12.b")(part.body);
    return std::all_of(sum.terms().begin(), sum.terms().end(), [](const auto& term) {
      long degree = 0;
      for (const auto& [name, exponent] : term.first) {
        if (name.starts_with(coordinate_prefix)) degree += exponent == 1 ? 1 : 2;
      }
      return degree == 1;
    });
  } catch (const Refusal&) {
    return false;
  }
}

// A function of one feature of each token, of which its encoding has a full block.
void SelectionLayer::expect_functions(const Part& part, const std::vector<Token>& tokens) {
  Bound bound;
  if (!part.bound.empty()) bound.emplace(part.bound, fresh("entry", block(part.range)));
  std::vector<std::set<std::string>> read(tokens.size());
  const auto feature = [&](std::size_t k, const std::string& name) -> std::optional<Laurent> {
    for (const auto& own : tokens[k].kind->kind->features) {
      if (own.name != name) continue;
      read[k].insert(name);
      return feature_of(tokens[k], name);
    }
    return std::nullopt;
  };
  TermNames names = tables_and_constants(bound);
  const auto constants = names.written;
  names.written = [&](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    if (bound.contains(name)) return constants(e);
    for (const Token& token : tokens) {
      const auto& known = *token.kind->names;
      const bool coordinate =
          tokens.size() == 1 && std::find(known.begin(), known.end(), name) != known.end();
      if (token.name == name || coordinate) return std::nullopt;
    }
    if (tokens.size() == 1) {
      if (const auto value = feature(0, name)) return value;
    }
    if (const auto value = constants(e)) return value;
    if (e.op != Op::subscript || e.children[0]->op != Op::name) return std::nullopt;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      if (tokens[k].name == e.children[0]->name) return feature(k, e.name);
    }
    return std::nullopt;
  };
  Terms(variables_, cases_.with_cases(names), "L12.b")(part.body);
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const auto& all = tokens[k].kind->kind->features;
    const bool full = read[k].empty()
                          ? std::any_of(all.begin(), all.end(),
                                        [&](const auto& f) { return has_full_block(tokens[k], f.name); })
                          : read[k].size() == 1 && has_full_block(tokens[k], *read[k].begin());
    if (!full) {
      throw Refusal(
          "L12.b", fmt::format("line {}: {} is no sum of coordinates, nor a function of one feature of which "
                               "the encoding of its token has a full block",
                               part.body->place.line, language::to_string(part.body)));
    }
  }
}

bool SelectionLayer::has_full_block(const Token& token, const std::string& feature) {
  return std::any_of(token.kind->encoding->begin(), token.kind->encoding->end(), [&](const Expression& e) {
    return is_full_block(without_parentheses(e), token, feature);
  });
}

// each t in [H]: ind(f = t), or max(0, f - t + 1), where f is an integer from 1 to H.
bool SelectionLayer::is_full_block(const Expression& e, const Token& token, const std::string& feature) {
  const bool block = e->op == Op::quantifier && e->quantifier == Quantifier::each && !e->such_that &&
                     e->binders.size() == 1 && e->binders[0].range->op == Op::range &&
                     e->binders[0].range->children.size() == 1;
  if (!block || e->binders[0].name == feature) return false;
  try {
    const Laurent f = feature_of(token, feature);
    const auto bounds = variables_.bounds_of(f);
    if (!bounds || !variables_.is_integer(f) || !variables_.nonnegative(bounds->low - Laurent(1)) ||
        !is_at_least(e->binders[0].range->children[0], bounds->high))
      return false;
    const std::string entry = "entry of a block";
    const Laurent t = Laurent::variable(entry);
    TermNames names = tables_and_constants({{feature, f}, {e->binders[0].name, t}});
    if (token.kind->kind->indices.front() == feature) return false;
    names.applied = nullptr;
    const auto is = [&](const Expression& part, const Laurent& expected) {
      return Terms(variables_, names, "L12.b")(part) == expected;
    };
    const Expression body = without_parentheses(e->children[0]);
    if (body->op != Op::call) return false;
    if (body->name == "ind" && body->children.size() == 1) {
      const Expression equation = without_parentheses(body->children[0]);
      return equation->op == Op::equal && ((is(equation->children[0], f) && is(equation->children[1], t)) ||
                                           (is(equation->children[0], t) && is(equation->children[1], f)));
    }
    if (body->name != "max" || body->children.size() != 2) return false;
    const Laurent stair = f - t + Laurent(1);
    return (is(body->children[0], {}) && is(body->children[1], stair)) ||
           (is(body->children[1], {}) && is(body->children[0], stair));
  } catch (const Refusal&) {
    return false;
  }
}

bool SelectionLayer::is_at_least(const Expression& stated, const Laurent& value) const {
  const Expression e = without_parentheses(stated);
  if (e->op == Op::call && e->name == "max") {
    return std::any_of(e->children.begin(), e->children.end(),
                       [&](const Expression& child) { return is_at_least(child, value); });
  }
  try {
    return variables_.nonnegative(Terms(variables_, theorem_.constants(), "L12.b")(e) - value);
  } catch (const Refusal&) {
    return false;
  }
}

}  // namespace attest::theorems
