// Formulas in JSON:
//
//   {"variables": 2, "clauses": [{"literals": [1, -2], "weight": 3}, [2]]}
//
// A clause without a weight may be the list of its literals alone.
#pragma once

#include <string>

#include "claims/json.hpp"
#include "reductions/problems/cnf.hpp"

namespace attest {

Json formula_json(const problems::Cnf& formula);

// Throws UsageError that names the place below `name`: for another key, a literal of no variable, a variable
// twice in a clause, a weight below 1.
problems::Cnf formula_from_json(const Json& json, const std::string& name);

}  // namespace attest
