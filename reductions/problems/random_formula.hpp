// Random formulas by seed, also with a built-in answer. The same seed gives the same formula on every
// platform.
#pragma once

#include <cstdint>

#include "reductions/problems/cnf.hpp"

namespace attest::problems {

// Every clause has k literals of k different variables, each variable and sign uniform, weight 1.
struct FormulaShape {
  int variables = 0;
  long clauses = 0;
  int k = 0;
};

// UsageError (parameters "variables", "clauses", "k") unless 1 <= k <= variables <= 1000000 and clauses >= 0.
Cnf random_formula(const FormulaShape& shape, std::uint64_t seed);

// Every clause is satisfied by one hidden assignment; otherwise uniform.
Cnf planted_yes_formula(const FormulaShape& shape, std::uint64_t seed);

// Every assignment falsifies more than `falsified` clauses: falsified + 1 cores, each of all 2^k sign
// patterns on k variables (every assignment falsifies exactly one clause of a core); the rest is random.
// UsageError if clauses < (falsified + 1) 2^k: then an average assignment falsifies clauses / 2^k of them,
// below falsified + 1, and no formula of that shape is a no instance.
Cnf planted_no_formula(const FormulaShape& shape, long falsified, std::uint64_t seed);

}  // namespace attest::problems
