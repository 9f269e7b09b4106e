// Max-SAT and SAT by looking at every assignment: for tests and for --check.
#pragma once

#include <optional>

#include "reductions/problems/cnf.hpp"

namespace attest::problems {

constexpr int most_variables_by_force = 30;

struct BestAssignment {
  long falsified = 0;     // the least falsified weight
  Assignment assignment;  // the first of those that reach it, variable 1 most significant, false before true
};

// Each throws std::invalid_argument above most_variables_by_force variables (24 take a second or so).
BestAssignment least_falsified(const Cnf& formula);

// The first assignment, in that order, that falsifies at most that weight. With 0: SAT.
std::optional<Assignment> solve(const Cnf& formula, long most_falsified = 0);

// The assignment of that rank.
Assignment assignment_of_rank(int variables, unsigned long rank);

}  // namespace attest::problems
