// Which names take other values when some sizes do.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// These names, and all that hangs on them: lets and parameters that speak of them, parameters that are `auto`, of which each setting takes
// its own, and sizes that an equation ties to them (m = 2*n). A parameter with a given value hangs on nothing.
std::vector<std::string> varying_names(const TheoremText& text, std::vector<std::string> names,
                                       const std::set<std::string>& given = {});

// Whether one of the names is free in the expression; null speaks of nothing.
bool speaks_of(const Expression& expression, const std::vector<std::string>& names);

}  // namespace attest::theorems
