// Every formula of a small size, for the claims about the reductions from formulas.
//
// A clause is a set of at most `width` literals of different variables (the empty one counts), with a weight
// from 1 to `weight`; a formula is a multiset of at most `clauses` of them. The order of clauses is not
// varied: which constraint a clause is given to depends on the clause alone, so that exchanging two clauses
// exchanges coordinates in all vectors, which changes no inner product. Clauses with v and -v are left out:
// their coordinates are 0 in all vectors of v's group, so that they add to d and to no inner product.
#pragma once

#include <functional>

#include "numeric/integer.hpp"
#include "reductions/problems/cnf.hpp"

namespace attest {

struct FormulaSpace {
  int variables = 1;
  int clauses = 1;
  int width = 2;
  long weight = 1;

  std::vector<problems::Clause> clause_types() const;
  // The sum over c = 0..clauses of binom(types + c - 1, c).
  Integer count() const;
  // The formula of that rank in the order of visit(), 0 <= rank < count().
  problems::Cnf unrank(Integer rank) const;
  // Shorter formulas first; stops when `visit` returns false.
  void visit(const std::function<bool(const problems::Cnf&)>& visit) const;
};

}  // namespace attest
