// Formulas in conjunctive normal form, with a weight for each clause: k-SAT and Max-k-SAT (seed 003,
// Definitions A.8 and A.9).
#pragma once

#include <cstddef>
#include <vector>

namespace attest::problems {

struct Clause {
  std::vector<int> literals;  // as in DIMACS: v or -v for the variable v = 1..variables
  long weight = 1;            // how often the clause counts, at least 1
};

struct Cnf {
  int variables = 0;
  std::vector<Clause> clauses;
};

using Assignment = std::vector<bool>;  // of the variables 1, 2, ... in order

bool satisfied(const Clause& clause, const Assignment& assignment);

// The sum of the weights of the clauses that the assignment falsifies.
long falsified_weight(const Cnf& formula, const Assignment& assignment);

}  // namespace attest::problems
