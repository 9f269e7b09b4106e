// A cell of a known table as a case distinction, for those who evaluate functions of a state that is not known yet:
//
//   T(k)   let y = k in if y in {1, 2, 3} then (if y <= 2 then .. else ..) else 1/(y - y)
#pragma once

#include "language/expression.hpp"

namespace attest::theorems {

// Of a node of Op::table. Outside of the domain it has no value.
language::Expression by_cases(const language::Node& cell);

}  // namespace attest::theorems
