#include "theorems/proof/true_for_all.hpp"

#include <algorithm>

#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Laurent;
using proof::Refusal;

bool true_for_all(SymbolicTheorem& theorem, const Expression& condition) {
  proof::Variables& variables = theorem.variables();
  Expression e = without_parentheses(condition);
  std::map<std::string, Laurent> bound;
  try {
    while (e->op == Op::quantifier) {
      if (e->quantifier != Quantifier::forall || e->such_that) return false;
      for (const language::Binder& binder : e->binders) {
        // Ends that read what is bound before would be terms; here they are numbers in the sizes.
        const Terms::Range range = Terms(variables, theorem.constants(), "checks").range(binder.range);
        if (bound.contains(binder.name)) return false;
        if (variables.positive(range.bounds.low - range.bounds.high)) return true;  // of nothing
        if (!range.integer || !variables.nonnegative(range.bounds.high - range.bounds.low)) return false;
        std::string name = binder.name;
        while (variables.knows(name)) name += "'";
        variables.add(name, range.bounds, true);
        bound.emplace(binder.name, Laurent::variable(name));
      }
      e = without_parentheses(e->children[0]);
    }
    if (bound.empty()) return false;
    const auto pieces = condition_pieces(theorem, e, bound);
    return std::all_of(pieces.begin(), pieces.end(), [](const TaskPiece& piece) { return piece.yes; });
  } catch (const Refusal&) {
    return false;
  }
}

}  // namespace attest::theorems
