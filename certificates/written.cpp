#include "certificates/written.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest::theorems::certificates {

namespace {

using language::Expression;
using language::Op;

void expect_known_words(const Expression& e) {
  if (!e) return;
  if (e->op == Op::text || e->op == Op::member || e->op == Op::table)
    no_place("a table, a text or a coordinate in an expression");
  if (e->op == Op::call && (e->name == "sqrt" || e->name == "log" || e->name == "exp"))
    no_place("an expression with " + e->name);
  if (e->op == Op::quantifier && e->tie == language::Tie::any)
    no_place("an answer that any of several best indices gives");
  for (const Expression& child : e->children) expect_known_words(child);
  for (const auto& binder : e->binders) expect_known_words(binder.range);
  expect_known_words(e->such_that);
}

// p_1 is read as p at 1; where it is a name, it stands as one.
Expression with_whole_names(const Expression& e, const Names& known) {
  if (!e) return e;
  if (e->op == Op::subscript && known.count(language::whole_name(*e)))
    return language::name(language::whole_name(*e), e->place);
  language::Node result = *e;
  for (Expression& child : result.children) child = with_whole_names(child, known);
  for (auto& binder : result.binders) binder.range = with_whole_names(binder.range, known);
  result.such_that = with_whole_names(result.such_that, known);
  return std::make_shared<const language::Node>(std::move(result));
}

}  // namespace

void no_place(const std::string& what) {
  throw NoCertificate(what + " has no place in a certificate so far");
}

std::string written(const Expression& e, const Names& known) {
  expect_known_words(e);
  for (const std::string& name : language::free_names(with_whole_names(e, known))) {
    if (!known.count(name) && name != "zeros") no_place("an expression with " + name);
  }
  return language::to_string(e);
}

Names with(Names names, const std::vector<std::string>& more) {
  names.insert(more.begin(), more.end());
  return names;
}

Json constants_json(const Constants& constants) {
  Json result = Json::array();
  for (const auto& [name, value] : constants.values) result.push_back(Json::array({name, to_string(value)}));
  return result;
}

Json inputs_json(const InputLayout& layout) {
  Json result = Json::array();
  for (const InputField& field : layout.fields()) {
    const bool injective = field.shape == Shape::injective || field.shape == Shape::permutation;
    result.push_back({{"name", field.name},
                      {"shape", injective                      ? "injective"
                                : field.shape == Shape::subset ? "subset"
                                                               : "any"},
                      {"domains", field.domains},
                      {"values", field.values}});
  }
  return result;
}

std::string with_the_rest(const std::string& says, const Verdict& verdict, const Names& in_it) {
  std::vector<std::string> others;
  for (const Check& check : verdict.checks) {
    if (check.essential && !in_it.contains(check.name))
      others.push_back(fmt::format("{} ({})", check.name, attest::to_string(check.status)));
  }
  return fmt::format("{}; {}", says,
                     others.empty() ? "the verdict has no other essential check"
                                    : fmt::format("not in it: {}", fmt::join(others, ", ")));
}

std::vector<std::size_t> from_one(std::vector<std::size_t> from_zero) {
  for (std::size_t& number : from_zero) ++number;
  return from_zero;
}

}  // namespace attest::theorems::certificates
