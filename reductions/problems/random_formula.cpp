#include "reductions/problems/random_formula.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/integer.hpp"
#include "tasks/datasets/random.hpp"

namespace attest::problems {

namespace {

constexpr int most_variables = 1'000'000;
constexpr long most_clauses = 100'000'000;

void check(const FormulaShape& shape) {
  if (shape.variables < 1 || shape.variables > most_variables)
    throw UsageError("variables", std::to_string(shape.variables),
                     fmt::format("an integer from 1 to {}", most_variables));
  if (shape.k < 1 || shape.k > shape.variables)
    throw UsageError("k", std::to_string(shape.k),
                     fmt::format("an integer from 1 to the number of variables, {}", shape.variables));
  if (shape.clauses < 0 || shape.clauses > most_clauses)
    throw UsageError("clauses", std::to_string(shape.clauses),
                     fmt::format("an integer from 0 to {}", most_clauses));
}

// k different variables, ascending.
std::vector<int> random_variables(const FormulaShape& shape, Random& random) {
  std::vector<int> chosen;
  while (static_cast<int>(chosen.size()) < shape.k) {
    const int variable = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(shape.variables)));
    if (std::find(chosen.begin(), chosen.end(), variable) == chosen.end()) chosen.push_back(variable);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

Clause random_clause(const FormulaShape& shape, Random& random) {
  Clause clause;
  for (const int variable : random_variables(shape, random))
    clause.literals.push_back(random.below(2) == 1 ? variable : -variable);
  return clause;
}

}  // namespace

Cnf random_formula(const FormulaShape& shape, std::uint64_t seed) {
  check(shape);
  Random random(seed);
  Cnf formula{shape.variables, {}};
  for (long c = 0; c < shape.clauses; ++c) formula.clauses.push_back(random_clause(shape, random));
  return formula;
}

Cnf planted_yes_formula(const FormulaShape& shape, std::uint64_t seed) {
  check(shape);
  Random random(seed);
  Assignment hidden;
  for (int v = 0; v < shape.variables; ++v) hidden.push_back(random.below(2) == 1);
  Cnf formula{shape.variables, {}};
  while (static_cast<long>(formula.clauses.size()) < shape.clauses) {
    Clause clause = random_clause(shape, random);  // satisfied with probability 1 - 2^-k >= 1/2
    if (satisfied(clause, hidden)) formula.clauses.push_back(std::move(clause));
  }
  return formula;
}

Cnf planted_no_formula(const FormulaShape& shape, long falsified, std::uint64_t seed) {
  check(shape);
  if (falsified < 0 || falsified > most_clauses)
    throw UsageError("falsified", std::to_string(falsified),
                     fmt::format("an integer from 0 to {}", most_clauses));
  // 2^k above every number of clauses that is taken is cut off; it is refused all the same.
  const Integer core = Integer(1) << std::min(shape.k, 40);
  const Integer needed = core * (falsified + 1);
  if (shape.clauses < needed)
    throw UsageError(
        "clauses", std::to_string(shape.clauses),
        fmt::format("at least (falsified + 1) 2^k = {}; with fewer, some assignment falsifies at "
                    "most {}",
                    to_string(needed), falsified));
  Random random(seed);
  Cnf formula{shape.variables, {}};
  for (long copy = 0; copy <= falsified; ++copy) {
    const std::vector<int> variables = random_variables(shape, random);
    for (unsigned long signs = 0; signs < 1UL << shape.k; ++signs) {
      Clause clause;
      for (int i = 0; i < shape.k; ++i)
        clause.literals.push_back(((signs >> i) & 1) == 1 ? variables[i] : -variables[i]);
      formula.clauses.push_back(std::move(clause));
    }
  }
  while (static_cast<long>(formula.clauses.size()) < shape.clauses)
    formula.clauses.push_back(random_clause(shape, random));
  random.shuffle(formula.clauses);
  return formula;
}

}  // namespace attest::problems
