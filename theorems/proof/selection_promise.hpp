// The token that a task selects, argmax i in ..: G(i), and what a condition on the inputs says of those that are equally good:
//   let b = y(best) in forall i in ..: G(i) = G(best) implies y(i) = b
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "theorems/proof/symbolic_tokens.hpp"

namespace attest::theorems {

// The one argmax or argmin of a task, replaced by a name that no text has.
class SelectedToken {
 public:
  // `scope`: names that are bound around the expression. Refusal (L12.c) for a second choice, and for one that reads what is bound.
  Expression replaced(const Expression& e, std::vector<std::string> scope);
  const Expression& choice() const { return choice_; }  // null: none was met
  static std::string name() { return "the selected token"; }

 private:
  Expression choice_;
};

class SelectionPromise {
 public:
  using Names = std::function<TermNames(const std::map<std::string, proof::Laurent>&)>;
  // `selected`: the name that `best` goes by.
  SelectionPromise(const proof::Variables& variables, Names names, proof::Bounds run, std::string selected,
                   proof::Laurent token, proof::Laurent best)
      : variables_(variables),
        names_(std::move(names)),
        run_(std::move(run)),
        token_(std::move(token)),
        bound_{{std::move(selected), std::move(best)}} {}

  // Whether the condition says of every token of the run: where the first is 0 the second is.
  bool gives(const Expression& condition, const proof::Laurent& first, const proof::Laurent& second) const;

 private:
  using Bound = std::map<std::string, proof::Laurent>;
  bool gives(const Expression& e, const Bound& bound, const proof::Laurent& first,
             const proof::Laurent& second) const;
  bool is_equation(const Expression& e, const Bound& bound, const proof::Laurent& zero) const;
  bool fails(const Expression& e, const Bound& bound) const;

  const proof::Variables& variables_;
  Names names_;
  proof::Bounds run_;
  proof::Laurent token_;
  Bound bound_;
};

}  // namespace attest::theorems
