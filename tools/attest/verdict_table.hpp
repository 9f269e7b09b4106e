// Many verdicts in one table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "claims/verdict.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// One row a verdict: claim, variant, parameters, verdict, inputs checked, failing, margins; the reason as a
// last column if wanted.
// In csv all counts have all their digits, and what a refutation refutes has a column of its own, the last.
Table verdict_table(const std::vector<Verdict>& verdicts, bool with_reason, Format format);

// The same table as a page of LaTeX holds it, and below it what does not hold with its reason.
std::string verdicts_in_latex(const std::vector<Verdict>& verdicts);
// That list, empty where there is nothing in it: what is told, and why.
std::string reasons_in_latex(const std::vector<std::pair<std::string, std::string>>& reasons);

// All of them in a format that is neither text nor JSON, for a file with its first line.
std::string rendered_verdicts(const std::vector<Verdict>& verdicts, Format format, const Provenance* of_file);

}  // namespace attest
