// What a gap checker's tally amounts to: checks with their reasons, and one source as `attest run` shows it.
#pragma once

#include <string>
#include <vector>

#include "claims/run_result.hpp"
#include "reductions/poly/gap/gap_check.hpp"

namespace attest {

// One for each of GapTally::checks(). `stopped`: why not every source was seen, or empty. The print has no
// maps of solutions and no candidates; ours are not held against it.
std::vector<Check> gap_checks(const GapTally& tally, const GapOracle& oracle, Variant variant,
                              const std::string& stopped);

// Throws UsageError for a source whose target instances have more than 2^24 tuples together.
void require_few_gap_tuples(const problems::InnerProducts& source, const GapOptions& options);

// Sizes, what becomes of a solution, the answers and the checks of one source. The truth is by the solver of
// problems/, which the checker does not use.
void add_gap_run(GapChecker& checker, const problems::InnerProducts& source, const GapOptions& options,
                 Variant variant, RunResult& result);

}  // namespace attest
