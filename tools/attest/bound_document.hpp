// An explicit bound as JSON ("attest/bound/1"), as text for a reader, and as a row of a table.
#pragma once

#include <string>
#include <vector>

#include "lowerbounds/size_bounds/bounded_claim.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// One entry of "bounds".
Json bound_json(const ExplicitBound& bound);

// Headline first, then every form with its numbers, then where the constants come from.
std::string bound_text(const std::string& claim, const ExplicitBound& bound);

// One row a bound: parameters, rows, the least size of each form, the strongest.
Table bound_table(const std::vector<ExplicitBound>& bounds);

// The parameters' values in their order; their names are appended to `names` unless it is null.
std::vector<std::string> parameter_values(const Parameters& parameters, std::vector<std::string>* names);

}  // namespace attest
