#include "reductions/problems/cnf.hpp"

#include <algorithm>
#include <cstdlib>

namespace attest::problems {

bool satisfied(const Clause& clause, const Assignment& assignment) {
  return std::any_of(clause.literals.begin(), clause.literals.end(),
                     [&](int literal) { return assignment.at(std::abs(literal) - 1) == (literal > 0); });
}

long falsified_weight(const Cnf& formula, const Assignment& assignment) {
  long weight = 0;
  for (const Clause& clause : formula.clauses) {
    if (!satisfied(clause, assignment)) weight += clause.weight;
  }
  return weight;
}

}  // namespace attest::problems
