#include "reductions/poly/formulas/formula_space.hpp"

#include <stdexcept>

#include "numeric/checked.hpp"
#include "reductions/problems/ascending.hpp"

namespace attest {

using problems::Clause;
using problems::Cnf;

std::vector<Clause> FormulaSpace::clause_types() const {
  std::vector<Clause> types;
  // Digit v of the code in base 3: variable v + 1 is absent, positive or negated.
  long codes = 1;
  for (int v = 0; v < variables; ++v) codes *= 3;
  for (long code = 0; code < codes; ++code) {
    Clause clause;
    long rest = code;
    for (int v = 1; v <= variables; ++v, rest /= 3) {
      if (rest % 3 != 0) clause.literals.push_back(rest % 3 == 1 ? v : -v);
    }
    if (static_cast<int>(clause.literals.size()) > width) continue;
    for (clause.weight = 1; clause.weight <= weight; ++clause.weight) types.push_back(clause);
  }
  return types;
}

Integer FormulaSpace::count() const {
  const Integer types = clause_types().size();
  Integer sum = 0;
  for (int c = 0; c <= clauses; ++c) sum += ascending_count(types, static_cast<std::size_t>(c));
  return sum;
}

Cnf FormulaSpace::unrank(Integer rank) const {
  const std::vector<Clause> types = clause_types();
  for (int c = 0; c <= clauses; ++c) {
    const auto length = static_cast<std::size_t>(c);
    const Integer formulas = ascending_count(Integer(types.size()), length);
    if (rank < formulas) {
      Cnf formula{variables, {}};
      for (const Integer& type : ascending_of_rank(rank, Integer(types.size()), length))
        formula.clauses.push_back(types[to_size(type)]);
      return formula;
    }
    rank -= formulas;
  }
  throw std::out_of_range("a rank outside of the formulas");
}

void FormulaSpace::visit(const std::function<bool(const Cnf&)>& visit) const {
  const std::vector<Clause> types = clause_types();
  for (int c = 0; c <= clauses; ++c) {
    std::vector<std::size_t> chosen(static_cast<std::size_t>(c), 0);  // ascending
    Cnf formula{variables, std::vector<Clause>(chosen.size(), types.front())};
    while (true) {
      if (!visit(formula)) return;
      std::size_t k = chosen.size();
      while (k > 0 && chosen[k - 1] + 1 == types.size()) --k;
      if (k == 0) break;
      const std::size_t next = chosen[k - 1] + 1;
      for (std::size_t i = k - 1; i < chosen.size(); ++i) {
        chosen[i] = next;
        formula.clauses[i] = types[next];
      }
    }
  }
}

}  // namespace attest
