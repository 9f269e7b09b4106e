// Many verdicts in one table.
#pragma once

#include <vector>

#include "claims/verdict.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// One row a verdict: claim, variant, parameters, verdict, inputs checked, failing, margins; the reason as a
// last column if wanted.
// In csv all counts have all their digits, and what a refutation refutes has a column of its own, the last.
Table verdict_table(const std::vector<Verdict>& verdicts, bool with_reason, Format format);

// A decimal bound cut to `digits` significant digits for reading, rounded outward: `up` or down.
std::string short_bound(const std::string& decimal, int digits, bool up);

}  // namespace attest
