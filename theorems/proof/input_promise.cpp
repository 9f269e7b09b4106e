#include "theorems/proof/input_promise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "theorems/fields.hpp"
#include "theorems/lets.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;

namespace {

bool is_the_number(const Expression& e, long value) {
  return e->op == Op::number && e->value == value;
}

// m of (count i in R: m(i) = 1) = 1; null for others.
const InputStatement* marked_once(const TheoremText& text, const Expression& condition) {
  const Expression equation = without_parentheses(condition);
  if (equation->op != Op::equal || !is_the_number(without_parentheses(equation->children[1]), 1))
    return nullptr;
  const Expression count = without_parentheses(equation->children[0]);
  if (count->op != Op::quantifier || count->quantifier != Quantifier::count || count->such_that ||
      count->binders.size() != 1)
    return nullptr;
  const Expression one = without_parentheses(count->children[0]);
  if (one->op != Op::equal || !is_the_number(one->children[1], 1)) return nullptr;
  const Expression call = one->children[0];
  const std::string& bound = count->binders[0].name;
  if (call->op != Op::call || call->children.size() != 1 || call->children[0]->op != Op::name ||
      call->children[0]->name != bound)
    return nullptr;
  for (const InputStatement& input : text.inputs) {
    if (input.name != call->name) continue;
    const std::string range = language::to_string(input.range);
    const bool bits = range == "{0, 1}" || range == "0..1";
    const bool whole = input.domains.size() == 1 && language::same(input.domains[0], count->binders[0].range);
    return bits && whole && input.shape == Shape::any ? &input : nullptr;
  }
  return nullptr;
}

// m(e) is ind(e = place) where e is the name of an index that runs over the domain of m alone, so that m has a value there.
class Replacement {
 public:
  Replacement(std::string function, std::string place, Expression domain, std::set<std::string> indices)
      : function_(std::move(function)),
        place_(std::move(place)),
        domain_(std::move(domain)),
        indices_(std::move(indices)) {}

  bool complete() const { return complete_; }

  Expression operator()(const Expression& e) {
    if (e->op == Op::call && e->name == function_ && e->children.size() == 1) {
      const Expression& at = e->children[0];
      if (at->op != Op::name || !indices_.contains(at->name)) complete_ = false;
      return language::node(Op::call, {equals_place(at)}, e->place, "ind");
    }
    // As a word, a part of one, or something else of this name.
    if (e->name == function_ || (e->op == Op::subscript && whole_name(*e) == function_)) complete_ = false;
    if (e->op == Op::let || e->op == Op::iterate) indices_.erase(e->name);
    const auto before = indices_;
    auto copy = std::make_shared<Node>(*e);
    for (language::Binder& binder : copy->binders) {
      binder.range = (*this)(binder.range);
      if (binder.name == function_) complete_ = false;
      if (language::same(binder.range, domain_)) {
        indices_.insert(binder.name);
      } else {
        indices_.erase(binder.name);
      }
    }
    for (Expression& child : copy->children) child = (*this)(child);
    if (copy->such_that) copy->such_that = (*this)(copy->such_that);
    if (e->op != Op::let && e->op != Op::iterate) indices_ = before;
    return summed(copy);
  }

 private:
  Expression equals_place(const Expression& e) const {
    return language::node(Op::equal, {e, language::name(place_)}, e->place);
  }

  // sum j in R: ind(j = place)*f(j), R being where the place lies.
  Expression summed(const Expression& e) const {
    if (e->op != Op::quantifier || e->quantifier != Quantifier::sum || e->such_that ||
        e->binders.size() != 1 || !language::same(e->binders[0].range, domain_))
      return e;
    const Expression product = without_parentheses(e->children[0]);
    if (product->op != Op::multiply) return e;
    const Expression mark =
        language::node(Op::call, {equals_place(language::name(e->binders[0].name))}, {}, "ind");
    for (const std::size_t side : {0U, 1U}) {
      if (language::same(product->children[side], mark))
        return substituted(product->children[1 - side], e->binders[0].name, language::name(place_));
    }
    return e;
  }

  std::string function_, place_;
  Expression domain_;
  std::set<std::string> indices_;
  bool complete_ = true;
};

}  // namespace

TheoremText with_promises_used(const TheoremText& text, std::vector<ProofStep>& steps) {
  for (std::size_t k = 0; k < text.where.size(); ++k) {
    const InputStatement* input = marked_once(text, text.where[k]);
    if (input == nullptr) continue;
    TheoremText changed = with_lets_written_out(text);
    for (TaskStatement& task : changed.tasks) task.truth = without_lets(task.truth, text.lets);
    for (Expression& e : changed.where) e = without_lets(e, text.lets);
    if (changed.judged_if) changed.judged_if = without_lets(changed.judged_if, text.lets);
    changed.lets.clear();
    changed.where.erase(changed.where.begin() + static_cast<std::ptrdiff_t>(k));
    // A name that no text has.
    const std::string place = "place of " + input->name;
    bool complete = changed.tokens.size() == 1;
    const auto change_all = [&](auto& statement, const std::vector<std::string>& indices) {
      std::set<std::string> names;
      if (complete && changed.tokens[0].ranges.size() == 1 &&
          language::same(changed.tokens[0].ranges[0], input->domains[0]))
        names.insert(indices.begin(), indices.end());
      change_expressions(statement, [&](Expression& e) {
        if (!e) return;
        Replacement replace(input->name, place, input->domains[0], names);
        e = replace(e);
        complete = complete && replace.complete();
      });
    };
    for (TokensStatement& tokens : changed.tokens) change_all(tokens, tokens.indices);
    for (TaskStatement& task : changed.tasks)
      change_all(task, task.every ? task.indices : std::vector<std::string>());
    change_all(changed.layers, {});
    change_all(changed.checks, {});
    change_all(changed.where, {});
    if (changed.judged_if) {
      Replacement replace(input->name, place, input->domains[0], {});
      changed.judged_if = replace(changed.judged_if);
      complete = complete && replace.complete();
    }
    if (!complete) continue;
    for (InputStatement& one : changed.inputs) {
      if (one.name != input->name) continue;
      one.range = one.domains[0];
      one.domains.clear();
      one.name = place;
    }
    steps.push_back(
        {"inputs", fmt::format("{} is 1 at one place alone: it is said by this place, any one of {}",
                               input->name, language::to_string(input->domains[0]))});
    return with_promises_used(changed, steps);
  }
  return text;
}

}  // namespace attest::theorems
