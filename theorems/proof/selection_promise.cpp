#include "theorems/proof/selection_promise.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Laurent;
using proof::Refusal;

Expression SelectedToken::replaced(const Expression& e, std::vector<std::string> scope) {
  if (e->op == Op::quantifier &&
      (e->quantifier == Quantifier::argmax || e->quantifier == Quantifier::argmin)) {
    if (choice_ && !language::same(choice_, e))
      throw Refusal("L12.c",
                    fmt::format("{} beside {}", language::to_string(e), language::to_string(choice_)));
    for (const std::string& name : language::free_names(e)) {
      if (std::find(scope.begin(), scope.end(), name) != scope.end())
        throw Refusal("L12.c", fmt::format("{} is not one token: it reads {}", language::to_string(e), name));
    }
    choice_ = e;
    return language::name(name());
  }
  auto copy = std::make_shared<language::Node>(*e);
  if (e->op == Op::let || e->op == Op::iterate) scope.push_back(e->name);
  for (language::Binder& binder : copy->binders) {
    binder.range = replaced(binder.range, scope);
    scope.push_back(binder.name);
  }
  for (Expression& child : copy->children) child = replaced(child, scope);
  if (copy->such_that) copy->such_that = replaced(copy->such_that, scope);
  return copy;
}

bool SelectionPromise::gives(const Expression& condition, const Laurent& first, const Laurent& second) const {
  try {
    return gives(condition, bound_, first, second);
  } catch (const Refusal&) {  // a term that has no meaning here
    return false;
  }
}

bool SelectionPromise::fails(const Expression& e, const Bound& bound) const {
  try {
    return Terms(variables_, names_(bound), "L12.d").decided(e) == std::optional(false);
  } catch (const Refusal&) {
    return false;
  }
}

bool SelectionPromise::is_equation(const Expression& stated, const Bound& bound, const Laurent& zero) const {
  const Expression e = without_parentheses(stated);
  if (e->op != Op::equal) return false;
  Terms terms(variables_, names_(bound), "L12.d");
  const Laurent difference = terms(e->children[0]) - terms(e->children[1]);
  return difference == zero || difference == -zero;
}

bool SelectionPromise::gives(const Expression& e, const Bound& bound, const Laurent& first,
                             const Laurent& second) const {
  const auto child = [&](std::size_t k) { return gives(e->children[k], bound, first, second); };
  switch (e->op) {
    case Op::tuple:
      return e->children.size() == 1 && child(0);
    case Op::logic_and:
      return child(0) || child(1);
    case Op::logic_or:
      return (fails(e->children[0], bound) && child(1)) || (fails(e->children[1], bound) && child(0));
    case Op::let: {
      Bound inside = bound;
      inside[e->name] = Terms(variables_, names_(bound), "L12.d")(e->children[0]);
      return gives(e->children[1], inside, first, second);
    }
    case Op::quantifier: {
      if (e->quantifier != Quantifier::forall || e->such_that || e->binders.size() != 1) return false;
      const Terms::Range range = Terms(variables_, names_(bound), "L12.d").range(e->binders[0].range);
      if (!range.whole || !(range.bounds.low == run_.low) || !(range.bounds.high == run_.high)) return false;
      const Expression body = without_parentheses(e->children[0]);
      Bound inside = bound;
      inside[e->binders[0].name] = token_;
      return body->op == Op::implies && is_equation(body->children[0], inside, first) &&
             is_equation(body->children[1], inside, second);
    }
    default:
      return false;
  }
}

}  // namespace attest::theorems
